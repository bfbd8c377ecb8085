// SPDX-License-Identifier: GPL-3.0-or-later
//
// The results of a report as series over batch sizes, and what the samples of two results prove about which of them is
// faster. Whatever is concluded from a benchmark goes by this, so that no two conclusions can contradict each other.
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

/// All that tells the result from others.
[[nodiscard]] BenchKey keyOf(const BenchResult& result);
/// What the arms of a cell share: the key without the arm.
[[nodiscard]] BenchKey cellOf(const BenchResult& result);
/// Where a series was measured; two series are compared only in the same place: the cell without its batch size.
[[nodiscard]] BenchKey placeOf(const BenchResult& result);

// The ratios that the literature reports, since a time says little by itself, and what must be known to read them.

/// Regular on these kernels in the cell of `result`; null where it was not measured or its values differ.
[[nodiscard]] const BenchResult* regularBeside(std::span<const BenchResult> results, const BenchResult& result,
                                               PassChoice kernels);

/// Fills speed-ups, cost ratio and speed-up ratio from results of the same width and threads, which are in the order of
/// the arms within a cell; what lacks its counterpart stays as it is, and so does a result whose values are not those
/// of the regular run. May be called again when more has been measured.
void fillRatios(std::span<BenchResult> results);

/// Fills the share of the multiply-add bound, of the results on as many threads. Where the engine is capped to fewer
/// instructions, only of its own results: the cap does not reach LibTorch's BLAS.
void fillShares(std::span<BenchResult> results, const Roofline& roofline);

/// "1 tree", "1,200 trees".
[[nodiscard]] std::string treesText(std::size_t count);

/// What the figures hide, one line each: what arms that are batched by hand padded.
[[nodiscard]] std::vector<std::string> notesOn(std::span<const BenchResult> results);

// How far the samples of an arm can be trusted. They differ for two reasons that must not be mixed up: mini-batches
// have trees of other sizes, which is a property of the data, and the machine is not as fast one moment as the next,
// which is an error of measurement. To see the second, the first is taken out: each sample is scaled by what its
// mini-batch differs from the others.

/// Samples vary if their coefficient of variation, mini-batches taken out, exceeds this.
constexpr double kMostVariation = 0.10;

struct SampleSpread {
    /// Inter-quartile range of the medians of the mini-batches; none of a single one.
    std::optional<double> overBatches;
    /// Inter-quartile range of the samples, mini-batches taken out; none where no mini-batch was measured twice.
    std::optional<double> overRepeats;
    double variation = 0.0; ///< coefficient of variation, mini-batches taken out; 0 where overRepeats has none
};

/// `batches`: for each sample the mini-batch that it ran on.
[[nodiscard]] SampleSpread sampleSpread(std::span<const double> samples, std::span<const std::uint32_t> batches);

/// The samples with the differences between mini-batches removed: each is divided by the median of `references` on its
/// mini-batch and multiplied by the median of these medians. Every mini-batch must have references.
[[nodiscard]] std::vector<double> alignedSamples(std::span<const double> samples,
                                                 std::span<const std::uint32_t> batches,
                                                 std::span<const double> references,
                                                 std::span<const std::uint32_t> referenceBatches);

/// Busy before Varying: a reason that can be helped comes first.
[[nodiscard]] SpeedVerdict sampleVerdict(const SampleSpread& spread, const MachineLoad& load);
/// Why samples of such a verdict are worth little: "the samples vary by more than 10% (coefficient of variation)".
/// Empty if they are not.
[[nodiscard]] std::string noiseText(SpeedVerdict verdict, const MachineLoad& load);

/// One arm in one place. Never empty.
struct BenchSeries {
    std::vector<const BenchResult*> bySize; ///< batch sizes rise; each is there once

    [[nodiscard]] const BenchResult& first() const { return *bySize.front(); }
    [[nodiscard]] const BenchResult& last() const { return *bySize.back(); }
    /// Null where that batch size was not measured.
    [[nodiscard]] const BenchResult* at(std::size_t batch) const;
};

/// In the order of seriesOf(). Of two results of one series and batch size, the first counts. The results must outlive
/// the series.
[[nodiscard]] std::vector<BenchSeries> benchSeries(std::span<const BenchResult> results);

/// Of any policy: "folded:depth", but not "folded-legacy".
[[nodiscard]] bool isFoldedSeries(const BenchSeries& series);
/// Of regular in the same place and on the same kernels; null where it was not measured.
[[nodiscard]] const BenchSeries* regularSeriesFor(const BenchSeries& series, std::span<const BenchSeries> all);

/// Why nothing, or no more than a plain order, is concluded from a result; the first that holds.
enum class BenchDoubt : std::uint8_t {
    None,
    Different, ///< its values are not those of the regular run: it is the time of another computation
    TooFew,    ///< samples, see kFewestForProof
    Busy,      ///< other processes used the machine
    Varying,   ///< its samples do not agree
};

/// The range of a median of five samples, from the least to the greatest, holds it with 94 %; of fewer, hardly ever
/// enough to prove anything.
constexpr std::size_t kFewestForProof = 5;

[[nodiscard]] BenchDoubt doubtAbout(const BenchResult& result);

/// Time of `slower` over time of `faster`, two arms of one cell (batch size, width and threads), with its range (95 %).
/// On a single mini-batch the range is that of the medians, as in SpeedRatio. Over several, times differ more between
/// mini-batches than between arms; so there it is the median of the ratios of samples that were taken in one round, and
/// thus on the same trees. None if there is a doubt about either.
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
