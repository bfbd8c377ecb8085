// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/sst_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string unequalLineCounts(std::size_t pointerLines, std::string_view pointerFile, std::size_t wordLines,
                              std::string_view wordFile) {
    return fmt::format("found {} lines of parent pointers in {} but {} lines of words in {}; expected the same "
                       "number: do the files belong together?",
                       pointerLines, pointerFile, wordLines, wordFile);
}

std::string parentIsNoNumber(std::string_view found) {
    return fmt::format("found parent '{}'; expected a node number, or 0 for the root", found);
}

std::string parentOutOfRange(std::uint32_t parent, std::size_t last) {
    return fmt::format("found parent {}; expected 0 (the root) to {}, the last node", parent, last);
}

std::string secondPointerToRoot(std::size_t node, std::size_t firstRoot) {
    return fmt::format("found a second root, node {} (the first is node {}); expected one node with parent 0", node,
                       firstRoot);
}

std::string parentIsWord(std::uint32_t parent, std::size_t firstInner, std::size_t last) {
    return fmt::format("found parent {}, which is a word; expected an inner node, {} to {}", parent, firstInner, last);
}

std::string tooFewPointers(std::size_t pointers, std::size_t words) {
    return fmt::format("found {} pointers for {} words; expected one for each word and each inner node", pointers,
                       words);
}

std::string innerNodeWithoutChildren(std::size_t node) {
    return fmt::format("found inner node {} without children; expected at least one", node);
}

std::string cycleOfPointers(std::size_t node) {
    return fmt::format("found a cycle of parent pointers above node {}; expected every node to lead to the root", node);
}

} // namespace batchscope::words
