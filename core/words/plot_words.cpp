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

std::string multiplyAddLimit(std::string_view rate) {
    return fmt::format("limit of multiply-adds: {}", rate);
}

std::string copyLimit(std::string_view rate) {
    return fmt::format("limit of copying: {}", rate);
}

std::string limitsOfOtherThreads(int threads) {
    return fmt::format("The limits of this machine were measured with {}, and no arm was. Measure the arms with the "
                       "same number of threads.",
                       threadsNamed(threads));
}

std::string leftOutWithoutCopies(std::size_t results) {
    return fmt::format("{} result{} without copies {} left out.", results, results == 1 ? "" : "s",
                       results == 1 ? "is" : "are");
}

std::string leftOutOtherThreads(std::size_t results, int threads) {
    return fmt::format("{} result{} {} left out, because the limits were measured with {}.", results,
                       results == 1 ? "" : "s", results == 1 ? "is" : "are", threadsNamed(threads));
}

} // namespace batchscope::words
