// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a list says about each net, which trees it takes, and why a tree does not fit it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

/// What a list of nets says about one.
struct NetWords {
    const char* title;       ///< what people call it
    const char* description; ///< one line
    const char* input;       ///< what trees it takes
};

inline constexpr const char* kBinaryTrees = "binary trees";
inline constexpr const char* kWordsInOrder = "the words of any tree, in order";

[[nodiscard]] std::string notBinary(std::size_t children, std::string_view net);

} // namespace batchscope::words
