// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages about one tree: its encoding, the heads of a dependency tree, and the moves that build a binary tree.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kNoRoot = "found no root; expected one token with head 0; set the root's HEAD to 0";
inline constexpr std::string_view kTransitionsOfDependencyTree =
    "transitions need words at leaves only; binarize the dependency tree first";

[[nodiscard]] std::string byteNotUtf8(unsigned byte);

/// Tokens count from 1.
[[nodiscard]] std::string headOutOfRange(std::size_t head, std::size_t lastToken);
[[nodiscard]] std::string secondRoot(std::size_t token, std::size_t firstRoot);
/// `tokens`: joined by arrows.
[[nodiscard]] std::string cycleOfHeads(std::string_view tokens);

[[nodiscard]] std::string transitionsNeedTwoChildren(std::size_t found);
[[nodiscard]] std::string moveShiftsTooMuch(std::size_t move, std::size_t words);
[[nodiscard]] std::string moveReducesTooMuch(std::size_t move, std::size_t depth);
[[nodiscard]] std::string wordsNeverShifted(std::size_t left, std::size_t words);
[[nodiscard]] std::string treesLeftOnStack(std::size_t trees);

} // namespace batchscope::words
