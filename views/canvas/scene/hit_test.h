// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is under the mouse. Reads the same state that is painted, so it cannot disagree with the picture.
#pragma once

#include "core/layout/block_index.h"
#include "views/canvas/scene/scene_model.h"

#include <vector>

namespace batchscope {

// Where everything is at the current moment, so that frames and clicks only look at what is visible and not at a
// million nodes. The index follows the state: forget() when time moves; it is rebuilt when it is needed next. All
// answers are exact, as if every node were examined.

class SceneIndex {
public:
    /// The nodes have moved, or are others.
    void forget();

    /// Nodes whose center is in `area`, ascending.
    void nodesIn(const SceneModel& model, const StoryState& state, const Box& area, std::vector<NodeId>& found);
    /// Whether edgesIn is worth its while: between lanes nearly every edge is as long as the picture.
    [[nodiscard]] static bool knowsEdges(const StoryState& state);
    /// Nodes with an argument to which a straight line may cross `area`, ascending; some others too.
    void edgesIn(const SceneModel& model, const StoryState& state, const Box& area, std::vector<NodeId>& found);
    /// The nearest node within `reach` units, the later one of equally near ones; invalid when there is none.
    [[nodiscard]] NodeId nearest(const SceneModel& model, const StoryState& state, Point world, float reach);

private:
    void prepare(const SceneModel& model, const StoryState& state);
    void mark(NodeId node) { m_marks[node.index() / kBits] |= std::uint64_t{1} << (node.index() % kBits); }
    void takeMarked(std::vector<NodeId>& found);

    static constexpr std::size_t kBits = 64;

    BlockIndex m_nodes;                 // in the order of trees while these are shown, else of batches and rows
    BlockIndex m_edges;                 // a node with its arguments
    std::vector<std::uint64_t> m_marks; // a bit a node: found ones come out in order without sorting
};

/// At most one is valid: a node takes precedence over its batch or tree.
struct Hit {
    NodeId node;
    BatchId batch;
    TreeId tree;
    [[nodiscard]] bool any() const { return node.valid() || batch.valid() || tree.valid(); }
    bool operator==(const Hit&) const = default;
};

/// `reach`: how far, in units, a node may be missed; at least half a unit counts as hit. With indexes of this state and
/// of the twin it takes microseconds, and says the same.
[[nodiscard]] Hit hitTest(const SceneModel& model, const StoryState& state, Point world, float reach,
                          SceneIndex* index = nullptr, SceneIndex* twinIndex = nullptr);

} // namespace batchscope
