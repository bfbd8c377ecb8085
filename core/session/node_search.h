// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds nodes by a query, so that they need not be looked for among a million. The language is that of tree_filter.h
// with other keys, so that both searches are learned at once:
//
//     op:children level:3 batch>64      word:good OR "goo"      tree:12 -op:leaf step:1..5
//
// Anything that is not `key:value` is matched against part of the word that a node looks up, ignoring case.
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
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

inline constexpr std::string_view kNoGraphYet = "there is no graph yet"; ///< the error of functions that need a graph

/// op, word, level, step, batch, tree, node, value, time, copied, sync, differs. Numbers are ids, from 0.
[[nodiscard]] std::span<const FilterKey> nodeQueryKeys();

/// Parse error with the position in the text, like parseTreeFilter.
[[nodiscard]] Result<TreeFilter> parseNodeQuery(std::string_view text);

/// The nodes of the snapshot's graph that match the query, by id. A query that takes all finds all. Config errors: no
/// graph yet; a key that needs a schedule, recorded values or a comparison that is not there yet; an op that the net
/// does not have. Can be cancelled.
[[nodiscard]] Result<std::vector<NodeId>> findNodes(const Snapshot& snapshot, const TreeFilter& query,
                                                    const RunControl& control);

/// The query that finds nodes like the selection: with the same op and word as the selected node, in the selected
/// batch, or in the selected tree. Empty if nothing is selected. Needs snapshot.graph, and snapshot.treebank for a
/// node.
[[nodiscard]] std::string queryLike(const Snapshot& snapshot, const Focus& focus);

/// The query that finds exactly these nodes; empty for none.
[[nodiscard]] std::string queryFor(std::span<const NodeId> nodes);

// Finds out if an integer argument is a word, a letter or only a number, for both captions and the search for words.

/// The meaning of the integers of a slot, which is that of the rows of the table that the op looks up. `slot` must be a
/// fixed slot of the op.
[[nodiscard]] RowMeaning rowMeaningOf(const OpSet& ops, const Op& op, std::size_t slot);

/// The argument that holds an op's word or letter; `slot` is kNone for ops without one.
struct WordSlot {
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::size_t slot = kNone;
    RowMeaning meaning = RowMeaning::None;
};

/// For each op, by OpId::index(): the first slot whose integers are words or letters.
[[nodiscard]] std::vector<WordSlot> wordSlots(const OpSet& ops);

// Breakpoints on a run that is over. A breakpoint is a query over nodes; every step that runs a
// matching node is a hit. All hits are computed beforehand, so stepping forward and backward cost the same.

struct Breakpoint {
    std::string query; ///< a query for parseNodeQuery
    bool isOn = true;
    bool operator==(const Breakpoint&) const = default;
};

struct BreakpointHits {
    struct One {
        std::size_t nodes = 0;
        std::vector<BatchId> batches; ///< ascending
        std::optional<Error> fault;   ///< why the query cannot be answered on this graph
    };
    std::vector<One> each;        ///< by breakpoint, including those that are off
    std::vector<BatchId> batches; ///< the hits of all breakpoints that are on, ascending, each once

    /// The next hit after `from`, or for previous() the one before it; both wrap around. An invalid `from` gives the
    /// first hit, or for previous() the last. Invalid if there are no hits.
    [[nodiscard]] BatchId next(BatchId from) const;
    [[nodiscard]] BatchId previous(BatchId from) const;
};

/// Needs snapshot.schedule. Time: one search per breakpoint. Can be cancelled.
[[nodiscard]] Result<BreakpointHits> findHits(const Snapshot& snapshot, std::span<const Breakpoint> breakpoints,
                                              const RunControl& control);

} // namespace batchscope
