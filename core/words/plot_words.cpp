// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/plot_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string onLogScale(std::string_view label) {
    return fmt::format("{} (log scale)", label);
}

std::string dimNamed(std::int32_t dim) {
    return fmt::format("dim {}", dim);
}

std::string threadsNamed(int threads) {
    return fmt::format("{} thread{}", threads, threads == 1 ? "" : "s");
}

std::string paysFromSize(std::string_view who, std::string_view trees) {
    return fmt::format("{} pays from {} on", who, trees);
}

std::string paysFromAbout(std::string_view who, std::string_view trees) {
    return fmt::format("{} pays from about {} on", who, trees);
}

std::string paysAtAllSizes(std::string_view who) {
    return fmt::format("{} pays at every measured size", who);
}

std::string splitOfOtherValues(std::string_view arm) {
    return fmt::format("No split: the values of {} are not those of the regular run, so its time is of another "
                       "computation.",
                       arm);
}

std::string splitOfFewSamples(std::string_view arm, std::size_t samples, std::size_t needed) {
    return fmt::format("No split: {} has {} sample{}, and a range takes at least {}. Measure with more repeats.", arm,
                       samples, samples == 1 ? "" : "s", needed);
}

std::string splitOfNoise(std::string_view arm, std::string_view reason) {
    return fmt::format("No split: {} is noisy: {}. Measure again with more repeats or on a quieter machine.", arm,
                       reason);
}

std::string noPictureByHand(std::string_view arm) {
    return fmt::format("{} batches by hand, so there is no schedule of a policy to show", arm);
}

std::string noPictureOfLegacy(std::string_view arm) {
    return fmt::format("{} merges and stacks as TorchFold does, which the canvas does not show", arm);
}

std::string noPictureOfSchedule(std::string_view arm) {
    return fmt::format(
        "{} follows a schedule from a file; to see it, choose the trees of this result and open the file "
        "with Model, Schedule, Open schedule",
        arm);
}

} // namespace batchscope::words
