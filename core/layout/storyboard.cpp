// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/storyboard.h"

#include "core/base/check.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr float kGapToFolded = 4.0F;
constexpr float kMargin = 1.0F;
constexpr double kDown = 0.6;  // of the way into the lanes: nodes have reached their level
constexpr double kAlong = 0.4; // and from here on they move along it

Box withMargin(const Box& box) {
    return {box.x - kMargin, box.y - kMargin, box.width + 2.0F * kMargin, box.height + 2.0F * kMargin};
}

/// Moves everything of the folded layout right of the lanes, with a common bottom line.
Point foldedOffset(const LaneLayout& lanes, const FoldedLayout& folded) {
    return {lanes.bounds.right() + kGapToFolded - folded.bounds.x, lanes.bounds.bottom() - folded.bounds.bottom()};
}

Point moved(Point point, Point offset) {
    return {point.x + offset.x, point.y + offset.y};
}

Box moved(const Box& box, Point offset) {
    return {box.x + offset.x, box.y + offset.y, box.width, box.height};
}

float part(double share, double from, double to) {
    return eased((share - from) / (to - from));
}

} // namespace

Storyboard::Storyboard(const ForestLayout& forest, const LaneLayout& lanes, const FoldedLayout& folded,
                       const Schedule& schedule)
    : m_source(forest.nodes), m_lanes(lanes.nodes), m_folded(folded.nodes), m_batchOf(schedule.places.size()),
      m_treeBoxes(forest.trees), m_laneBoxes(lanes.lanes), m_batchBoxes(folded.batches), m_arcWidth(folded.arcWidth) {
    CHECK(m_source.size() == m_lanes.size() && m_lanes.size() == m_folded.size());
    for (std::size_t index = 0; index < m_batchOf.size(); ++index) {
        m_batchOf[index] = schedule.places[NodeId(index)].batch.value;
    }
    const Point offset = foldedOffset(lanes, folded);
    for (Point& point : m_folded) {
        point = moved(point, offset);
    }
    for (Box& box : m_batchBoxes) {
        box = moved(box, offset);
    }
    // The trees stand where the lanes will be, centre on centre, so that entering the lanes moves nodes no further than
    // it must.
    const Point centre{lanes.bounds.x + (lanes.bounds.width - forest.bounds.width) / 2.0F - forest.bounds.x,
                       lanes.bounds.y + (lanes.bounds.height - forest.bounds.height) / 2.0F - forest.bounds.y};
    for (Point& point : m_source) {
        point = moved(point, centre);
    }
    for (Box& box : m_treeBoxes) {
        box = moved(box, centre);
    }
    const Box foldedBounds = moved(folded.bounds, offset);
    m_sourceView = withMargin(moved(forest.bounds, centre));
    m_laneView = withMargin(lanes.bounds);
    m_bothView = withMargin(united(lanes.bounds, foldedBounds));
    m_foldedView = withMargin(foldedBounds);
}

StoryState Storyboard::state(double t) const {
    const double clamped = std::clamp(t, 0.0, end());
    if (clamped <= 1.0) {
        return entering(clamped);
    }
    if (clamped <= end() - 1.0) {
        const double since = clamped - 1.0;
        const auto batch = std::min(static_cast<std::size_t>(std::ceil(since)) - 1, batchCount() - 1);
        return making(batch, since - static_cast<double>(batch));
    }
    return leaving(clamped - (end() - 1.0));
}

StoryState Storyboard::entering(double share) const {
    StoryState state;
    const float done = eased(share);
    // One axis after the other (with some overlap), so that the eye can follow: down into the level, then along it.
    const float down = part(share, 0.0, kDown);
    const float along = part(share, kAlong, 1.0);
    state.stage = share > 0.0 ? StoryStage::Lanes : StoryStage::Source;
    state.sourceShare = 1.0F - done;
    state.view = mixed(m_sourceView, m_laneView, along); // nothing leaves the view on its way
    state.roles.assign(m_source.size(), NodeRole::Waiting);
    state.nodes.resize(m_source.size());
    for (std::size_t index = 0; index < m_source.size(); ++index) {
        state.nodes[index] = {mixed(m_source[index], m_lanes[index], along).x,
                              mixed(m_source[index], m_lanes[index], down).y};
    }
    return state;
}

StoryState Storyboard::making(std::size_t batch, double share) const {
    StoryState state;
    state.stage = StoryStage::Batches;
    state.sourceShare = 0.0F;
    state.active = BatchId(batch);
    state.moved = part(share, kChosen, kMoved);
    state.closed = part(share, kMoved, kClosed);
    state.filled = part(share, kClosed, 1.0);
    state.finished = share >= 1.0 ? batch + 1 : batch;
    state.view = batch == 0 ? mixed(m_laneView, m_bothView, part(share, 0.0, kChosen)) : m_bothView;
    state.nodes.resize(m_source.size());
    state.roles.resize(m_source.size());
    for (std::size_t index = 0; index < m_source.size(); ++index) {
        const std::uint32_t own = m_batchOf[index];
        if (own == batch) {
            state.nodes[index] = mixed(m_lanes[index], m_folded[index], state.moved);
            state.roles[index] = NodeRole::Active;
        } else {
            state.nodes[index] = own < batch ? m_folded[index] : m_lanes[index];
            state.roles[index] = own < batch ? NodeRole::Done : NodeRole::Waiting;
        }
    }
    return state;
}

StoryState Storyboard::leaving(double share) const {
    StoryState state;
    state.stage = StoryStage::Folded;
    state.sourceShare = 0.0F;
    state.foldedShare = eased(share);
    state.finished = batchCount();
    state.view = mixed(m_bothView, m_foldedView, state.foldedShare);
    state.nodes = m_folded;
    state.roles.assign(m_folded.size(), NodeRole::Done);
    return state;
}

} // namespace batchscope
