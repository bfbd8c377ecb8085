// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds what is under the mouse. Reads the same state that is painted, so it cannot disagree with the picture.
#pragma once

#include "core/layout/block_index.h"
#include "views/canvas/scene/scene_model.h"

#include <vector>

namespace batchscope {

// A spatial index of the current state, so that frames and clicks examine only what is visible instead of a million
// nodes. Call forget() when time moves; the index is rebuilt on its next use. All results but those of edgesIn() are
// exact, as if every node were examined.

class SceneIndex {
public:
    /// Discards the index. Call it after nodes have moved or were replaced.
    void forget();

    /// Nodes whose center is in `area`, ascending.
    void nodesIn(const SceneModel& model, const StoryState& state, const Box& area, std::vector<NodeId>& found);
    /// True if edgesIn() is worthwhile. Between lanes it is not, since nearly every edge is as long as the picture.
    [[nodiscard]] static bool knowsEdges(const StoryState& state);
    /// Nodes with an argument to which a straight line may cross `area`, ascending; further nodes may be included.
    void edgesIn(const SceneModel& model, const StoryState& state, const Box& area, std::vector<NodeId>& found);
    /// The nearest node within `reach` units, of equally near nodes the later one; invalid if there is none.
    [[nodiscard]] NodeId nearest(const SceneModel& model, const StoryState& state, Point world, float reach);

private:
    void prepare(const SceneModel& model, const StoryState& state);
    void mark(NodeId node) { m_marks[node.index() / kBits] |= std::uint64_t{1} << (node.index() % kBits); }
    void takeMarked(std::vector<NodeId>& found);

    static constexpr std::size_t kBits = 64;

    BlockIndex m_nodes;                 // in the order of trees while these are shown, otherwise by batch and row
    BlockIndex m_edges;                 // for each node, the box around it and its arguments
    std::vector<std::uint64_t> m_marks; // one bit per node, so that the nodes found come out in order without sorting
};

/// At most one is valid: a node takes precedence over its batch or tree.
struct Hit {
    NodeId node;
    BatchId batch;
    TreeId tree;
    [[nodiscard]] bool any() const { return node.valid() || batch.valid() || tree.valid(); }
    bool operator==(const Hit&) const = default;
};

/// Finds the item at `world`. `reach`: how far from a node's center, in units, the node is still hit; at least half a
/// unit outside the twin. With indexes of this state and of the twin, it takes microseconds and gives the same result.
[[nodiscard]] Hit hitTest(const SceneModel& model, const StoryState& state, Point world, float reach,
                          SceneIndex* index = nullptr, SceneIndex* twinIndex = nullptr);

} // namespace batchscope
