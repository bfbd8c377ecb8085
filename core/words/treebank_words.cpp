// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/treebank_words.h"

#include "core/words/file_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string cannotReadTreeAgain(std::string_view tree) {
    return fmt::format("tree {} cannot be read again: {}", tree, kFileHasChanged);
}

std::string tooManyTreesToSort(std::string_view trees, std::string_view limit) {
    return fmt::format("{} trees are too many to sort by sentence; filter them down to {} or fewer", trees, limit);
}

std::string invalidArity(std::size_t arity, double share) {
    return fmt::format("arity {} with share {} is invalid; expected an arity of at least 1 and a share of at least 0",
                       arity, share);
}

std::string expectedArities(std::string_view got) {
    return fmt::format("expected ARITY:SHARE pairs separated by commas, such as 2:0.6,3:0.3,4:0.1; got '{}'", got);
}

std::string emptyRangeOfLeaves(std::size_t fewest, std::size_t most) {
    return fmt::format("the range of leaves is empty: at least {} and at most {}", fewest, most);
}

std::string tooManyLeavesForOneTree(std::string_view leaves, std::string_view limit) {
    return fmt::format("{} leaves are too many for one tree; the limit is {}", leaves, limit);
}

std::string tooManyGeneratedWords(std::string_view trees, std::string_view leaves, std::string_view limit) {
    return fmt::format("{} trees of {} leaves are too many; the limit is {} words in total", trees, leaves, limit);
}

std::string zipfExponentOutOfRange(double largest, double got) {
    return fmt::format("Zipf's law takes an exponent from 0 to {}, got {}", largest, got);
}

std::string tooManyZipfWords(std::string_view limit, std::string_view got) {
    return fmt::format("Zipf's law takes at most {} words, got {}", limit, got);
}

} // namespace batchscope::words
