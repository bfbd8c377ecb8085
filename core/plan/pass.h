// SPDX-License-Identifier: GPL-3.0-or-later
//
// The passes: what the engine does to a net's op bodies and to a schedule before it runs them. Each is an object: its
// row tells what it changes, as functions from data to data. Any set of passes may be on; the values stay those of the
// plain body within rounding.
//
// A new pass is its enumerator here, its rule where it changes one, and its row in pass.cpp.
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

// What passes ask of the compiler of ops (cell_code.h) and of the planner of launches (launch_plan.h), as plain data.
// Both read these rules and know no pass; by default, all are as without passes.

struct CompileRules {
    bool fuseElementwise = false; ///< elementwise values are part of the kernels that read them, without own rows
    bool pushMaps = false;        ///< linear maps of given rows, or of their concatenation, are applied to these rows
    bool packWeights = false;     ///< weights that are applied to the same operand form one group
    bool operator==(const CompileRules&) const = default;
};

struct PlanRules {
    bool shareEqualRows = false;    ///< equal calls of integers, look-ups and fills have one row
    bool orderRows = false;         ///< rows that are demanded alike are stored together, else in order of creation
    bool keepTableProducts = false; ///< inference: products of looked-up rows name the rows, so that they may be kept
    bool operator==(const PlanRules&) const = default;
};

// Named only: the window includes this, and `slots`, which some of those headers use, is a keyword of Qt.
struct CountedPlan; // plan_figures.h
struct OpBody;      // core/graph/op_body.h
struct PlanFigures; // plan_figures.h

enum class Pass : std::uint8_t {
    Cse,   ///< common sub-expressions of a body are computed once
    Push,  ///< a linear map of one operand is applied to the row itself, once, not to a copy for each reader
    Dedup, ///< calls of equal integers, equal look-ups and fills share one row
    Fuse,  ///< everything elementwise between two products is one pass over blocks in the cache
    Order, ///< rows that take part in the same products are stored together, so that products read views
    Pack,  ///< weights that meet the same operand are stored side by side, transposed once: one product
    Table, ///< inference: products of looked-up rows are kept from run to run, as long as the weights stay
};

struct PassEntry {
    Pass pass;
    const char* name;        ///< as the command line spells it
    const char* title;       ///< for people
    const char* description; ///< one line: what it does

    // What it changes: one or more of these, null for what it leaves alone.

    /// An op's body before it is cut into kernels: the same outputs; values that none of them needs may be left over.
    OpBody (*rewrite)(const OpBody& body) = nullptr;
    /// The rule that the pass sets for cutting bodies into kernels and products.
    bool CompileRules::*compileRule = nullptr;
    /// The rule of placing rows and making launches that it sets.
    bool PlanRules::*planRule = nullptr;
    /// The figures for people, where runs do less than the plan says.
    PlanFigures (*recount)(const PlanFigures& figures, const CountedPlan& counted) = nullptr;
};

constexpr std::size_t kPassCount = 7;

/// In the order in which an ablation adds them, and in which they are applied.
[[nodiscard]] std::span<const PassEntry> passEntries();

/// Which passes are on.
class PassSet {
public:
    constexpr PassSet() = default;
    [[nodiscard]] static constexpr PassSet all() { return PassSet((1U << kPassCount) - 1U); }
    [[nodiscard]] constexpr bool has(Pass pass) const { return (m_bits & bit(pass)) != 0; }
    [[nodiscard]] constexpr PassSet with(Pass pass) const { return PassSet(m_bits | bit(pass)); }
    [[nodiscard]] constexpr PassSet without(Pass pass) const { return PassSet(m_bits & ~bit(pass)); }
    constexpr bool operator==(const PassSet&) const = default;

private:
    constexpr explicit PassSet(std::uint32_t bits) : m_bits(bits) {}
    static constexpr std::uint32_t bit(Pass pass) { return 1U << static_cast<unsigned>(pass); }
    std::uint32_t m_bits = 0;
};

/// The body as the passes leave it, without values that no output needs.
[[nodiscard]] OpBody rewrittenBody(const OpBody& body, PassSet passes);
[[nodiscard]] CompileRules compileRulesOf(PassSet passes);
[[nodiscard]] PlanRules planRulesOf(PassSet passes);
[[nodiscard]] PlanFigures recounted(const PlanFigures& figures, const CountedPlan& counted, PassSet passes);

/// `all`, `none`, or names separated by commas.
[[nodiscard]] std::string passSetText(PassSet set);

// Which passes run, as users choose it: a set of passes, or `off`, which is no engine at all but the plain bodies on
// LibTorch. The text is the same everywhere: `--passes all`, the arm `folded@cse+fuse`.

/// None: `off`.
using PassChoice = std::optional<PassSet>;

/// `off`, `all`, `none`, or names separated by commas; a name with `-` before it is taken out of all (`-dedup,-pack`).
/// A Config error, also for an empty text; that of an unknown pass names those there are.
[[nodiscard]] Result<PassChoice> parsePassChoice(std::string_view text);
/// Such that parsePassChoice gives the same choice.
[[nodiscard]] std::string passChoiceText(PassChoice choice);

/// No passes, then each added in turn in the order of passEntries(); the last are all.
[[nodiscard]] std::vector<PassSet> ablationSets();

} // namespace batchscope
