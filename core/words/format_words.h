// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the formats of treebanks are called, what is said of a file whose format is not recognized, and the messages of
// plain sentences, of programs opened as files, and of trees written as DOT.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kNumberBeyond64Bits =
    "found a number that does not fit into 64 bits; expected a smaller one";

} // namespace batchscope::words
