// SPDX-License-Identifier: GPL-3.0-or-later
//
// The results of a report as series over batch sizes, and what the samples of two results prove about which of them is
// faster. All conclusions from a benchmark use these functions, so that they cannot contradict each other.
#pragma once

#include "core/bench/bench.h"
#include "core/trace/speed_report.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// The full key of a result.
[[nodiscard]] BenchKey keyOf(const BenchResult& result);
/// The cell of a result: the key without the arm, which its arms share.
[[nodiscard]] BenchKey cellOf(const BenchResult& result);
/// The place of a series, which is the cell without its batch size. Two series are compared only in the same place.
[[nodiscard]] BenchKey placeOf(const BenchResult& result);

// The ratios that the literature reports, since a time alone says little.

/// The regular result on these kernels in the cell of `result`; null if it was not measured or its values differ.
[[nodiscard]] const BenchResult* regularBeside(std::span<const BenchResult> results, const BenchResult& result,
                                               PassChoice kernels);

/// Fills speed-ups, cost ratio and speed-up ratio from results in the same place; within a cell, results must be in the
/// order of the arms. Figures without a counterpart, and results whose values differ from the regular run, are left as
/// they are. May be called again after more has been measured.
void fillRatios(std::span<BenchResult> results);

/// Fills the share of the multiply-add bound for results with the thread count of the roofline. If the engine is capped
/// to a smaller instruction set, only for its own results: the cap does not affect LibTorch's BLAS.
void fillShares(std::span<BenchResult> results, const Roofline& roofline);

/// "1 tree", "1,200 trees".
[[nodiscard]] std::string treesText(std::size_t count);

// How far the samples of an arm can be trusted. They differ for two reasons that must not be confused: mini-batches
// have trees of different sizes, which is a property of the data, and the speed of the machine fluctuates, which is an
// error of measurement. To isolate the error, each sample is scaled by the deviation of its mini-batch.

/// Samples are Varying if their coefficient of variation, mini-batch differences removed, exceeds this.
constexpr double kMostVariation = 0.10;

struct SampleSpread {
    /// Inter-quartile range of the medians of the mini-batches; none if there is only one.
    std::optional<double> overBatches;
    /// Inter-quartile range of the samples, mini-batch differences removed; none if no mini-batch was measured twice.
    std::optional<double> overRepeats;
    double variation = 0.0; ///< coefficient of variation of these samples; 0 if overRepeats is empty
};

/// `batches` holds the mini-batch of each sample.
[[nodiscard]] SampleSpread sampleSpread(std::span<const double> samples, std::span<const std::uint32_t> batches);

/// The samples with the differences between mini-batches removed: each is divided by the median of `references` on its
/// mini-batch and multiplied by the median of these medians. Every mini-batch must have references.
[[nodiscard]] std::vector<double> alignedSamples(std::span<const double> samples,
                                                 std::span<const std::uint32_t> batches,
                                                 std::span<const double> references,
                                                 std::span<const std::uint32_t> referenceBatches);

/// Busy takes precedence over Varying, because the user can do something about it.
[[nodiscard]] SpeedVerdict sampleVerdict(const SampleSpread& spread, const MachineLoad& load);
/// The reason why samples with this verdict are unreliable: "the samples vary by more than 10% (coefficient of
/// variation)". Empty if the verdict is Steady.
[[nodiscard]] std::string noiseText(SpeedVerdict verdict, const MachineLoad& load);

/// The results of one arm in one place. Never empty.
struct BenchSeries {
    std::vector<const BenchResult*> bySize; ///< by ascending batch size, each size once

    [[nodiscard]] const BenchResult& first() const { return *bySize.front(); }
    [[nodiscard]] const BenchResult& last() const { return *bySize.back(); }
    /// Null if that batch size was not measured.
    [[nodiscard]] const BenchResult* at(std::size_t batch) const;
};

/// Groups results into series, in the order of seriesOf(). If a series has two results of one batch size, the first
/// counts. The results must outlive the series.
[[nodiscard]] std::vector<BenchSeries> benchSeries(std::span<const BenchResult> results);

/// True for folded arms of any policy ("folded:depth"), but not for "folded-legacy".
[[nodiscard]] bool isFoldedSeries(const BenchSeries& series);
/// The series of regular in the same place and on the same kernels; null if it was not measured.
[[nodiscard]] const BenchSeries* regularSeriesFor(const BenchSeries& series, std::span<const BenchSeries> all);

/// The reason why nothing, or no more than a clear order, is concluded from a result; the first that applies.
enum class BenchDoubt : std::uint8_t {
    None,
    Different, ///< its values differ from the regular run: it timed a different computation
    TooFew,    ///< too few samples, see kFewestForProof
    Busy,      ///< other processes used the machine
    Varying,   ///< its samples vary too much
};

/// The range from the least to the greatest of five samples contains their true median with 94 % confidence; fewer
/// samples hardly ever prove anything.
constexpr std::size_t kFewestForProof = 5;

[[nodiscard]] BenchDoubt doubtAbout(const BenchResult& result);

/// The time of `slower` over the time of `faster`, two arms of one cell (batch size, width and threads), with its range
/// (95 %). For a single mini-batch, it is the ratio of the medians, as in SpeedRatio. For several, times differ more
/// between mini-batches than between arms, so it is the median of the ratios of samples that were taken in the same
/// round, and thus on the same trees. None if either result is in doubt.
[[nodiscard]] std::optional<SpeedRatio> provenRatio(const BenchResult& slower, const BenchResult& faster);

enum class ProvenOrder : std::uint8_t { Faster, Slower, Open };

/// Like provenRatio, but noisy samples are allowed. None if there are too few samples or the values differ.
[[nodiscard]] std::optional<SpeedRatio> seenRatio(const BenchResult& slower, const BenchResult& faster);

/// On a busy machine the true range is wider than the samples suggest, because those from one slow spell resemble each
/// other. So noisy ranges must clear a limit by this factor. Arms are timed in turn: a slow spell affects all of them.
constexpr double kDoubtMargin = 1.1;

/// Faster or slower if the samples prove that `result` differs from `reference`. The range of the ratio must exclude 1;
/// if the samples are noisy, by a factor of kDoubtMargin.
[[nodiscard]] ProvenOrder provenOrder(const BenchResult& result, const BenchResult& reference);

} // namespace batchscope
