// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/race_words.h"

#include <fmt/format.h>

namespace batchscope::words {

namespace {

std::string countsAndTimes(const RaceFinish& finish) {
    return fmt::format("{} batches in {} node by node, {} in {} folded, on the same kernels", finish.regularBatches,
                       finish.regularTime, finish.foldedBatches, finish.foldedTime);
}

} // namespace

std::string batchInRace(std::string_view done, std::string_view all) {
    return fmt::format("{} of {} batches", done, all);
}

std::string placeInRace(std::string_view place, std::string_view time) {
    return fmt::format("{} · {}", place, time);
}

std::string finishedInRace(std::string_view place) {
    return fmt::format("{} · finished", place);
}

std::string timesAreScaled(std::size_t runs) {
    return fmt::format("Times of the recorded run, scaled to the median of {} runs.", runs);
}

std::string foldedWins(const RaceFinish& finish) {
    return fmt::format("Folded is {} as fast: {}.", finish.factor, countsAndTimes(finish));
}

std::string raceIsOpen(const RaceFinish& finish) {
    return fmt::format("Neither side is faster within the spread, {}: {}.", finish.factor, countsAndTimes(finish));
}

std::string regularWins(const RaceFinish& finish) {
    return fmt::format("Folding does not pay here, {}: {}.", finish.factor, countsAndTimes(finish));
}

std::string splitOfRace(std::string_view split, std::size_t runs) {
    return fmt::format("Against node by node on LibTorch: {}. Medians of {} runs.", split, runs);
}

std::string raceOfPolicies(std::string_view here, std::string_view hereBatches, std::string_view there,
                           std::string_view thereBatches) {
    return fmt::format("{}: {} batches. {}: {} batches.", here, hereBatches, there, thereBatches);
}

} // namespace batchscope::words
