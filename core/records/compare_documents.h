// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two runs of a benchmark, compared as documents: their samples series by series (core/bench/compare_runs.h). The
// command line's --compare and the window get their verdicts here, so that they are the same.
#pragma once

#include "core/base/table.h"
#include "core/bench/compare_runs.h"
#include "core/records/bench_document.h"

#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// The share that a series may be slower by, unless the user says otherwise: 5 %.
constexpr double kUsualTolerance = 0.05;

/// Errors as compareRuns(). Conditions that differ are no error.
[[nodiscard]] Result<RunComparison> compareDocuments(const BenchDocument& before, const BenchDocument& after,
                                                     double tolerance);

/// Of a series that both runs have: what tells it from others, its medians, and the verdict. In JSON, too.
[[nodiscard]] std::span<const Column<ComparedSeries>> comparedColumns();

/// The conditions of a run are machine, libraries, build, input and options. Where two runs differ in one of them, that
/// may explain a difference in time. A line for each: `cpu: "A" then, "B" now`. What identifies a series (arm, batch
/// size, dim) is no condition, nor is how many mini-batches were drawn: it changes no step.
[[nodiscard]] std::vector<std::string> differentConditions(const BenchDocument& before, const BenchDocument& now);

} // namespace batchscope
