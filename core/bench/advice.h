// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sums up a report in a few sentences: from which batch size each folded arm pays, and how fast it then is. A finding
// is stated only if the samples prove it (bench_series.h); doubtful results are counted.
#pragma once

#include "core/bench/bench.h"

#include <cstddef>
#include <string>
#include <vector>

namespace batchscope {

/// Findings beyond this number are only counted, to keep the list short.
constexpr std::size_t kMostFindings = 12;

/// Whole sentences, the most useful first; none without results. At most kMostFindings, followed by the number of
/// further findings, the doubtful results with reasons, and whether the times are of training or inference. If models,
/// widths, threads or kinds of work differ in the report, each finding begins with its own.
[[nodiscard]] std::vector<std::string> adviceOn(const BenchReport& report);
/// Like adviceOn, but names arms by their titles (armTitle in arms.h).
[[nodiscard]] std::vector<std::string> adviceByTitle(BenchReport report);

} // namespace batchscope
