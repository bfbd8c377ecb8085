// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the animation as a pure function of time. Scrub, step, play backwards, export and tests all call state(t), so
// they cannot differ.
//
// Stops (whole numbers of t): 0 source trees; 1 level lanes; 2 + k after batch k; batches + 2 the folded graph. Between
// stop 1 + k and 2 + k batch k is chosen, its nodes move out of the lanes into their block, the block closes, gathers
// and fills:
//     [0, kChosen) lit · [kChosen, kMoved) move · [kMoved, kClosed) close · [kClosed, 1) gather and fill
//
// Entering the lanes, nodes first go down to their level, then along it.
//
// World: each arrangement lies at its own place (lanes left, folded graph right of them); `view` says what to look at.
#pragma once

#include "core/layout/folded_layout.h"
#include "core/layout/forest_layout.h"
#include "core/layout/lane_layout.h"

#include <cstdint>
#include <vector>

namespace batchscope {

enum class StoryStage : std::uint8_t { Source, Lanes, Batches, Folded };

/// What a node is doing at a moment.
enum class NodeRole : std::uint8_t {
    Waiting, ///< not run yet
    Active,  ///< in the batch that is being made
    Done,    ///< a row of a finished batch
};

struct StoryState {
    StoryStage stage = StoryStage::Source; ///< the stage that is being entered or rested in
    BatchId active;      ///< the batch that is being made, or that was made last at a stop; invalid outside Batches
    float moved = 0.0F;  ///< active batch: 0 in the lanes … 1 in its block
    float closed = 0.0F; ///< active batch: 0 loose … 1 one block
    float filled = 0.0F; ///< active batch: 0 empty … 1 computed
    float sourceShare = 1.0F;    ///< 1 trees … 0 lanes; fades captions and tree boxes
    float foldedShare = 0.0F;    ///< 0 lanes beside blocks … 1 folded graph alone
    std::size_t finished = 0;    ///< batches whose block is complete
    Box view;                    ///< what the camera should show
    std::vector<Point> nodes;    ///< centres, by NodeId
    std::vector<NodeRole> roles; ///< by NodeId
};

class Storyboard {
public:
    static constexpr double kChosen = 0.15;
    static constexpr double kMoved = 0.65;
    static constexpr double kClosed = 0.78;

    /// Keeps copies of what it needs, so it may outlive its inputs.
    Storyboard(const ForestLayout& forest, const LaneLayout& lanes, const FoldedLayout& folded,
               const Schedule& schedule);

    [[nodiscard]] std::size_t batchCount() const { return m_batchBoxes.size(); }
    [[nodiscard]] std::size_t stopCount() const { return batchCount() + 3; }
    [[nodiscard]] double end() const { return static_cast<double>(stopCount() - 1); }
    /// The stop at which this batch is complete.
    [[nodiscard]] std::size_t stopAfter(BatchId batch) const { return batch.index() + 2; }

    /// t is clamped to [0, end()]. Cost: linear in nodes.
    [[nodiscard]] StoryState state(double t) const;

    /// Places that do not move, in world units.
    [[nodiscard]] const std::vector<Box>& laneBoxes() const { return m_laneBoxes; }
    [[nodiscard]] const std::vector<Box>& treeBoxes() const { return m_treeBoxes; }
    [[nodiscard]] const std::vector<Box>& batchBoxes() const { return m_batchBoxes; }
    /// Room left of each column of blocks for the edges between them.
    [[nodiscard]] float arcWidth() const { return m_arcWidth; }

private:
    [[nodiscard]] StoryState entering(double share) const;
    [[nodiscard]] StoryState making(std::size_t batch, double share) const;
    [[nodiscard]] StoryState leaving(double share) const;

    std::vector<Point> m_source;
    std::vector<Point> m_lanes;
    std::vector<Point> m_folded;
    std::vector<std::uint32_t> m_batchOf;
    std::vector<Box> m_treeBoxes;
    std::vector<Box> m_laneBoxes;
    std::vector<Box> m_batchBoxes;
    float m_arcWidth = 0.0F;
    Box m_sourceView;
    Box m_laneView;
    Box m_bothView;
    Box m_foldedView;
};

} // namespace batchscope
