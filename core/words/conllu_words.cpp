// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/conllu_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string wrongColumnCount(std::size_t found, std::size_t expected) {
    return fmt::format("found {} column{}; expected {} separated by tabs{}", found, found == 1 ? "" : "s", expected,
                       found == 1 ? " (are there spaces instead of tabs?)" : "; write '_' for an empty one");
}

std::string wrongTokenId(std::string_view found, std::size_t expected, IdAdvice advice) {
    return fmt::format("found id '{}'; expected {}; {}", found, expected,
                       advice == IdAdvice::BlankLineBefore ? "a new sentence needs a blank line before it"
                                                           : "number the tokens of a sentence from 1 without gaps");
}

std::string headIsNoId(std::string_view found) {
    return fmt::format("found head '{}'; expected the id of a token of this sentence, or 0 for the root", found);
}

} // namespace batchscope::words
