// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/speed_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string middleHalfVaries(std::size_t runs, double percent) {
    return fmt::format("the interquartile range of an arm's {} runs is {:.0f}% of their median", runs, percent);
}

std::string medianVaries(std::size_t runs, double percent) {
    return fmt::format("the median of {} runs is known only to within {:.0f}%", runs, percent);
}

std::string machineIsBusy(std::string_view how) {
    return fmt::format("the machine is busy ({})", how);
}

std::string processorsUsedByOthers(double used, int processors) {
    return fmt::format("other processes use {:.1f} of {} processors", used, processors);
}

std::string waitedForProcessor(double percent) {
    return fmt::format("{:.0f}% of the time was spent waiting for a processor", percent);
}

std::string machineIsSlow(double percent) {
    return fmt::format(
        "the machine ran at {:.0f}% of its best speed in this run, perhaps because of neighbors on the same "
        "host",
        percent);
}

std::string onlyFewRuns(std::size_t runs, std::string_view duration) {
    return fmt::format("one run of each arm takes {}, so only {} {} made; bench makes more", duration, runs,
                       runs == 1 ? "was" : "were");
}

std::string splitOfSpeedup(std::string_view batching, std::string_view engine, std::string_view both) {
    return fmt::format("batching {} × engine {} = {} overall", batching, engine, both);
}

std::string splitNeedsArms(std::string_view missing) {
    return fmt::format("A split compares four arms, of which these were not measured here: {}. Measure them, too.",
                       missing);
}

std::string splitNotMeasured(std::string_view reason) {
    return fmt::format("Not measured: {}.", reason);
}

std::string splitInDoubt(std::string_view reason) {
    return fmt::format("In doubt: {}.", reason);
}

std::string splitWithoutEngine(std::string_view why) {
    return fmt::format("All of this run's speed-up is batching: {}.", why);
}

std::string timeWithRange(std::string_view time, std::string_view low, std::string_view high) {
    return fmt::format("{} ({} to {})", time, low, high);
}

std::string splitStep(std::string_view arm, std::string_view time) {
    return fmt::format("{} takes {}", arm, time);
}

std::string splitStepAfter(std::string_view arm, std::string_view time, std::string_view part,
                           std::string_view factor) {
    return fmt::format("{} {}: {} takes {}", part, factor, arm, time);
}

std::string splitWayText(std::string_view way, std::string_view steps) {
    return fmt::format(" With {}: {}.", way, steps);
}

} // namespace batchscope::words
