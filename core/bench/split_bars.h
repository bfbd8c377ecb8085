// SPDX-License-Identifier: GPL-3.0-or-later
//
// The speed-up of a folded arm on the engine, split into batching and engine: what the plot of steps shows, for one arm
// at one batch size. Times are those of whole steps, construction included, as everywhere in a sweep.
#pragma once

#include "core/bench/phase_bars.h"
#include "core/trace/speed_text.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

/// What a split is of.
struct SplitCell {
    PhaseCell cell;
    std::string arm; ///< folded, on the engine

    bool operator==(const SplitCell&) const = default;
};

/// Every folded arm that ran on the engine, in order of measurement, whether its counterparts were measured or not.
[[nodiscard]] std::vector<SplitCell> splitCells(const BenchReport& report);
/// The first of those with the largest batch; none without any.
[[nodiscard]] std::optional<SplitCell> largestSplit(const BenchReport& report);
/// What tells each from the others: "32 trees, folded:agenda".
[[nodiscard]] std::vector<std::string> splitCellNames(const std::vector<SplitCell>& cells);
/// Empty, with the reason, if an arm that it needs was not measured or there is a doubt about it (doubtAbout()).
[[nodiscard]] SpeedSplit splitOfCell(const BenchReport& report, const std::optional<SplitCell>& cell);
/// Of all results that a split shows, the indices: regular@off, regular, folded@off, folded; none where not measured.
[[nodiscard]] std::array<std::optional<std::size_t>, kTimedArmCount> splitResults(const BenchReport& report,
                                                                                  const SplitCell& cell);

} // namespace batchscope
