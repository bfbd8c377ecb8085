// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compares two runs of `bench` series by series to find out if a program has become slower. It serves as a gate for
// continuous integration, so it must neither fail without cause nor miss a real slowdown.
//
// A series is slower if all three hold:
//
//  1. Its samples differ: two-sided Mann–Whitney test, corrected for the number of series (Holm 1979, "A simple
//     sequentially rejective multiple test procedure"). Of all pairs of runs that do not differ, whatever their number
//     of series, at most 1 % get this far, if samples are independent.
//  2. The ratio new / old (Hodges and Lehmann) exceeds 1 + tolerance. Samples are not independent: those of one run
//     share the state of the machine (frequency, placement in memory, neighbors), so two runs of one program differ by
//     more than their samples scatter, and given enough samples every such difference is significant. One pair of runs
//     cannot tell it from a change of the program. Only the tolerance can allow for it; a tiny but significant
//     difference is Same.
//  3. Its fastest steps (quantile 0.1) are slower, too, by half of the tolerance at least. Load only adds time: a busy
//     neighbor delays the steps it meets and leaves the others alone, while no step of a slower program is as fast as
//     before (Chen and Revels 2016, "Robust benchmarking in noisy environments"). Else the verdict is Unsteady: the
//     difference is real, but the program may not be its cause. A program with only some slower steps gets this
//     verdict, too.
//
// The speed of a virtual machine may also change for minutes without a visible cause, slowing all steps alike. The
// yardstick detects that (bench_context.h): if it differs in the same direction, the difference is attributed to the
// machine, up to the square of the yardstick's ratio, since some steps are affected more than the yardstick. The
// verdict is then OtherSpeed: the run must be repeated to learn anything about the program.
//
// If one of the results is busy, other processes may have caused a difference of up to a factor of two: Unsteady.
//
// Faster follows the mirrored rules: swapping the runs swaps the verdicts.
//
// If both runs measured a series on the same mini-batches, the differences between mini-batches are removed (aligned
// ranks, Hodges and Lehmann 1962, "Rank methods for combination of independent experiments"): each sample is divided by
// the median of both runs on its mini-batch, and ranks are permuted only within a mini-batch. Otherwise the spread
// between mini-batches would hide smaller differences between the runs.
//
// Simulated verdicts at a tolerance of 5 %: 10 log-normal samples for each of 16 series, with a scatter of 3 % and this
// additional scatter from run to run (standard deviation, independent for each series):
//
//     from run to run                                    none   0.5 %   0.7 %    1 %   1.5 %
//     equal programs, some series slower                0.1 %   0.2 %   0.9 %    4 %    17 %
//     10 % slower in one series, which is slower         98 %    97 %    96 %   95 %    90 %
//     10 % slower in four series, one of them slower    100 %   100 %   100 %  100 %   100 %
//
// (With a single series, 10 % are found in 99.9 % of cases.) So the tolerance should be at least seven times the
// variation of medians between runs of one program on the machine, which a few such runs show. More repeats reduce only
// the scatter within a run.
#pragma once

#include "core/base/result.h"
#include "core/bench/bench.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

struct TimedSeries {
    BenchKey key;                ///< identifies the series in both runs
    std::vector<double> samples; ///< seconds, in any order
    /// The mini-batch of each sample; equal numbers must mean equal trees in both runs. Empty if that is not known.
    std::vector<std::uint32_t> miniBatches = {};
    std::optional<double> yardstickSeconds = std::nullopt; ///< see BenchResult
    bool isBusy = false; ///< other processes used the machine, which may explain a difference
};

enum class SeriesVerdict : std::uint8_t {
    Same, ///< no proven difference that exceeds the tolerance
    Slower,
    Faster,
    OtherSpeed,    ///< a difference that the speed of the machine explains; see above
    Unsteady,      ///< other processes may explain the difference; see above
    TooFewSamples, ///< even if all samples were slower, they would prove nothing
};

struct ComparedSeries {
    BenchKey key;
    std::size_t oldCount = 0; ///< samples
    std::size_t newCount = 0;
    double oldMedian = 0.0; ///< seconds
    double newMedian = 0.0;
    double ratio = 1.0;          ///< new / old: the median over all pairs of samples, not the ratio of the medians
    double pValue = 1.0;         ///< for this series alone
    double adjustedPValue = 1.0; ///< corrected for the number of series (Holm): decides the verdict; 1 if untested
    double superiority = 0.5;    ///< share of pairs in which the new sample takes longer; ties count half
    double fastestRatio = 1.0;   ///< new / old of the fastest steps (quantile 0.1)
    bool isBusy = false;         ///< one of the two was
    double machineRatio = 1.0;   ///< new / old of the yardstick; 1 if a run did not measure it
    std::size_t miniBatches = 1; ///< whose differences were removed, except from the medians; 1: none
    SeriesVerdict verdict = SeriesVerdict::Same;
};

struct RunComparison {
    std::vector<ComparedSeries> series; ///< the series in both runs, in the order of the new one
    std::vector<BenchKey> onlyOld;      ///< in the order of its run
    std::vector<BenchKey> onlyNew;
    double tolerance = 0.0;
    /// The number of repeats with which none of `series` would have too few samples.
    std::size_t repeatsNeeded = 0;

    [[nodiscard]] std::size_t count(SeriesVerdict verdict) const;
    [[nodiscard]] bool isSlower() const { return count(SeriesVerdict::Slower) > 0; }
    /// False if no series has enough samples: a gate has then tested nothing and must report that.
    [[nodiscard]] bool isTested() const { return count(SeriesVerdict::TooFewSamples) < series.size(); }
};

/// `tolerance` is a share: 0.05 for 5 %. Config errors: no results in a run, two results of one series, a series
/// without samples, a sample that is not a finite number greater than 0, a different number of mini-batches than of
/// samples, no series in both runs, a tolerance below 0 or not finite.
[[nodiscard]] Result<RunComparison> compareRuns(std::span<const TimedSeries> before, std::span<const TimedSeries> after,
                                                double tolerance);

/// "same", "slower", "faster", "other speed", "unsteady", "too few samples".
[[nodiscard]] std::string_view verdictText(SeriesVerdict verdict);
/// "folded, tree-lstm, dim 100, batch size 32, 1 thread, training"
[[nodiscard]] std::string seriesName(const BenchKey& key);
/// A summary of the comparison, one sentence per line: how many series are slower (always) and, if there are any, how
/// many are faster, unsteady, affected by the machine's speed, short of samples, or in only one of the runs.
[[nodiscard]] std::vector<std::string> linesOn(const RunComparison& comparison);

} // namespace batchscope
