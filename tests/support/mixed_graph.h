// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random graphs with everything that a graph may contain, which no single net has: several outputs, constants, shared
// and variadic arguments, unbatchable ops, rounds, merged calls. Also checks by brute force what a plan says about each
// argument.
#pragma once

#include "core/graph/fold.h"
#include "core/schedule/batch_plan.h"

#include <cstdint>

namespace batchscope::testing {

/// Ops over rows of width 3. Each comment ends with the number of primitives that the op lowers to.
namespace mixed {
inline constexpr OpId kEmbed(std::size_t{0});  ///< integer below 5: a table's row. 1
inline constexpr OpId kInput(std::size_t{1});  ///< constant x: tanh(W [x, x] + b). 4
inline constexpr OpId kPair(std::size_t{2});   ///< rows l, r: outputs tanh(l + r) and l ∘ r. 3
inline constexpr OpId kMix(std::size_t{3});    ///< row x, shared s: tanh(x + V s). 3
inline constexpr OpId kJoin(std::size_t{4});   ///< row x, items a and b: tanh(x + Σ (a + x) ∘ b). 3, plus 2 per item
inline constexpr OpId kNarrow(std::size_t{5}); ///< row x: outputs x[0:2] and x[1:3]. 2
inline constexpr OpId kAlone(std::size_t{6});  ///< row x: tanh(exp(x) - 1); cannot batch. 4
inline constexpr std::int32_t kWidth = 3;
} // namespace mixed

[[nodiscard]] OpSet mixedOps();

struct MixedOptions {
    std::size_t calls = 40;
    std::uint32_t rounds = 1; ///< each call gets a random round below this; rounds are not in call order
    Merge merge = Merge::Off;
};

/// About half of the values are requested, with targets; consecutive calls belong to different trees.
[[nodiscard]] OpGraph mixedGraph(std::uint64_t seed, const MixedOptions& options = {});

/// Finishes a graph whose calls must all be valid.
[[nodiscard]] OpGraph finished(Fold& fold);

/// Expects that every operand names the rows of all its arguments.
void expectOperandsNameTheirArguments(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan);

} // namespace batchscope::testing
