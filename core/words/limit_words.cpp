// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/limit_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string expectedMemorySize(std::string_view leastOption, std::string_view got) {
    return fmt::format("expected a size such as 512M or 24G (powers of 1024), at least {}; got '{}'", leastOption, got);
}

std::string limitAndOption(std::string_view limit, std::string_view option) {
    return fmt::format("the limit is {}: raise it with --memory-limit {}", limit, option);
}

std::string raiseTheLimit(std::string_view option) {
    return fmt::format("raise the limit with --memory-limit {}", option);
}

std::string treeOfTooManyNodes(std::string_view limit, std::string_view advice) {
    return fmt::format("this tree has more than {} nodes, the limit for one tree; {}", limit, advice);
}

std::string treeOfTooMuchText(std::string_view limit, std::string_view advice) {
    return fmt::format("this tree has more than {} of text, the limit for one tree; {}", limit, advice);
}

std::string jsonNeedsMemory(std::string_view needed, std::string_view advice) {
    return fmt::format("reading this JSON document needs about {}; {}", needed, advice);
}

std::string wholeFileTooLarge(std::string_view limit, std::string_view advice) {
    return fmt::format("this file is larger than {}, the limit for a file that is read as a whole; {}", limit, advice);
}

std::string unpacksToTooMuch(std::string_view limit, std::string_view packed, std::string_view advice) {
    return fmt::format("this file decompresses to more than {} after only {} of the file; {}", limit, packed, advice);
}

std::string unsupportedInstructionSet(std::string_view name, std::string_view best) {
    return fmt::format("this processor does not support the instruction set {}; the best one it supports is {}", name,
                       best);
}

} // namespace batchscope::words
