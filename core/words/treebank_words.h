// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages about a treebank: reading its trees again, sorting them, and the options of generated trees. Large numbers
// come formatted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kTreeWithoutText =
    "this tree has no text: it was generated or read from a binary file";
/// Instead of the sentence of a tree that cannot be read again.
inline constexpr std::string_view kSentenceOfChangedFile = "(the file has changed since it was opened)";

[[nodiscard]] std::string cannotReadTreeAgain(std::string_view tree);
[[nodiscard]] std::string tooManyTreesToSort(std::string_view trees, std::string_view limit);

inline constexpr std::string_view kAritiesOfOtherShape =
    "only the shape nary takes a distribution of arities; other shapes have a single arity";
inline constexpr std::string_view kAlmostNoBranching =
    "almost no node would have two children; give arities of 2 and more a share of at least 1%";
inline constexpr std::string_view kLeastOfGeneratedTrees =
    "generated trees need arity ≥ 2, leaves ≥ 1 and vocabulary ≥ 1";

[[nodiscard]] std::string invalidArity(std::size_t arity, double share);
[[nodiscard]] std::string expectedArities(std::string_view got);
[[nodiscard]] std::string emptyRangeOfLeaves(std::size_t fewest, std::size_t most);
[[nodiscard]] std::string tooManyLeavesForOneTree(std::string_view leaves, std::string_view limit);
[[nodiscard]] std::string tooManyGeneratedWords(std::string_view trees, std::string_view leaves,
                                                std::string_view limit);
[[nodiscard]] std::string zipfExponentOutOfRange(double largest, double got);
[[nodiscard]] std::string tooManyZipfWords(std::string_view limit, std::string_view got);

} // namespace batchscope::words
