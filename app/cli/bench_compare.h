// SPDX-License-Identifier: GPL-3.0-or-later
//
// `bench --compare OLD.json`: holds the samples of a run against those of an earlier one (core/bench/compare_runs.h),
// and says where the two were not measured under the same conditions.
#pragma once

#include "app/cli/commands.h"
#include "app/cli/table_formats.h"
#include "core/records/bench_json.h"
#include "core/records/compare_documents.h"

#include <string>
#include <vector>

namespace batchscope {

struct EarlierRun {
    std::string file;
    RunConditions conditions; ///< as they stand in the file
    std::vector<TimedSeries> series;
};

/// Read before anything is measured, so that a wrong file costs no minutes. Errors as readBenchDocument(), and what
/// compareRuns() finds wrong with one run.
[[nodiscard]] Result<EarlierRun> readEarlierRun(const std::string& file, const RunControl& control);

/// `comparison` of the document; `file`: what stands for the earlier run.
[[nodiscard]] Json comparisonJson(const RunComparison& comparison, const std::string& file);
/// How scripts read a verdict: "too_few_samples".
[[nodiscard]] const char* verdictKey(SeriesVerdict verdict);
/// The keys that identify a series.
[[nodiscard]] Json keyJson(const SeriesKey& key);

/// The exit code of a run with --fail-if-slower. If no series had enough samples, stderr says so.
[[nodiscard]] ExitCode codeOfGate(const RunComparison& comparison);

/// What stands after comparisonTable(): against what, and what its columns mean. `file` as above.
[[nodiscard]] std::vector<std::string> comparisonRemarks(const RunComparison& comparison, const std::string& file);
/// A row for each series that both runs have.
[[nodiscard]] FigureTable comparisonTable(const RunComparison& comparison);
/// Adds the comparison to a table of `report` as further columns: for CSV, which holds one table.
void addComparison(FigureTable& table, const BenchReport& report, const RunComparison& comparison);

} // namespace batchscope
