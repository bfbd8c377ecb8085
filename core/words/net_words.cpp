// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/net_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string wordAtInnerNode(std::string_view net) {
    return fmt::format("an inner node has a word; {} reads words at leaves only (choose a binarization, which moves "
                       "the head's word to a leaf, or child-sum-tree-lstm)",
                       net);
}

std::string notBinary(std::size_t children, std::string_view net) {
    return children == 1
               ? fmt::format(
                     "a node has 1 child; {} takes binary trees (choose a binarization and collapse unary nodes)", net)
               : fmt::format("a node has {} children; {} takes binary trees (choose a binarization: left, right, "
                             "balanced or head)",
                             children, net);
}

std::string tooManyChildren(std::size_t children, std::string_view net, std::int32_t most, std::string_view advice) {
    return fmt::format("a node has {} children; {} takes at most {} ({})", children, net, most, advice);
}

std::string tooManyWords(std::string_view words, std::string_view net, std::string_view most) {
    return fmt::format(
        "the sentence has {} words; {} takes at most {}, because every label attends to every word; leave "
        "this sentence out, or choose bilstm-tagger",
        words, net, most);
}

std::string tooManyTags(std::string_view classes, std::string_view net, std::string_view most) {
    return fmt::format("there are {} classes; {} takes at most {}, because it learns a score for each pair of classes; "
                       "choose bilstm-tagger",
                       classes, net, most);
}

} // namespace batchscope::words
