// SPDX-License-Identifier: GPL-3.0-or-later
//
// Error messages of the CoNLL-U (Universal Dependencies) reader.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kEmptyColumn = "found an empty column; expected a word or relation, or '_' for none";
inline constexpr std::string_view kZeroByteInColumn = "found a zero byte; expected a word or relation";
inline constexpr std::string_view kSentenceWithoutToken =
    "found a sentence with only ranges and empty nodes; expected a token with id 1";

[[nodiscard]] std::string wrongColumnCount(std::size_t found, std::size_t expected);
enum class IdAdvice { NumberFromOne, BlankLineBefore };
[[nodiscard]] std::string wrongTokenId(std::string_view found, std::size_t expected, IdAdvice advice);
[[nodiscard]] std::string headIsNoId(std::string_view found);

} // namespace batchscope::words
