// SPDX-License-Identifier: GPL-3.0-or-later
//
// The picture of the present snapshot at the present moment, without a camera: what is computed once for each snapshot,
// where everything is now, and the indexes that make frames and clicks look at what is in sight only. No widget.
#pragma once

#include "core/session/caption.h"
#include "views/canvas/scene/hit_test.h"
#include "views/canvas/scene/scene.h"

#include <optional>
#include <vector>

namespace batchscope {

class CanvasPicture {
public:
    /// A node is hit within a square of so many pixels, whatever the zoom; the nearest one of several.
    static constexpr double kTargetSide = 16.0;

    /// Another graph or schedule: there is no state until the next refresh, so nothing asks it about nodes that are
    /// gone.
    void adopt(const Snapshot& snapshot);
    /// The same graph and schedule, with other passes or another run: everything stays where it is.
    void adoptResults(const Snapshot& snapshot);

    [[nodiscard]] const SceneModel& model() const { return m_model; }
    /// Of the last refresh; empty after adopt.
    [[nodiscard]] const StoryState& state() const { return m_state; }

    /// The state is out of date, or is to be looked at afresh: the next refresh computes it again.
    void expire() { m_isExpired = true; }
    /// Computes the state of the storyboard's `time` where it is out of date. True when it was.
    bool refresh(double time, StepView view);

    [[nodiscard]] bool hasNode(NodeId node) const { return node.valid() && node.index() < m_state.nodes.size(); }
    /// Middle of the node, in the world. Needs hasNode(node).
    [[nodiscard]] Point placeOf(NodeId node) const { return m_state.nodes[node.index()]; }
    /// What is under the pixel; nothing between a new snapshot and its first state.
    [[nodiscard]] Hit hitAt(const Camera& camera, QPointF pixel);
    /// Pixels to press for the node. Needs hasNode(node).
    [[nodiscard]] QRectF nodeRect(const Camera& camera, NodeId node) const;
    /// Up to `most` nodes on the canvas, by id: those nearest to `middle`.
    [[nodiscard]] std::vector<NodeId> nearestNodes(const Box& seen, Point middle, std::size_t most) const;

    /// Sets the lists of what is in sight, where it is so little of all that finding it is less work than looking at
    /// all. They stay valid until the next call. To be called once a frame.
    void findInSight(const Camera& camera, const QRectF& canvas, SceneOptions& options);
    /// Of the storyboard's `time`; kept while it is the same, since it is counted from the nodes of a batch, or of all.
    [[nodiscard]] const Caption& captionAt(double time);

private:
    struct KeptCaption {
        StoryStage stage = StoryStage::Source;
        BatchId batch;
        Caption caption;
    };
    struct Sight {
        std::vector<NodeId> nodes;
        std::vector<NodeId> edges;
    };

    SceneModel m_model;
    StoryState m_state;
    SceneIndex m_index;     // of m_state
    SceneIndex m_twinIndex; // of m_model.twin()
    Sight m_sight;
    Sight m_twinSight;
    std::optional<KeptCaption> m_caption;
    int m_framesOfState = 0;
    bool m_isExpired = true;
};

} // namespace batchscope
