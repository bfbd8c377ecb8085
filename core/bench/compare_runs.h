// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether a program has become slower: two runs of `bench`, compared series by series. It is a gate for continuous
// integration, which must not fail without cause, or nobody heeds it, and must not miss what it is there for.
//
// A series is slower if all three hold:
//
//  1. Its samples differ: two-sided Mann–Whitney test, corrected for the number of series (Holm 1979, "A simple
//     sequentially rejective multiple test procedure"). Of all pairs of runs that do not differ, whatever their number
//     of series, at most 1 % get this far, if samples are independent.
//  2. The ratio new / old (Hodges and Lehmann) exceeds 1 + tolerance. Samples are not independent: those of one run
//     share the state of the machine (frequency, placement in memory, neighbors), so two runs of one program differ by
//     more than their samples scatter, and given enough samples every such difference is significant. One pair of runs
//     cannot tell it from a change of the program. It can only be allowed for; a tiny but significant difference is
//     Same.
//  3. Its fastest steps (quantile 0.1) are slower, too, by half of the tolerance at least. Load only adds time: a busy
//     neighbor delays the steps it meets and leaves the others alone, while no step of a slower program is as fast as
//     before (Chen and Revels 2016, "Robust benchmarking in noisy environments"). Else the verdict is Unsteady: the
//     difference is real, but it need not be the program's. A program of which only some steps became slower gets this
//     verdict, too.
//
// A virtual machine also runs at another speed for minutes, unseen, with all steps slower alike. That is what the
// yardstick is for (bench_context.h): where it differs, too, a difference in the same direction is held to be the
// machine's, up to the square of what the yardstick differs by, since some steps are hit harder than it. The verdict is
// then OtherSpeed: nothing is known of the program until the run is repeated.
//
// Nor need a difference of up to a factor of two be the program's where one of the results is marked busy: Unsteady.
//
// Faster likewise: swapping the runs swaps the verdicts.
//
// Where both runs measured a series on the same mini-batches, their samples are compared with what the mini-batches
// differ by taken out (aligned ranks, Hodges and Lehmann 1962, "Rank methods for combination of independent
// experiments"): each is divided by the median of both runs on its mini-batch, and ranks only change places within a
// mini-batch. Else a mini-batch of large trees in both
// runs would hide a difference that is smaller than it.
//
// Simulated verdicts at a tolerance of 5 %: 10 log-normal samples for each of 16 series, scattered by 3 %, and by so
// much more from run to run (standard deviation, each series by itself):
//
//     from run to run                                    none   0.5 %   0.7 %    1 %   1.5 %
//     equal programs, some series slower                0.1 %   0.2 %   0.9 %    4 %    17 %
//     10 % slower in one series, which is slower         98 %    97 %    96 %   95 %    90 %
//     10 % slower in four series, one of them slower    100 %   100 %   100 %  100 %   100 %
//
// (Of a single series, 10 % are found in 99.9 %.) So the tolerance should be at least seven times what medians vary by
// between runs of one program on the machine, which a few such runs tell. More repeats help against scatter alone.
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
    BenchKey key;                ///< what two runs must have in common for their times to be compared
    std::vector<double> samples; ///< seconds, in any order
    /// For each sample the mini-batch that it ran on; equal numbers must be equal trees in both runs. Empty: not known
    /// to be so.
    std::vector<std::uint32_t> miniBatches = {};
    std::optional<double> yardstickSeconds = std::nullopt; ///< as in BenchResult
    bool isBusy = false; ///< others used the machine meanwhile: a difference need not be the program's
};

enum class SeriesVerdict : std::uint8_t {
    Same, ///< no difference that the samples prove and that exceeds the tolerance
    Slower,
    Faster,
    OtherSpeed,    ///< a difference that the speed of the machine explains; see above
    Unsteady,      ///< the typical step differs beyond the tolerance, the fastest ones do not; see above
    TooFewSamples, ///< not even samples that are all slower would prove anything
};

struct ComparedSeries {
    BenchKey key;
    std::size_t oldCount = 0; ///< samples
    std::size_t newCount = 0;
    double oldMedian = 0.0; ///< seconds
    double newMedian = 0.0;
    double ratio = 1.0;          ///< new / old: the median over all pairs of samples, not the ratio of the medians
    double pValue = 1.0;         ///< of this series alone
    double adjustedPValue = 1.0; ///< corrected for the number of series (Holm): what the verdict goes by; 1 if untested
    double superiority = 0.5;    ///< share of pairs in which the new sample takes longer; equal ones count half
    double fastestRatio = 1.0;   ///< new / old of the fastest steps (quantile 0.1)
    bool isBusy = false;         ///< one of both was
    double machineRatio = 1.0;   ///< new / old of the yardstick; 1 where a run did not take it
    std::size_t miniBatches = 1; ///< that were taken out, but not of the medians; 1: none
    SeriesVerdict verdict = SeriesVerdict::Same;
};

struct RunComparison {
    std::vector<ComparedSeries> series; ///< in both runs; in the order of the new one
    std::vector<BenchKey> onlyOld;      ///< each in the order of its run
    std::vector<BenchKey> onlyNew;
    double tolerance = 0.0;
    /// Repeats with which none of `series` would have too few samples.
    std::size_t repeatsNeeded = 0;

    [[nodiscard]] std::size_t count(SeriesVerdict verdict) const;
    [[nodiscard]] bool isSlower() const { return count(SeriesVerdict::Slower) > 0; }
    /// False where no series has enough samples: a gate has then tested nothing, and must say so.
    [[nodiscard]] bool isTested() const { return count(SeriesVerdict::TooFewSamples) < series.size(); }
};

/// `tolerance` is a share: 0.05 for 5 %. Config errors, in words: no results in a run, two of one series, a series
/// without samples, a sample that is not a finite number greater than 0, not as many mini-batches as samples, no series
/// in both runs, a tolerance below 0 or not finite.
[[nodiscard]] Result<RunComparison> compareRuns(std::span<const TimedSeries> before, std::span<const TimedSeries> after,
                                                double tolerance);

/// "same", "slower", "faster", "other speed", "unsteady", "too few samples".
[[nodiscard]] std::string_view verdictText(SeriesVerdict verdict);
/// "folded, tree-lstm, dim 100, batch size 32, 1 thread, training"
[[nodiscard]] std::string seriesName(const BenchKey& key);
/// What the comparison comes to, a sentence a line: how many series are slower (always), and, where there are any,
/// how many are faster, are unsteady, were measured at another speed of the machine, have too few samples, or are in
/// one run only.
[[nodiscard]] std::vector<std::string> linesOn(const RunComparison& comparison);

} // namespace batchscope
