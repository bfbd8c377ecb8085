// SPDX-License-Identifier: GPL-3.0-or-later
//
// The animation as a pure function of time. Scrubbing, stepping, playing backwards, exporting and tests all call
// state(t), so they cannot differ.
//
// Stops (whole numbers of t): 0 source trees; 1 signatures; 2 level lanes; 3 + k after batch k; batches + 3 the folded
// graph. Between stop 2 + k and 3 + k batch k goes through its stages:
//     [0, kGrouped) Group · [kGrouped, kStacked) Stack · [kStacked, kGathered) Gather · [kGathered, 1] Run
//
// Motion is eased. Trees go whole to where they stand beside the lanes, and leave pale marks there when their nodes go
// to their levels; without room for that, nodes go along one axis after the other. More than kMostMovers nodes that
// move at once are shown as ribbons, one for each tree and level; beyond kMostBundled the cells themselves are so small
// that they look like a density.
//
// World: the source trees and the lanes are at the same place, the blocks to the right of them; `view` says what to
// look at. From the lanes on the source stays in sight, small, left of them (SourceTwin), where there are at most
// kMostKept nodes: more could not be read, and would cost their time in every frame.
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

// One moment of the animation as plain numbers. Everything that is drawn, hit-tested, exported or tested at a moment
// reads this and nothing else, so the views cannot differ.

/// S0 … S7. Group, Stack, Gather and Run occur once for each batch.
enum class StoryStage : std::uint8_t {
    Source,     ///< S0: the trees as they were read
    Signatures, ///< S1: nodes take the colors of their signatures
    Lanes,      ///< S2: trees go beside the lanes, nodes from there to their level; or nodes at once, without room
    Group,      ///< S3: the batch's nodes come together in their lanes, in slot order; the rest dims
    Stack,      ///< S4: the run closes to one tensor block, which goes to its place
    Gather,     ///< S5: arrows bring the operands' rows
    Run,        ///< S6: the block is computed
    Folded,     ///< S7: the folded graph next to the source
};

/// Whether the stage belongs to the making of one batch.
[[nodiscard]] constexpr bool isBatchStage(StoryStage stage) {
    return stage >= StoryStage::Group && stage <= StoryStage::Run;
}
/// Whether blocks of finished batches may be seen.
[[nodiscard]] constexpr bool hasBlocks(StoryStage stage) {
    return stage >= StoryStage::Group;
}

/// How the making of a batch is shown.
enum class StepView : std::uint8_t {
    Full,    ///< lanes, and blocks beside them, next to the trees
    CloseUp, ///< the trees alone, with the batch's nodes marked, and room for its rows; where the trees stay in sight
};

/// What a node is doing at a moment.
enum class NodeRole : std::uint8_t {
    Waiting, ///< not run yet
    Active,  ///< in the batch that is being made
    Done,    ///< a row of a finished batch
};

/// Many nodes that move together, shown as one thing with their number.
struct Ribbon {
    Box box;
    std::uint32_t nodes = 0;
    SignatureId signature; ///< of most of them
    TreeId tree;           ///< invalid where they are of several
};

/// The source trees once more, small, beside the lanes and then beside the folded graph.
struct SourceTwin {
    float shown = 0.0F; ///< 0 not there … 1 there
    Point offset;       ///< a place p of Storyboard::twinNodes is at offset + scale · p
    float scale = 1.0F;

    /// Where a place among those nodes is shown.
    [[nodiscard]] Point outside(Point place) const { return {offset.x + scale * place.x, offset.y + scale * place.y}; }
    /// The place among those nodes that is shown there.
    [[nodiscard]] Point inside(Point world) const {
        return {(world.x - offset.x) / scale, (world.y - offset.y) / scale};
    }
};

struct StoryState {
    StoryStage stage = StoryStage::Source; ///< the stage that is in progress or at rest
    BatchId active; ///< the batch that is being made, or that was made last at a stop; invalid outside batch stages
    float signatures = 0.0F;  ///< 0 colors of ops … 1 colors of signatures
    float pulse = 0.0F;       ///< S1: how far the signatures' pulses have gone, 0 … 1; 0 and 1 are rest
    float laned = 0.0F;       ///< 0 trees … 1 lanes; captions and tree boxes fade
    float nodeScale = 1.0F;   ///< of the size of nodes; less while they are in trees that go beside the lanes
    float grouped = 0.0F;     ///< active batch: 0 as in the lanes … 1 together
    float closed = 0.0F;      ///< active batch: 0 loose nodes … 1 one block
    float moved = 0.0F;       ///< active batch: 0 in its lane … 1 at its place
    float gathered = 0.0F;    ///< active batch: how far the arrows have come
    float filled = 0.0F;      ///< active batch: 0 empty … 1 computed
    float folded = 0.0F;      ///< 0 lanes next to blocks … 1 source next to blocks
    float closeUp = 0.0F;     ///< 0 as in StepView::Full; lanes and blocks fade; 1 nodes are in their trees
    float bundled = 0.0F;     ///< 0 nodes … 1 ribbons in their place
    std::size_t finished = 0; ///< batches whose block is complete
    Box block;                ///< what the active batch's tiles fill now; empty while they are not together
    SourceTwin twin;
    Box view;                    ///< what the camera should show
    std::vector<Point> nodes;    ///< centers, by NodeId
    std::vector<NodeRole> roles; ///< by NodeId
    std::vector<Ribbon> ribbons; ///< while bundled > 0
    std::vector<Box> trees;      ///< where the tree boxes are while they move with their trees, else empty
};

// Ribbons: nodes that move the same way, drawn as one bar with their number, because nobody can follow more than a few
// hundred things at once.

/// At most so many things move at once.
constexpr std::size_t kMostMovers = 200;
/// With more nodes than this, nodes are cells of a pixel or two, and move as a cloud.
constexpr std::size_t kMostBundled = 20'000;

struct RibbonGroup {
    std::vector<NodeId> nodes;
    SignatureId signature; ///< of most of them
    TreeId tree;           ///< invalid where they are of several
};

/// Whether so many moving nodes are shown as ribbons.
[[nodiscard]] constexpr bool movesAsRibbons(std::size_t movers) {
    return movers > kMostMovers && movers <= kMostBundled;
}

/// At most kMostMovers groups of nodes of one tree and level; of neighboring trees, or levels, where there are more.
/// `order`: all nodes by level and tree (LaneLayout::order). Empty unless movesAsRibbons.
[[nodiscard]] std::vector<RibbonGroup> ribbonGroups(const OpGraph& graph, std::span<const NodeId> order);

/// A bar centered on the nodes: no wider than they extend, and just high enough to hold them all.
[[nodiscard]] Ribbon ribbonOf(const RibbonGroup& group, std::span<const Point> places);

/// How much of a movement's way (0 … 1) is shown as ribbons: nodes fade into them at its beginning, and back at its
/// end.
[[nodiscard]] float bundledAt(double share);

class Storyboard {
public:
    static constexpr double kBeside = 0.45; ///< of entering the lanes: the trees stand beside them
    static constexpr double kGrouped = 0.28;
    static constexpr double kStacked = 0.56;
    static constexpr double kGathered = 0.76;
    static constexpr std::size_t kFirstBatchStop = 2; ///< the stop at which the first batch begins
    static constexpr std::size_t kMostKept = 2000;

    /// Keeps copies of what it needs, so it may outlive its inputs.
    /// `aspect`: width over height of the window.
    Storyboard(const OpGraph& graph, const ForestLayout& forest, const LaneLayout& lanes, const FoldedLayout& folded,
               const Schedule& schedule, float aspect);

    [[nodiscard]] std::size_t batchCount() const { return m_batchBoxes.size(); }
    [[nodiscard]] std::size_t stopCount() const { return batchCount() + kFirstBatchStop + 2; }
    [[nodiscard]] double end() const { return static_cast<double>(stopCount() - 1); }
    /// The stop at which this batch is complete.
    [[nodiscard]] std::size_t stopAfter(BatchId batch) const { return batch.index() + kFirstBatchStop + 1; }

    /// t is clamped to [0, end()]. Cost: linear in nodes.
    [[nodiscard]] StoryState state(double t, StepView view = StepView::Full) const;
    /// The same, into memory that is used again.
    void state(double t, StoryState& into, StepView view = StepView::Full) const;

    /// Places that do not move, in world units.
    [[nodiscard]] const std::vector<Box>& laneBoxes() const { return m_laneBoxes; }
    [[nodiscard]] const std::vector<Box>& treeBoxes() const { return m_treeBoxes; }
    [[nodiscard]] const std::vector<Box>& batchBoxes() const { return m_batchBoxes; }
    /// Whether the source stays in sight from the lanes on.
    [[nodiscard]] bool keepsSource() const { return m_keepsSource; }
    /// Where nodes and trees are among the small source trees (SourceTwin), each tree as in S0.
    [[nodiscard]] const std::vector<Point>& twinNodes() const { return m_keepsSource ? m_twinNodes : m_source; }
    [[nodiscard]] const std::vector<Box>& twinTrees() const { return m_keepsSource ? m_twinTrees : m_treeBoxes; }
    /// Room left of each column of blocks for the edges between them.
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
    std::vector<NodeId> m_laneOrder; ///< as LaneLayout::order
    std::vector<std::size_t> m_laneOffsets;
    std::vector<NodeId> m_batchOrder; ///< nodes by batch, in slot order
    std::vector<std::size_t> m_batchOffsets;
    std::vector<RibbonGroup> m_groups;     ///< what moves as one into the lanes; empty where nodes move themselves
    std::vector<SignatureId> m_signatures; ///< by batch
    std::vector<Box> m_treeBoxes;
    std::vector<Box> m_laneBoxes;
    std::vector<Box> m_batchBoxes;
    std::size_t m_columns = 1;
    float m_arcWidth = 0.0F;
    bool m_keepsSource = false;     ///< beside the lanes
    std::vector<Point> m_twinNodes; ///< then; packed to another shape than S0
    std::vector<Box> m_twinTrees;
    SourceTwin m_besideLanes; ///< before the blocks need their room
    SourceTwin m_besideBoth;
    SourceTwin m_besideBlocks;
    Box m_sourceView;
    Box m_laneView;
    Box m_bothView;
    Box m_foldedView;
    Box m_closeView;
};

/// What the lanes are laid out for, and beside them the blocks: a half of a window of this aspect, or a third where the
/// source stays in sight.
[[nodiscard]] float laneAspect(const OpGraph& graph, float aspect);

/// With the folded graph laid out for this aspect (width over height of the window).
[[nodiscard]] Storyboard storyboardOf(const OpGraph& graph, const ForestLayout& forest, const LaneLayout& lanes,
                                      const Schedule& schedule, float aspect);

} // namespace batchscope
