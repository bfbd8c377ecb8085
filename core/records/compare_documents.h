// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two runs of a benchmark, compared as documents: their samples series by series (core/bench/compare_runs.h). The
// command line's --compare and the window get their verdicts here, so that they are the same.
#pragma once

#include "core/bench/compare_runs.h"
#include "core/records/bench_document.h"

#include <vector>

namespace batchscope {

/// The share that a series may be slower by, unless the user says otherwise: 5 %.
constexpr double kUsualTolerance = 0.05;

/// In the order of the results.
[[nodiscard]] std::vector<TimedSeries> timedSeries(const BenchReport& report);

/// Errors as compareRuns(). Conditions that differ are no error: see run_conditions.h.
[[nodiscard]] Result<RunComparison> compareDocuments(const BenchDocument& before, const BenchDocument& after,
                                                     double tolerance);

/// For samples that are held against another draw of mini-batches: which ones they ran on says nothing then.
void forgetMiniBatches(std::vector<TimedSeries>& series);

} // namespace batchscope
