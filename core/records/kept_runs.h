// SPDX-License-Identifier: GPL-3.0-or-later
//
// The runs of a history, each reduced to what a trend over them needs (history_trend.h): a thousand documents with
// everything that they hold would fill the memory, their samples do not.
#pragma once

#include "core/bench/compare_runs.h"
#include "core/records/bench_history.h"
#include "core/records/run_conditions.h"
#include "core/trace/speed_report.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// Which runs; what is empty holds for all.
struct HistoryFilter {
    std::string file = {}; ///< in the path of the first input file
    std::string net = {};
    std::string host = {};
    std::optional<std::size_t> last = std::nullopt; ///< of those that the others leave, by date
};

/// What `filter` leaves, the oldest run first; of one date, the one that was added first.
[[nodiscard]] std::vector<HistoryEntry> chosenEntries(std::vector<HistoryEntry> entries, const HistoryFilter& filter);

/// A result of a run.
struct KeptSeries {
    TimedSeries timed;
    double medianSeconds = 0.0;
    SpeedVerdict verdict = SpeedVerdict::Steady;
    std::size_t miniBatches = 1;
    std::size_t nodes = 0;
    bool equal = false;
};

struct KeptRun {
    HistoryEntry entry;
    std::optional<Error> fault = std::nullopt; ///< why its document cannot be read; then nothing below is known
    /// With the host, and with the input files as paths that do not depend on a folder.
    RunConditions conditions = {};
    std::string build = {};              ///< "release", or what keeps its times from being trusted
    bool isCancelled = false;            ///< stopped early: some results are missing
    std::vector<KeptSeries> series = {}; ///< in the order of the results
};

/// A document that cannot be read becomes the run's fault.
[[nodiscard]] KeptRun keptRun(HistoryEntry entry, const Result<BenchDocument>& document);

/// Reads the documents of these entries, with progress. One that is damaged does not keep the others from being read;
/// an entry that somebody has removed since is left out. Errors: Io as BenchHistory::read(), Cancelled.
[[nodiscard]] Result<std::vector<KeptRun>>
readKeptRuns(const BenchHistory& history, std::span<const HistoryEntry> entries, const RunControl& control);

} // namespace batchscope
