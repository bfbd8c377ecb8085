// SPDX-License-Identifier: GPL-3.0-or-later
//
// The passes: how the engine transforms a net's op bodies and a schedule before it runs them. The entry of a pass lists
// its changes: a rewrite of op bodies, or a rule. Any set of passes may be on; the computed values equal those of the
// plain body within rounding.
//
// A new pass needs an enumerator here (and a larger kPassCount), a rule if it sets one, and an entry in pass.cpp.
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

// The rules that passes set for the compiler of ops (cell_code.h) and the planner of launches (launch_plan.h), as plain
// data. Both depend on these rules only, not on passes; the defaults are those without passes.

struct CompileRules {
    bool fuseElementwise = false; ///< elementwise values are computed in the kernels that read them and get no rows
    bool pushMaps = false;    ///< linear maps of given rows, or of their concatenation, read these rows without a copy
    bool packWeights = false; ///< weights that are applied to the same operand form one group
    bool operator==(const CompileRules&) const = default;
};

struct PlanRules {
    bool shareEqualRows = false;    ///< equal calls of integers share rows, and so do equal static rows
    bool orderRows = false;         ///< rows with the same demand are stored together, else in order of creation
    bool keepTableProducts = false; ///< inference: products of look-ups list the table rows, so that they can be kept
    bool operator==(const PlanRules&) const = default;
};

// Only declared: the window includes this header, and `slots`, which some of those headers use, is a keyword of Qt.
struct CountedPlan; // plan_figures.h
struct OpBody;      // core/graph/op_body.h
struct PlanFigures; // plan_figures.h

enum class Pass : std::uint8_t {
    Cse,   ///< common sub-expressions of a body are computed once
    Push,  ///< a linear map is applied to each row once, without a copy, not in every batch that reads the row
    Dedup, ///< equal calls of integers share rows, and so do equal look-ups, constants and fills
    Fuse,  ///< everything elementwise between two products is one pass over blocks in the cache
    Order, ///< rows that take part in the same products are stored together, so that products read them in place
    Pack,  ///< weights that are applied to the same operand are stored side by side and applied by one product
    Table, ///< inference: products of looked-up rows are kept from run to run while the weights do not change
};

struct PassEntry {
    Pass pass;
    const char* name;        ///< spelling on the command line
    const char* title;       ///< display name
    const char* description; ///< one line: what it does

    // The changes that the pass makes: at least one of these is set; the others are null.

    /// Rewrites an op's body before it is cut into kernels: same outputs; values that no output needs may remain.
    OpBody (*rewrite)(const OpBody& body) = nullptr;
    /// The rule that the pass sets for cutting bodies into kernels and products.
    bool CompileRules::*compileRule = nullptr;
    /// The rule that the pass sets for placing rows and making launches.
    bool PlanRules::*planRule = nullptr;
    /// Corrects the displayed figures if runs do less than the plan says.
    PlanFigures (*recount)(const PlanFigures& figures, const CountedPlan& counted) = nullptr;
};

constexpr std::size_t kPassCount = 7;

/// All passes, in the order in which they are applied and in which an ablation adds them.
[[nodiscard]] std::span<const PassEntry> passEntries();

/// The set of passes that are on.
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

/// The body after the rewrites of the passes, without values that no output needs.
[[nodiscard]] OpBody rewrittenBody(const OpBody& body, PassSet passes);
[[nodiscard]] CompileRules compileRulesOf(PassSet passes);
[[nodiscard]] PlanRules planRulesOf(PassSet passes);
[[nodiscard]] PlanFigures recounted(const PlanFigures& figures, const CountedPlan& counted, PassSet passes);

/// `all`, `none`, or names separated by commas.
[[nodiscard]] std::string passSetText(PassSet set);

// The user's choice of passes: a set of passes, or `off`, which runs the plain bodies on LibTorch without the engine.
// Its text is the same everywhere: `--passes all`, the arm `folded@cse+fuse`.

/// Nullopt: `off`.
using PassChoice = std::optional<PassSet>;

/// Parses `off`, `all`, `none`, or names separated by commas. `-NAME` removes a pass; a text that begins with it starts
/// from all passes (`-dedup,-pack`). Config error otherwise; for an unknown pass, it lists the passes.
[[nodiscard]] Result<PassChoice> parsePassChoice(std::string_view text);
/// A text for which parsePassChoice returns the same choice.
[[nodiscard]] std::string passChoiceText(PassChoice choice);

/// The empty set, then one more pass in each set, in the order of passEntries(); the last set has all.
[[nodiscard]] std::vector<PassSet> ablationSets();

} // namespace batchscope
