// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/file_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string duplicateEntry(std::string_view entry) {
    return fmt::format("'{}' occurs more than once in the file; remove one", entry);
}

std::string unknownElements(std::string_view array, std::string_view found) {
    return fmt::format("the elements of '{}' are {}; expected float32, float64, int32 or int64, little-endian", array,
                       found);
}

std::string wrongByteCount(std::string_view array, std::uint64_t found, std::uint64_t expected) {
    return fmt::format("'{}' has {} bytes of numbers; its shape needs {}", array, found, expected);
}

std::string tensorOutsideStorage(std::string_view array) {
    return fmt::format("the tensor '{}' reads beyond its storage; the file is damaged", array);
}

std::string tooManyAxes(std::string_view array, std::size_t axes, std::size_t most) {
    return fmt::format("'{}' has {} axes; at most {} are supported", array, axes, most);
}

std::string incompleteOutput(std::string_view reason) {
    return fmt::format("cannot write; the output is incomplete: {}", reason);
}

std::string treesUseTooMuchMemory(std::string_view trees, std::string_view used, std::string_view advice) {
    return fmt::format("the trees read so far ({}) use {} of memory; {}; the rest was not read", trees, used, advice);
}

} // namespace batchscope::words
