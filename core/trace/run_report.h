// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures of a run that the window and the command line both show: the time of each phase, the equality of values,
// and the speed-up (speed_report.h). Equality is never `==`, because batched products round differently.
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

/// Compares folded with regular over every output of every node.
struct EqualityReport {
    std::size_t values = 0;   ///< numbers compared
    double maxAbsError = 0.0; ///< maximum over all pairs of finite numbers
    /// The maximum of |a - b| / max(|a|, |b|) over all pairs of finite numbers, 0 if both are 0. A number that should
    /// be 0 is rounding noise in both runs, so it may differ by its own size (1), or by twice that (2) if the signs
    /// differ, without a fault: the verdict uses the tolerances, not this figure.
    double maxRelError = 0.0;
    std::size_t argmaxFlips = 0; ///< requested rows whose largest entry moved
    std::size_t notFinite = 0;   ///< pairs with a NaN or an infinite number, in either run
    double absTolerance = 0.0;
    double relTolerance = 0.0;
    bool equal = false;                   ///< comparable, and all |a - b| ≤ absTolerance + relTolerance·|a|
    std::optional<Value> firstDivergence; ///< first value, in topological order, that is out of tolerance
    std::vector<NodeId> differing;        ///< nodes with a value out of tolerance, each once, ascending
    std::optional<Value> firstNotFinite;  ///< first value, in the same order, with a number that is not finite
    /// The number of finite pairs by distance in representable numbers: [0] equal, [k] from 2^(k-1) to 2^k - 1 apart.
    std::vector<std::size_t> ulps;

    /// False if any number is not finite: such numbers have lost the information needed to compare them.
    [[nodiscard]] bool comparable() const { return notFinite == 0; }
};

/// Compares gradients of one loss, folded with regular. A sum over many nodes is rounded in another order, so its error
/// is relative to the largest entry of the parameter (or, for values, of the row), not to each entry. Up to eight
/// roundings of the largest entry of all parameters (or values) do not count as a difference, because a gradient of
/// zero consists of such errors.
struct GradientReport {
    double foldedLoss = 0.0;
    double regularLoss = 0.0;
    EqualityReport parameters;           ///< over every entry of every parameter
    std::string firstParameter;          ///< the first parameter, as declared, out of tolerance; may be empty
    std::string firstNotFiniteParameter; ///< the first parameter with a gradient that is not finite; may be empty
    /// Over every output of every node; the first divergence is in reverse topological order, the order of the pass.
    EqualityReport values;

    [[nodiscard]] bool isLossFinite() const { return std::isfinite(foldedLoss) && std::isfinite(regularLoss); }
    [[nodiscard]] bool comparable() const { return isLossFinite() && parameters.comparable() && values.comparable(); }
    [[nodiscard]] bool equal() const { return isLossFinite() && parameters.equal && values.equal; }
};

/// Compares with a float64 run on the same weights: the error of float32 itself beside that of folding.
struct ReferenceReport {
    EqualityReport folded;
    EqualityReport regular;
};

/// The report on a folded run and regular runs of the same graph and weights.
struct RunReport {
    PhaseSeconds folded;                      ///< times of the recorded run only; once isMeasured(), medians
    PhaseSeconds regular;                     ///< medians on the same kernels as `folded`; all 0 until isMeasured()
    double learnSeconds = 0.0;                ///< one-time training of the policy on the graph; not in other times
    std::optional<EqualityReport> equality;   ///< compares with regular on LibTorch's plain bodies
    std::optional<GradientReport> gradients;  ///< training runs only
    std::optional<ReferenceReport> reference; ///< if requested
    std::optional<SpeedReport> speed;         ///< set last; measured without the fault
    std::optional<DivergenceCause> cause;     ///< cause of the first divergence of `equality`, if any
    NotFiniteOrigins notFinite;               ///< origins in the folded run
    std::optional<RehearsedFault> fault;      ///< made on purpose in the compared folded run

    /// True if the times are medians of measured runs.
    [[nodiscard]] bool isMeasured() const { return speed && speed->runs() > 0; }
    /// True if the measured runs agree.
    [[nodiscard]] bool isSteady() const { return isMeasured() && speed->verdict == SpeedVerdict::Steady; }
    /// The number of runs that the times of `folded` are from.
    [[nodiscard]] std::size_t runs() const { return isMeasured() ? speed->runs() : 1; }
};

// The verdict of a comparison of two runs, and the reason if they are not comparable, for all front ends.

enum class Verdict {
    Equal,         ///< all numbers within tolerance
    Different,     ///< some numbers are out of tolerance
    NotComparable, ///< NaN or infinite numbers in either run, so that neither verdict is meaningful
};

[[nodiscard]] Verdict verdictOf(const EqualityReport& equality);
[[nodiscard]] Verdict verdictOf(const GradientReport& gradients);
/// The worst verdict of all comparisons: NotComparable, else Different, else Equal. Equal if nothing was compared.
[[nodiscard]] Verdict verdictOf(const RunReport& report);

/// "30,740 values are not finite, first at node 3 (leaf)"; `what` is the plural. Empty if comparable.
[[nodiscard]] std::string notComparableReason(const OpGraph& graph, const EqualityReport& equality,
                                              std::string_view what);
/// The reason for the loss, else for gradients of values, else of parameters.
[[nodiscard]] std::string notComparableReason(const OpGraph& graph, const GradientReport& gradients);
/// The reason for the values, else for the gradients.
[[nodiscard]] std::string notComparableReason(const OpGraph& graph, const RunReport& report);

/// The text of a number that may not be finite, such as a loss: "0.693147", "nan" for either sign, "-inf".
[[nodiscard]] std::string numberText(double number, int digits = 9);

} // namespace batchscope
