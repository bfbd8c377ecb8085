// SPDX-License-Identifier: GPL-3.0-or-later
//
// The passes: what the engine does to a net's op bodies and to a schedule before it runs them. Each is an object: its
// row tells what it changes, as functions from data to data. Any set of passes may be on; the values stay those of the
// plain body within rounding.
//
// A new pass is one file that ends with its row, here its enumerator, its row's declaration and its place in
// kPassList.
#pragma once

#include "core/plan/pass_rules.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace batchscope {

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
    /// How bodies are cut into kernels and products.
    CompileRules (*applyToCompile)(CompileRules rules) = nullptr;
    /// How rows are placed and launches made.
    PlanRules (*applyToPlan)(PlanRules rules) = nullptr;
    /// The figures for people, where runs do less than the plan says.
    PlanFigures (*recount)(const PlanFigures& figures, const CountedPlan& counted) = nullptr;
};

extern const PassEntry kCsePass;
extern const PassEntry kFusePass;
extern const PassEntry kPushPass;
extern const PassEntry kOrderPass;
extern const PassEntry kPackPass;
extern const PassEntry kDedupPass;
extern const PassEntry kTablePass;

/// In the order in which an ablation adds them, and in which they are applied.
inline constexpr std::array kPassList = {&kCsePass,  &kFusePass,  &kPushPass, &kOrderPass,
                                         &kPackPass, &kDedupPass, &kTablePass};
constexpr std::size_t kPassCount = kPassList.size();

/// The entries of kPassList.
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

} // namespace batchscope
