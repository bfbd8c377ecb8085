// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options changed for trees that the chosen net does not take: what changed, why, and how to undo it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

// Kinds of trees.
inline constexpr std::string_view kVectors = "vectors";
inline constexpr std::string_view kDependencyTrees = "dependency trees";
inline constexpr std::string_view kPlainSentences = "plain sentences, one per line";
inline constexpr std::string_view kBracketedTrees = "bracketed trees";

/// `input` is what the net takes, `children` the most of any node.
[[nodiscard]] std::string binarizedFor(std::string_view binarization, std::string_view net, std::string_view input,
                                       std::size_t children);
[[nodiscard]] std::string notBinarizedFor(std::string_view net);

/// Another net than the chosen one.
struct NetSwitch {
    std::string_view shown;
    std::string_view binarization; ///< empty where the trees are as read
    std::string_view trees;        ///< their kind
    std::string_view chosen;
    std::string_view chosenInput; ///< what the chosen net takes
};
[[nodiscard]] std::string switchedNet(const NetSwitch& nets);

/// `input` is what the net takes, `kind` what the trees are.
[[nodiscard]] std::string netDoesNotTake(std::string_view input, std::string_view kind);

// Labels of buttons.
[[nodiscard]] std::string keepTreesAsRead(std::string_view net);
[[nodiscard]] std::string useNet(std::string_view net);

} // namespace batchscope::words
