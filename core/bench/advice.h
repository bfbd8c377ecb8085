// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a report comes to, in a few sentences: from which batch size folding pays, which policy is fastest and what the
// others lose. A sentence is there only if the samples prove it (bench_series.h); what is left out for doubt is
// counted, with the reason.
#pragma once

#include "core/bench/bench.h"

#include <cstddef>
#include <string>
#include <vector>

namespace batchscope {

/// A list should be short; beyond this, findings are counted only.
constexpr std::size_t kMostFindings = 12;

/// Whole sentences, the most useful first; none without results. At most kMostFindings, and after them how many more
/// there are, what was left out and why, and whether all this is about training. If widths, threads or models differ
/// in the report, each finding begins with its own.
[[nodiscard]] std::vector<std::string> adviceOn(const BenchReport& report);
/// As adviceOn, but arms have their titles instead of their names (armTitle in arms.h).
[[nodiscard]] std::vector<std::string> adviceByTitle(BenchReport report);

} // namespace batchscope
