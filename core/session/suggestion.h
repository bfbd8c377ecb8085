// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shows trees even if the chosen net does not take them: decides what fits instead, the same for every front end, and
// gives the sentence that says so and a way back. The user is not asked.
#pragma once

#include "core/nets/build_graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// True if a graph can be built from this tree alone. Time: that of the net's ops and one tree.
[[nodiscard]] bool takes(const Treebank& bank, const GraphOptions& options, TreeId tree);

/// The options for showing the trees of a file that was just opened. Unchanged if the net is meant for such trees and
/// takes them, if trees were picked one by one, and if no candidate takes them. Otherwise the first of these that takes
/// the trees:
///   1. the same net without binarization, if one was chosen;
///   2. the same net on trees binarized to the left, for bracketed trees;
///   3. the usual net: `mlp` for vectors, `child-sum-tree-lstm` for dependency trees, `bilstm-tagger` for plain
///      sentences, `tree-lstm` for all others; binarized if necessary.
/// Tries two trees: the largest of the first selected trees, and the first tree of the bank that is not binary.
[[nodiscard]] GraphOptions suggestedOptions(const Treebank& bank, const GraphOptions& options);

/// The options for showing the trees with a net that was just chosen. Binarized to the left if the net does not take
/// the first selected tree that is not binary, but takes it binarized; otherwise unchanged, and also if that tree has
/// more than kMostTried nodes. Time: linear in the number of selected trees, plus two graphs of one tree.
[[nodiscard]] GraphOptions optionsForNet(const Treebank& bank, const GraphOptions& options);

/// Another way to show the same trees, for a button next to the sentence that explains the decision.
struct OtherWay {
    std::string label; ///< "Keep the trees as they are (N-ary TreeLSTM)"; nets by their titles
    GraphOptions options;
};

/// How sentences name nets: by option name, or by title as in a window.
enum class NetNames { Ids, Titles };

/// A sentence that says what suggestedOptions decided and why; `shown` is what it returned for `chosen`. Empty if they
/// are equal.
[[nodiscard]] std::string suggestionText(const Treebank& bank, const GraphOptions& chosen, const GraphOptions& shown,
                                         NetNames names);
/// Alternatives to that decision that take the trees. Empty for trees of more than kMostTried nodes: a window waits.
[[nodiscard]] std::vector<OtherWay> waysBack(const Treebank& bank, const GraphOptions& chosen,
                                             const GraphOptions& shown);

/// Why this net takes the selected trees neither as they are nor binarized, in a sentence. Empty if it takes them, for
/// a program (which brings its net), and for trees too large to try (kMostTried). Tries the same trees as above.
[[nodiscard]] std::string whyNotTaken(const Treebank& bank, const GraphOptions& options, std::string_view net);

constexpr std::size_t kMostTried = 20'000;

/// True if the trees cannot be taken as they are because of their numbers of children, but could be if binarized. False
/// for plain sentences, which have no shape to change, and if the first tree that is not binary has more than
/// kMostTried nodes: a window waits for this.
[[nodiscard]] bool binarizationHelps(const Treebank& bank, const GraphOptions& options);

} // namespace batchscope
