// SPDX-License-Identifier: GPL-3.0-or-later
//
// The animation as a pure function of time. Scrubbing, stepping, reverse playback, export and tests all call state(t),
// so they cannot differ.
//
// Stops (whole numbers of t): 0 source trees; 1 signatures; 2 level lanes; 3 + k after batch k; batches + 3 the folded
// graph. Between stop 2 + k and 3 + k batch k goes through its stages:
//     [0, kGrouped) Group · [kGrouped, kStacked) Stack · [kStacked, kGathered) Gather · [kGathered, 1] Run
//
// Motion is eased. Whole trees move beside the lanes and leave pale marks there when their nodes go to their levels;
// without room for that, nodes move along one axis after the other. If more than kMostMovers nodes move at once, they
// are shown as ribbons, one for each tree and level; beyond kMostBundled nodes, cells are small and look like a
// density.
//
// World: the source trees and the lanes are at the same place, the blocks to the right of them; `view` is the part to
// show. If there are at most kMostKept nodes, a small copy of the source (SourceTwin) stays in view left of the lanes,
// from the lanes on: more nodes would be illegible and would cost time in every frame.
#pragma once

#include "core/base/id.h"
#include "core/graph/op_graph.h"
#include "core/layout/folded_layout.h"
#include "core/layout/forest_layout.h"
#include "core/layout/geometry.h"

#include <cstdint>
#include <span>
#include <vector>

namespace batchscope {

// One moment of the animation as plain numbers. Drawing, hit tests, export and tests read only this, so the views
// cannot differ.

/// S0 … S7. Group, Stack, Gather and Run occur once for each batch.
enum class StoryStage : std::uint8_t {
    Source,     ///< S0: the trees as they were read
    Signatures, ///< S1: nodes take the colors of their signatures
    Lanes,      ///< S2: trees move beside the lanes, then nodes to their levels; without room, nodes directly
    Group,      ///< S3: the batch's nodes come together in their lanes, in slot order; all else dims
    Stack,      ///< S4: the run closes to one tensor block, which goes to its place
    Gather,     ///< S5: arrows bring the operands' rows
    Run,        ///< S6: the block is computed
    Folded,     ///< S7: the folded graph next to the source
};

/// True if the stage is part of making one batch.
[[nodiscard]] constexpr bool isBatchStage(StoryStage stage) {
    return stage >= StoryStage::Group && stage <= StoryStage::Run;
}
/// True if blocks of finished batches may be visible.
[[nodiscard]] constexpr bool hasBlocks(StoryStage stage) {
    return stage >= StoryStage::Group;
}

/// The view in which the making of a batch is shown.
enum class StepView : std::uint8_t {
    Full,    ///< lanes, and blocks beside them, next to the trees
    CloseUp, ///< only the trees, with the batch's nodes marked, and room for its rows; requires keepsSource()
};

/// The state of a node at a moment.
enum class NodeRole : std::uint8_t {
    Waiting, ///< has not run yet
    Active,  ///< in the batch that is being made
    Done,    ///< a row of a finished batch
};

/// Many nodes that move together, shown as one thing with their number.
struct Ribbon {
    Box box;
    std::uint32_t nodes = 0;
    SignatureId signature; ///< the most frequent signature
    TreeId tree;           ///< invalid if the nodes are of several trees
};

/// A small copy of the source trees, beside the lanes and then beside the folded graph.
struct SourceTwin {
    float shown = 0.0F; ///< 0 hidden … 1 visible
    Point offset;       ///< a position p of Storyboard::twinNodes is shown at offset + scale · p
    float scale = 1.0F;

    /// Converts a position in twin coordinates to world coordinates.
    [[nodiscard]] Point outside(Point place) const { return {offset.x + scale * place.x, offset.y + scale * place.y}; }
    /// Converts a position in world coordinates to twin coordinates.
    [[nodiscard]] Point inside(Point world) const {
        return {(world.x - offset.x) / scale, (world.y - offset.y) / scale};
    }
};

struct StoryState {
    StoryStage stage = StoryStage::Source; ///< the stage in progress or at rest
    BatchId active;           ///< the batch being made, or at a stop the batch made last; invalid outside batch stages
    float signatures = 0.0F;  ///< 0 colors of ops … 1 colors of signatures
    float pulse = 0.0F;       ///< S1: progress of the signatures' pulses, 0 … 1; at rest at 0 and 1
    float laned = 0.0F;       ///< 0 trees … 1 lanes; captions and tree boxes fade
    float nodeScale = 1.0F;   ///< factor on the size of nodes; below 1 in trees beside the lanes
    float grouped = 0.0F;     ///< active batch: 0 as in the lanes … 1 together
    float closed = 0.0F;      ///< active batch: 0 loose nodes … 1 one block
    float moved = 0.0F;       ///< active batch: 0 in its lane … 1 at its final position
    float gathered = 0.0F;    ///< active batch: progress of the arrows, 0 … 1
    float filled = 0.0F;      ///< active batch: 0 empty … 1 computed
    float folded = 0.0F;      ///< 0 lanes next to blocks … 1 source next to blocks
    float closeUp = 0.0F;     ///< 0 like StepView::Full; lanes and blocks fade; 1 nodes are in their trees
    float bundled = 0.0F;     ///< 0 nodes … 1 ribbons instead
    std::size_t finished = 0; ///< batches whose block is complete
    Box block;                ///< area of the active batch's tiles; empty until they are together
    SourceTwin twin;
    Box view;                    ///< the part that the camera should show
    std::vector<Point> nodes;    ///< centers, by NodeId
    std::vector<NodeRole> roles; ///< by NodeId
    std::vector<Ribbon> ribbons; ///< while bundled > 0
    std::vector<Box> trees;      ///< tree boxes while they move with their trees, else empty
};

// Ribbons: nodes that move the same way, drawn as one bar with their number, because viewers cannot follow more than a
// few hundred objects at once.

/// The maximum number of objects that move at once.
constexpr std::size_t kMostMovers = 200;
/// Beyond this number, nodes are cells of a pixel or two and move as a cloud.
constexpr std::size_t kMostBundled = 20'000;

struct RibbonGroup {
    std::vector<NodeId> nodes;
    SignatureId signature; ///< the most frequent signature
    TreeId tree;           ///< invalid if the nodes are of several trees
};

/// True if this number of moving nodes is shown as ribbons.
[[nodiscard]] constexpr bool movesAsRibbons(std::size_t movers) {
    return movers > kMostMovers && movers <= kMostBundled;
}

/// Groups nodes by tree and level, or by several neighboring trees or levels if there would be more than kMostMovers
/// groups. `order` holds all nodes by level and tree (LaneLayout::order). Empty unless movesAsRibbons(order.size()).
[[nodiscard]] std::vector<RibbonGroup> ribbonGroups(const OpGraph& graph, std::span<const NodeId> order);

/// A bar centered on the nodes: no wider than their extent, and just high enough to hold all of them.
[[nodiscard]] Ribbon ribbonOf(const RibbonGroup& group, std::span<const Point> places);

/// The visibility of ribbons (0 … 1) at this share of a movement: nodes fade into ribbons at its start and back at its
/// end.
[[nodiscard]] float bundledAt(double share);

class Storyboard {
public:
    static constexpr double kBeside = 0.45; ///< share of entering the lanes at which the trees are beside them
    static constexpr double kGrouped = 0.28;
    static constexpr double kStacked = 0.56;
    static constexpr double kGathered = 0.76;
    static constexpr std::size_t kFirstBatchStop = 2; ///< the stop at which the first batch begins
    static constexpr std::size_t kMostKept = 2000;

    /// Copies its inputs, so it may outlive them. `aspect` is width over height of the window.
    Storyboard(const OpGraph& graph, const ForestLayout& forest, const LaneLayout& lanes, const FoldedLayout& folded,
               const Schedule& schedule, float aspect);

    [[nodiscard]] std::size_t batchCount() const { return m_batchBoxes.size(); }
    [[nodiscard]] std::size_t stopCount() const { return batchCount() + kFirstBatchStop + 2; }
    [[nodiscard]] double end() const { return static_cast<double>(stopCount() - 1); }
    /// The stop at which this batch is complete.
    [[nodiscard]] std::size_t stopAfter(BatchId batch) const { return batch.index() + kFirstBatchStop + 1; }

    /// The state at t, which is clamped to [0, end()]. O(nodes).
    [[nodiscard]] StoryState state(double t, StepView view = StepView::Full) const;
    /// Like above, but reuses the memory of `into`.
    void state(double t, StoryState& into, StepView view = StepView::Full) const;

    /// Fixed positions, in world units.
    [[nodiscard]] const std::vector<Box>& laneBoxes() const { return m_laneBoxes; }
    [[nodiscard]] const std::vector<Box>& treeBoxes() const { return m_treeBoxes; }
    [[nodiscard]] const std::vector<Box>& batchBoxes() const { return m_batchBoxes; }
    /// True if the source stays in view from the lanes on.
    [[nodiscard]] bool keepsSource() const { return m_keepsSource; }
    /// The positions of nodes and trees in the small copy of the source (SourceTwin); each tree has its layout of S0.
    [[nodiscard]] const std::vector<Point>& twinNodes() const { return m_keepsSource ? m_twinNodes : m_source; }
    [[nodiscard]] const std::vector<Box>& twinTrees() const { return m_keepsSource ? m_twinTrees : m_treeBoxes; }
    /// The width of the room for edges left of each column of blocks.
    [[nodiscard]] float arcWidth() const { return m_arcWidth; }

private:
    [[nodiscard]] static Box roomForTwin(const Box& both, float aspect);
    void placeTwins(const Box& source, const Box& lanes, const Box& blocks, float aspect);
    void begin(StoryState& state, StoryStage stage) const;
    void signing(double share, StoryState& state) const;
    void entering(double share, StoryState& state) const;
    void enteringFromTrees(double share, StoryState& state) const;
    void enteringAtOnce(double share, StoryState& state) const;
    void making(std::size_t batch, double share, StepView view, StoryState& state) const;
    void comeClose(float open, StoryState& state) const;
    void leaving(double share, StepView view, StoryState& state) const;
    void putIntoTrees(StoryState& state) const;
    void placeFinished(std::size_t batch, StoryState& state) const;
    void moveActive(std::size_t batch, double grouping, StoryState& state) const;
    void bundle(std::size_t batch, double grouping, StoryState& state) const;
    [[nodiscard]] std::span<const NodeId> lane(std::size_t level) const;
    [[nodiscard]] std::span<const NodeId> batchNodes(std::size_t batch) const;
    [[nodiscard]] bool comesTogether(std::size_t batch, std::size_t level, std::size_t own) const;

    std::vector<Point> m_source;
    std::vector<Point> m_lanes;
    std::vector<Point> m_folded;
    std::vector<std::uint32_t> m_batchOf;
    std::vector<std::uint32_t> m_levels;
    std::vector<NodeId> m_laneOrder; ///< like LaneLayout::order
    std::vector<std::size_t> m_laneOffsets;
    std::vector<NodeId> m_batchOrder; ///< nodes by batch, in slot order
    std::vector<std::size_t> m_batchOffsets;
    std::vector<RibbonGroup> m_groups;     ///< groups that move into the lanes as one; empty if nodes move individually
    std::vector<SignatureId> m_signatures; ///< by batch
    std::vector<Box> m_treeBoxes;
    std::vector<Box> m_laneBoxes;
    std::vector<Box> m_batchBoxes;
    std::size_t m_columns = 1;
    float m_arcWidth = 0.0F;
    bool m_keepsSource = false;     ///< the source stays in view beside the lanes
    std::vector<Point> m_twinNodes; ///< only if m_keepsSource; packed to another shape than in S0
    std::vector<Box> m_twinTrees;
    SourceTwin m_besideLanes; ///< before the blocks need room
    SourceTwin m_besideBoth;
    SourceTwin m_besideBlocks;
    Box m_sourceView;
    Box m_laneView;
    Box m_bothView;
    Box m_foldedView;
    Box m_closeView;
};

/// The aspect ratio of the lanes, and of the blocks beside them: half that of the window, or a third if the source
/// stays in view.
[[nodiscard]] float laneAspect(const OpGraph& graph, float aspect);

/// Makes a storyboard with the folded graph laid out for this aspect (width over height of the window).
[[nodiscard]] Storyboard storyboardOf(const OpGraph& graph, const ForestLayout& forest, const LaneLayout& lanes,
                                      const Schedule& schedule, float aspect);

} // namespace batchscope
