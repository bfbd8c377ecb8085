// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds nodes by a query, so that nobody has to look for them among a million. The language is that of tree_filter.h
// with its own keys, so that both searches are learned at once:
//
//     op:children level:3 batch>64      word:good OR "goo"      tree:12 -op:leaf step:1..5
//
// Anything that is not `key:value` is part of the word that a node looks up, ignoring case.
//
// Each term is a mask over the snapshot's flat arrays: a million nodes take a few milliseconds.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/graph/op_set.h"
#include "core/session/snapshot.h"
#include "core/story/cursor.h"
#include "core/treebank/tree_filter.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

inline constexpr std::string_view kNoGraphYet = "there is no graph yet"; ///< the error of what needs one

/// op, word, level, step, batch, tree, node. Numbers are ids, from 0.
[[nodiscard]] std::span<const FilterKey> nodeQueryKeys();

/// Parse error with the place in the text, as parseTreeFilter.
[[nodiscard]] Result<TreeFilter> parseNodeQuery(std::string_view text);

/// The nodes of the snapshot's graph for which the query holds, by id. A query that takes all finds all. Config errors:
/// no graph yet; step or batch before there is a schedule; an op that the net does not have. Cancelled. `from`: how the
/// query counts nodes, trees and steps.
[[nodiscard]] Result<std::vector<NodeId>> findNodes(const Snapshot& snapshot, const TreeFilter& query,
                                                    const RunControl& control);

/// The query that finds what is like the selection: nodes with the same op and word as a node, in the same step as a
/// batch, in the same tree. Empty when nothing is selected. Needs snapshot.graph, snapshot.treebank for a node.
[[nodiscard]] std::string queryLike(const Snapshot& snapshot, const Focus& focus);

/// The query that finds exactly these nodes, as the window counts them; empty for none.
[[nodiscard]] std::string queryFor(std::span<const NodeId> nodes);

// Whether an integer argument is a word, a letter or only a number, decided once for captions and for the search for
// words.

/// What the integers of a slot count: the rows of the table that the op looks them up in. `slot` is one of the op's
/// fixed ones.
[[nodiscard]] RowMeaning rowMeaningOf(const OpSet& ops, const Op& op, std::size_t slot);

/// Where an op's word or letter comes from; `slot` is kNone for ops without.
struct WordSlot {
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::size_t slot = kNone;
    RowMeaning meaning = RowMeaning::None;
};

/// Of each op, by OpId::index(): the first slot whose integers are words or letters.
[[nodiscard]] std::vector<WordSlot> wordSlots(const OpSet& ops);

} // namespace batchscope
