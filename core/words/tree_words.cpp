// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/tree_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string byteNotUtf8(unsigned byte) {
    return fmt::format("byte 0x{:02X} is not UTF-8; expected UTF-8 text (or choose Latin-1 as the encoding)", byte);
}

std::string headOutOfRange(std::size_t head, std::size_t lastToken) {
    return fmt::format("found head {}; expected 0 (the root) to {}, the last token of this "
                       "sentence; correct the HEAD column",
                       head, lastToken);
}

std::string secondRoot(std::size_t token, std::size_t firstRoot) {
    return fmt::format("found a second root, token {} (the first is token {}); expected one "
                       "token with head 0; give one of them a head",
                       token, firstRoot);
}

std::string cycleOfHeads(std::string_view tokens) {
    return fmt::format("found a cycle among the heads of tokens {}; expected every token to lead "
                       "to the root; correct one of these heads",
                       tokens);
}

std::string transitionsNeedTwoChildren(std::size_t found) {
    return fmt::format("transitions need two children at every inner node, found {}; binarize the tree "
                       "first (--binarize left)",
                       found);
}

std::string moveShiftsTooMuch(std::size_t move, std::size_t words) {
    return fmt::format("move {} shifts, but there {} only {} word{}", move, words == 1 ? "is" : "are", words,
                       words == 1 ? "" : "s");
}

std::string moveReducesTooMuch(std::size_t move, std::size_t depth) {
    return fmt::format("move {} reduces a stack of {}; expected two or more", move, depth);
}

std::string wordsNeverShifted(std::size_t left, std::size_t words) {
    return fmt::format("{} of {} words {} never shifted", left, words, left == 1 ? "is" : "are");
}

std::string treesLeftOnStack(std::size_t trees) {
    return fmt::format("{} trees are left on the stack; expected one", trees);
}

} // namespace batchscope::words
