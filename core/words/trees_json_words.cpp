// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/trees_json_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string jsonArrayOf(std::string_view key) {
    return fmt::format("an array of {}", key);
}

std::string unknownTreesVersion(std::string_view version) {
    return fmt::format("found version {} of trees in JSON; expected 1: was it written by a newer Batchscope?", version);
}

std::string unequalArrays(std::size_t words, std::size_t heads, std::size_t labels) {
    return fmt::format("found {} words, {} heads and {} labels; expected the same number of each, and at least one",
                       words, heads, labels);
}

std::string invalidHead(std::string_view found, std::size_t last) {
    return fmt::format("found head {}; expected 0 (the root) to {}", found, last);
}

} // namespace batchscope::words
