// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trees that the chosen net does not take are shown all the same: what fits instead is decided here, once, for every
// front end, together with the sentence that says so and the way back. Nothing is asked.
#pragma once

#include "core/nets/build_graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// Whether a graph can be made of this tree alone. Time: that of the net's ops and one tree.
[[nodiscard]] bool takes(const Treebank& bank, const GraphOptions& options, TreeId tree);

/// The options that show the trees of a file that was just opened. Unchanged when the net is meant for such trees and
/// takes them, when trees were picked one by one, and when nothing known takes them. Otherwise the first of these that
/// takes the trees:
///   1. the same net without binarization, where one was chosen;
///   2. the same net on trees binarized to the left, for bracketed trees with other than two children;
///   3. the usual net: `mlp` for vectors, `child-sum-tree-lstm` for dependency trees, `bilstm-tagger` for plain
///      sentences, `tree-lstm` for all others; binarized where it needs that.
/// Looked at are the largest of the first selected trees, and the first tree of the bank that is not binary.
[[nodiscard]] GraphOptions suggestedOptions(const Treebank& bank, const GraphOptions& options);

/// The options that show the trees under a net that was just chosen: binarized to the left where the net takes none of
/// the selected trees as they are because of their numbers of children, and takes them binarized. Else unchanged, as
/// where binarizationHelps says no. Time: linear in the selected trees' number, and two graphs of one tree.
[[nodiscard]] GraphOptions optionsForNet(const Treebank& bank, const GraphOptions& options);

/// Another way to show the same trees, for a button next to the sentence that says what was decided.
struct OtherWay {
    std::string label; ///< "Keep the trees as they are (N-ary TreeLSTM)"; nets by their titles
    GraphOptions options;
};

/// How sentences name nets: as options spell them, or by their titles, as a window does.
enum class NetNames { Ids, Titles };

/// What suggestedOptions decided and why, in a sentence: `shown` is what it returned for `chosen`. Empty when they are
/// equal.
[[nodiscard]] std::string suggestionText(const Treebank& bank, const GraphOptions& chosen, const GraphOptions& shown,
                                         NetNames names);
/// Ways back from that; each takes the trees. None for trees of more than kMostTried nodes: a window waits for this.
[[nodiscard]] std::vector<OtherWay> waysBack(const Treebank& bank, const GraphOptions& chosen,
                                             const GraphOptions& shown);

/// Why this net takes the selected trees neither as they are nor binarized, in a sentence. Empty where it does, for a
/// program, which brings its own net, and where that cannot be told in a short time (kMostTried). Looked at are the
/// same trees as above.
[[nodiscard]] std::string whyNotTaken(const Treebank& bank, const GraphOptions& options, std::string_view net);

constexpr std::size_t kMostTried = 20'000;

/// Whether the trees cannot be taken as they are because of their numbers of children, and could be once binarized.
/// Never of plain sentences, which have no shape to change, nor where the first tree that is not binary has more than
/// kMostTried nodes: a window waits for this.
[[nodiscard]] bool binarizationHelps(const Treebank& bank, const GraphOptions& options);

} // namespace batchscope
