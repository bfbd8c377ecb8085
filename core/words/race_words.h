// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two ways of running the same trees, side by side on one clock: how far each is, and how it ended.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

/// "41 of 132 batches"; counts as text.
[[nodiscard]] std::string batchInRace(std::string_view done, std::string_view all);
/// The same with the time so far: "41 of 132 batches · 64 µs".
[[nodiscard]] std::string placeInRace(std::string_view place, std::string_view time);
[[nodiscard]] std::string finishedInRace(std::string_view place);

/// Where the times come from.
[[nodiscard]] std::string timesAreScaled(std::size_t runs);
inline constexpr std::string_view kTimesAreOfOneRun =
    "Times of the recorded run alone, because no steady median has been measured.";

inline constexpr std::string_view kRaceIsOn = "The same trees and the same weights. The result follows when both have "
                                              "finished.";

struct RaceFinish {
    std::string_view regularBatches;
    std::string_view regularTime;
    std::string_view foldedBatches;
    std::string_view foldedTime;
    std::string_view factor; ///< with its range
};
/// "Folded ran 1.60× (1.49–1.93) as fast …": all on the same kernels.
[[nodiscard]] std::string foldedWins(const RaceFinish& finish);
/// The range of the factor holds 1.
[[nodiscard]] std::string raceIsOpen(const RaceFinish& finish);
[[nodiscard]] std::string regularWins(const RaceFinish& finish);
/// `split` as splitOfSpeedup.
[[nodiscard]] std::string splitOfRace(std::string_view split, std::size_t runs);
/// Two ways to batch: only counts are compared.
[[nodiscard]] std::string raceOfPolicies(std::string_view here, std::string_view hereBatches, std::string_view there,
                                         std::string_view thereBatches);

} // namespace batchscope::words
