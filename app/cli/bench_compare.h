// SPDX-License-Identifier: GPL-3.0-or-later
//
// `bench --compare OLD.json`: holds the samples of a run against those of an earlier one (core/bench/compare_runs.h),
// and says where the two were not measured under the same conditions.
#pragma once

#include "app/cli/table_formats.h"
#include "core/bench/compare_runs.h"
#include "core/records/bench_json.h"

#include <string>
#include <vector>

namespace batchscope {

/// What is tolerated unless --fail-if-slower says otherwise: a median that is slower by 5 %.
constexpr double kUsualTolerance = 0.05;

struct EarlierRun {
    std::string file;
    Json context; ///< as it stands in the file: keys that it lacks differ from any value
    std::vector<TimedSeries> series;
};

/// Read before anything is measured, so that a wrong file costs no minutes. Errors as readBenchDocument(), and what
/// compareRuns() finds wrong with one run.
[[nodiscard]] Result<EarlierRun> readEarlierRun(const std::string& file, const RunControl& control);

[[nodiscard]] std::vector<TimedSeries> timedSeries(const BenchReport& report);

/// Whether the mini-batches of both runs are of the same trees. `context` is that of the new document.
[[nodiscard]] bool haveSameDraw(const EarlierRun& earlier, const Json& context);

/// A line for each condition that differs and may explain a difference in time: "cpu: now 'A', then 'B'". `context` is
/// that of the new document. Options that identify a series (arm, batch, dim) are not conditions.
[[nodiscard]] std::vector<std::string> differentConditions(const EarlierRun& earlier, const Json& context);

/// `comparison` of the document.
[[nodiscard]] Json comparisonJson(const RunComparison& comparison, const EarlierRun& earlier);

/// A row for each series that both runs have.
[[nodiscard]] FigureTable comparisonTable(const RunComparison& comparison);
/// Adds the comparison to a table of `report` as further columns: for CSV, which holds one table.
void addComparison(FigureTable& table, const BenchReport& report, const RunComparison& comparison);

} // namespace batchscope
