// SPDX-License-Identifier: GPL-3.0-or-later
//
// Error messages of the parent-pointer reader (STree.txt with SOStr.txt).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kWordsWithoutPointers =
    "found words separated by '|' but no parent pointers; open STree.txt with them";
inline constexpr std::string_view kPointersWithoutWords =
    "found parent pointers but no words; open SOStr.txt with them";
inline constexpr std::string_view kNoWordBetweenBars = "found no word between two '|'; expected one";

[[nodiscard]] std::string unequalLineCounts(std::size_t pointerLines, std::string_view pointerFile,
                                            std::size_t wordLines, std::string_view wordFile);
[[nodiscard]] std::string parentIsNoNumber(std::string_view found);

// Faults of the pointers of one tree; nodes count from 1.
inline constexpr std::string_view kNoPointerToRoot = "found no root; expected one node with parent 0";
[[nodiscard]] std::string parentOutOfRange(std::uint32_t parent, std::size_t last);
[[nodiscard]] std::string secondPointerToRoot(std::size_t node, std::size_t firstRoot);
[[nodiscard]] std::string parentIsWord(std::uint32_t parent, std::size_t firstInner, std::size_t last);
[[nodiscard]] std::string tooFewPointers(std::size_t pointers, std::size_t words);
[[nodiscard]] std::string innerNodeWithoutChildren(std::size_t node);
[[nodiscard]] std::string cycleOfPointers(std::size_t node);

} // namespace batchscope::words
