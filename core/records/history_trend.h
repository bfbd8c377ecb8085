// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the times of a benchmark developed from run to run, and where they became worse. Each run is held against the
// last one before it that was measured under the same conditions (run_conditions.h, and the host), series by series and
// with the test of core/bench/compare_runs.h, which corrects for the number of series. Only what that test calls slower
// is a regression. Where there is nothing to compare with, the trend says why: two machines, two builds or two inputs
// are never held against each other.
#pragma once

#include "core/base/statistics.h"
#include "core/records/kept_runs.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// A run in a series.
struct TrendPoint {
    std::size_t run = 0; ///< index into HistoryTrend::runs
    double medianSeconds = 0.0;
    MedianRange range = {}; ///< of the median, 95 % confidence
    SpeedVerdict verdict = SpeedVerdict::Steady;
    std::size_t samples = 0;
    bool equal = false;
    std::int64_t before = 0; ///< HistoryEntry::id of the run that it is held against; 0: none
    std::optional<ComparedSeries> change = std::nullopt; ///< against that run
    std::string whyNot = {};                             ///< why there is no change, for people

    [[nodiscard]] bool is(SeriesVerdict asked) const { return change && change->verdict == asked; }
};

struct TrendSeries {
    SeriesKey key;
    std::vector<TrendPoint> points; ///< by run
};

/// A run as a whole.
struct TrendRun {
    HistoryEntry entry;
    std::optional<Error> fault = std::nullopt; ///< why its document cannot be read; it has no points then
    bool isCancelled = false;
    std::vector<SeriesKey> series = {}; ///< in the order of the results
    std::size_t compared = 0;           ///< series that are held against an earlier run
    std::size_t slower = 0;             ///< of these
    std::size_t faster = 0;
    std::size_t otherSpeed = 0; ///< of the machine
    std::size_t unsteady = 0;
    std::size_t untested = 0; ///< too few samples
    std::string whyNot = {};  ///< why nothing is compared, where nothing is
};

struct HistoryTrend {
    std::vector<TrendRun> runs;      ///< the oldest first
    std::vector<TrendSeries> series; ///< those that differ in nothing but the arm next to each other
    double tolerance = 0.0;
};

/// The median by which a series is said to differ may change by `tolerance`, as in compareRuns(). `runs` in any order,
/// no null. Errors: Config for a tolerance that is none; Cancelled.
[[nodiscard]] Result<HistoryTrend> trendOf(std::vector<const KeptRun*> runs, double tolerance,
                                           const RunControl& control);
/// The same of runs that are next to each other.
[[nodiscard]] Result<HistoryTrend> trendOf(std::span<const KeptRun> runs, double tolerance, const RunControl& control);

/// The last `count` runs of it, with what they were found to be against runs that are left out.
[[nodiscard]] HistoryTrend lastRuns(HistoryTrend trend, std::size_t count);

/// The series without its arm: "tree-lstm, dim 100, batch size 32, 1 thread".
[[nodiscard]] std::string placeName(const SeriesKey& key);
/// Whether they differ in nothing but the arm.
[[nodiscard]] bool areOfOnePlace(const SeriesKey& left, const SeriesKey& right);

} // namespace batchscope
