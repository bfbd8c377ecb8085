// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures of a run that the window and the command line both show: where the time went, whether folding changed the
// values, and how much it gains (speed_report.h). Equality is never `==`, because batched products round differently.
#pragma once

#include "core/graph/op_graph.h"
#include "core/trace/divergence.h"
#include "core/trace/phase_seconds.h"
#include "core/trace/rehearsed_fault.h"
#include "core/trace/speed_report.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// Folded against regular, over every output of every node.
struct EqualityReport {
    std::size_t values = 0;   ///< numbers compared
    double maxAbsError = 0.0; ///< over all pairs of finite numbers
    /// |a - b| / max(|a|, |b|) over all pairs of finite numbers, 0 where both are 0. A number that ought to be 0 is
    /// rounding noise in both runs, so it may differ by as much as its own size (1), or twice that (2) when the signs
    /// differ, and nothing is wrong: the verdict is by the tolerances, not by this figure.
    double maxRelError = 0.0;
    std::size_t argmaxFlips = 0; ///< requested rows whose largest entry moved
    std::size_t notFinite = 0;   ///< pairs with a NaN or an infinite number, in either run
    double absTolerance = 0.0;
    double relTolerance = 0.0;
    bool equal = false;                   ///< comparable, and all |a - b| ≤ absTolerance + relTolerance·|a|
    std::optional<Value> firstDivergence; ///< first value, in topological order, that is out of tolerance
    std::vector<NodeId> differing;        ///< nodes with a value out of tolerance, each once, ascending
    std::optional<Value> firstNotFinite;  ///< first value, in the same order, with a number that is not finite
    /// Pairs by distance in representable numbers: [0] equal, [k] from 2^(k-1) to 2^k - 1 apart. Finite pairs only.
    std::vector<std::size_t> ulps;

    /// Two numbers that are not finite cannot be told equal: what made them has lost what it was made from.
    [[nodiscard]] bool comparable() const { return notFinite == 0; }
};

/// Gradients of one loss, folded against regular. A sum over many nodes is rounded in another order, so its error is
/// relative to the largest entry of the parameter (or, for values, of the row), not to each entry. Up to eight
/// roundings of the largest entry of all parameters (or values) are no difference: that is what a gradient of zero is
/// made of.
struct GradientReport {
    double foldedLoss = 0.0;
    double regularLoss = 0.0;
    EqualityReport parameters;           ///< over every entry of every parameter
    std::string firstParameter;          ///< the first, in order of declaration, that is out of tolerance; or empty
    std::string firstNotFiniteParameter; ///< the first whose gradient is not finite; or empty
    /// Over every output of every node; the first divergence is in reverse topological order, as the pass runs.
    EqualityReport values;

    [[nodiscard]] bool isLossFinite() const { return std::isfinite(foldedLoss) && std::isfinite(regularLoss); }
    [[nodiscard]] bool comparable() const { return isLossFinite() && parameters.comparable() && values.comparable(); }
    [[nodiscard]] bool equal() const { return isLossFinite() && parameters.equal && values.equal; }
};

/// A run in float64 on the same weights: how far float32 itself is off, compared with how far folding moves it.
struct ReferenceReport {
    EqualityReport folded;
    EqualityReport regular;
};

/// A folded run and regular ones of the same graph and weights.
struct RunReport {
    PhaseSeconds folded;                     ///< of the recorded run alone; once isMeasured(), medians
    PhaseSeconds regular;                    ///< on the same kernels as `folded`: medians; all 0 until isMeasured()
    double learnSeconds = 0.0;               ///< what the policy took to study the graph, once; not in any of the times
    std::optional<EqualityReport> equality;  ///< against regular on LibTorch's plain bodies
    std::optional<GradientReport> gradients; ///< training runs only
    std::optional<ReferenceReport> reference; ///< when asked for
    std::optional<SpeedReport> speed;         ///< the last to come; measured without the fault
    std::optional<DivergenceCause> cause;     ///< of the first divergence of `equality`, where there is one
    NotFiniteOrigins notFinite;               ///< of the folded run
    std::optional<RehearsedFault> fault;      ///< made on purpose in the folded run that is compared

    /// Whether the times are medians of several runs.
    [[nodiscard]] bool isMeasured() const { return speed && speed->runs() > 0; }
    /// Whether those runs agree.
    [[nodiscard]] bool isSteady() const { return isMeasured() && speed->verdict == SpeedVerdict::Steady; }
    /// Number of runs behind the times of `folded`.
    [[nodiscard]] std::size_t runs() const { return isMeasured() ? speed->runs() : 1; }
};

// What a comparison of two runs comes to, and the sentence that says why it came to nothing: the window and the command
// line show the same.

enum class Verdict {
    Equal,         ///< all numbers within tolerance
    Different,     ///< some are not
    NotComparable, ///< NaN or infinite numbers in either run: neither equal nor different in a way that says anything
};

[[nodiscard]] Verdict verdictOf(const EqualityReport& equality);
[[nodiscard]] Verdict verdictOf(const GradientReport& gradients);
/// Of everything that was compared: not comparable before different before equal. Equal when nothing was.
[[nodiscard]] Verdict verdictOf(const RunReport& report);

/// "30,740 values are not finite, first at node 3 (leaf)"; `what` is the plural. Empty when comparable.
[[nodiscard]] std::string notComparableReason(const OpGraph& graph, const EqualityReport& equality,
                                              std::string_view what);
/// Of the loss, then of gradients of values, then of parameters.
[[nodiscard]] std::string notComparableReason(const OpGraph& graph, const GradientReport& gradients);
/// Of values, then of the gradients.
[[nodiscard]] std::string notComparableReason(const OpGraph& graph, const RunReport& report);

/// A loss, or another number that may not be finite: "0.693147", "nan" whatever its sign, "-inf".
[[nodiscard]] std::string numberText(double number, int digits = 9);

} // namespace batchscope
