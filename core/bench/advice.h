// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a report comes to, in a few sentences: from which batch size folding pays, where the time goes, which policy is
// fastest and what the others lose, and what padding wastes. A sentence is there only if the samples prove it
// (bench_series.h); what is left out for doubt is counted, with the reason. Figures are rounded so far that they would
// hardly change if the run were repeated.
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

/// A factor rounded to steps of 1, 2 or 5 times a power of ten that are no narrower than its range, which counts as
/// 5 % to 25 % of the factor: 6.37, known to be between 6.2 and 6.55, is 6.5.
[[nodiscard]] double coarseFactor(const SpeedRatio& ratio);

} // namespace batchscope
