// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compares two runs of a benchmark as documents: their samples series by series (core/bench/compare_runs.h). The
// command line's --compare and the window both get their verdicts here, so they agree.
#pragma once

#include "core/base/table.h"
#include "core/bench/compare_runs.h"
#include "core/records/bench_document.h"

#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// The default share by which a series may be slower: 5 %.
constexpr double kUsualTolerance = 0.05;

/// Fails like compareRuns(). Differing conditions are not an error.
[[nodiscard]] Result<RunComparison> compareDocuments(const BenchDocument& before, const BenchDocument& after,
                                                     double tolerance);

/// The columns for a series that both runs have: what identifies it, its medians and the verdict. Also used for JSON.
[[nodiscard]] std::span<const Column<ComparedSeries>> comparedColumns();

/// The conditions in which two runs differ, which may explain a difference in time, one per line: `cpu: "A" then, "B"
/// now`. Conditions are machine, libraries, build, input and options. What identifies a series (arm, batch size, dim)
/// is not a condition, nor is the number of mini-batches drawn, which changes no step.
[[nodiscard]] std::vector<std::string> differentConditions(const BenchDocument& before, const BenchDocument& now);

} // namespace batchscope
