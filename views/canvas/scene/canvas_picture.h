// SPDX-License-Identifier: GPL-3.0-or-later
//
// The picture of the current snapshot at the current moment, without a camera: data that is computed once per snapshot,
// the current positions, and indexes that let frames and clicks examine only what is in view. Not a widget.
#pragma once

#include "core/session/caption.h"
#include "views/canvas/scene/hit_test.h"
#include "views/canvas/scene/scene.h"

#include <optional>
#include <vector>

namespace batchscope {

class CanvasPicture {
public:
    /// The diameter in which a click hits a node, in pixels at any zoom; of several nodes, the nearest one is hit.
    static constexpr double kTargetSide = 16.0;

    /// Adopts another graph or schedule. The state is empty until the next refresh, so it has no outdated nodes.
    void adopt(const Snapshot& snapshot);
    /// Adopts other passes or another run of the same graph and schedule; all positions stay the same.
    void adoptResults(const Snapshot& snapshot);

    [[nodiscard]] const SceneModel& model() const { return m_model; }
    /// The state of the last refresh; empty after adopt().
    [[nodiscard]] const StoryState& state() const { return m_state; }

    /// Marks the state as out of date: the next refresh computes it again.
    void expire() { m_isExpired = true; }
    /// Computes the state at `time` of the storyboard if it is out of date. Returns true if it was.
    bool refresh(double time, StepView view);

    [[nodiscard]] bool hasNode(NodeId node) const { return node.valid() && node.index() < m_state.nodes.size(); }
    /// The center of the node, in the world. Needs hasNode(node).
    [[nodiscard]] Point placeOf(NodeId node) const { return m_state.nodes[node.index()]; }
    /// The item under the pixel; empty between a new snapshot and its first state.
    [[nodiscard]] Hit hitAt(const Camera& camera, QPointF pixel);
    /// The square of pixels to click for the node, at least kTargetSide wide. Needs hasNode(node).
    [[nodiscard]] QRectF nodeRect(const Camera& camera, NodeId node) const;

    /// Sets the lists of nodes and edges in view, if the view is so small that finding them costs less than examining
    /// everything. The lists stay valid until the next call. Call once per frame.
    void findInSight(const Camera& camera, const QRectF& canvas, SceneOptions& options);
    /// The caption at `time` of the storyboard. Cached while stage and batch stay the same, since it is computed from
    /// the nodes of a batch, or from all nodes.
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
    SceneIndex m_index;     // indexes m_state
    SceneIndex m_twinIndex; // indexes m_model.twin()
    Sight m_sight;
    Sight m_twinSight;
    std::optional<KeptCaption> m_caption;
    int m_framesOfState = 0;
    bool m_isExpired = true;
};

} // namespace batchscope
