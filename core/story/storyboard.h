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

#include "core/layout/folded_layout.h"
#include "core/layout/forest_layout.h"
#include "core/story/ribbons.h"
#include "core/story/story_state.h"

#include <span>
#include <vector>

namespace batchscope {

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
    void placeTreesInLanes(const OpGraph& graph, std::span<const TreeId> trees);
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
    std::vector<Box> m_laneTrees; ///< what each tree fills of the lanes; empty where trees share columns
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
