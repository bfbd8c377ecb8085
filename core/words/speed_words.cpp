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

std::string runTakesTooLong(std::string_view duration) {
    return fmt::format("a single run of each arm takes at least {}; use bench or the Timing panel instead", duration);
}

std::string splitOfSpeedup(std::string_view batching, std::string_view engine, std::string_view both) {
    return fmt::format("batching {} × engine {} = {} overall", batching, engine, both);
}

} // namespace batchscope::words
