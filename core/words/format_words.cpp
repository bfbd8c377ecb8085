// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/format_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string isBinaryData(std::size_t zeroByteAt) {
    return fmt::format("binary data (a zero byte at offset {}), not a treebank; expected text", zeroByteAt);
}

std::string isNoKnownFormat(std::string_view line) {
    return fmt::format("no known treebank format starts with '{}'; expected '(', the ten columns of CoNLL-U or "
                       "plain sentences (see batchscope-cli list formats)",
                       line);
}

std::string controlCharacterInSentence(unsigned character) {
    return fmt::format("found control character 0x{:02X}; expected words separated by spaces", character);
}

std::string instanceName(std::uint64_t index) {
    return fmt::format("instance {}", index);
}

std::string treeName(std::size_t tree) {
    return fmt::format("tree {}", tree);
}

std::string treeTooLargeForDot(std::string_view name, std::size_t nodes, std::size_t mostNodes) {
    return fmt::format("{} has {} nodes; DOT output is limited to {} nodes per tree, because "
                       "dot cannot lay out larger trees; choose other trees with --trees A:B",
                       name, nodes, mostNodes);
}

} // namespace batchscope::words
