// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what every frame needs and no frame should compute again: consumers, counts by op, flows between batches, box
// positions. Built once for each snapshot; holds its parts alive.
#pragma once

#include "core/session/snapshot.h"
#include "views/canvas/gather_flow.h"

#include <QString>

#include <optional>
#include <vector>

namespace batchscope {

class SceneModel {
public:
    SceneModel() = default;
    explicit SceneModel(const Snapshot& snapshot);

    /// Whether there is anything to draw: a graph with a layout.
    [[nodiscard]] bool hasPicture() const { return m_snapshot.graph && m_snapshot.forest; }
    [[nodiscard]] const Snapshot& snapshot() const { return m_snapshot; }
    [[nodiscard]] const OpGraph& graph() const { return *m_snapshot.graph; }
    [[nodiscard]] const Schedule* schedule() const { return m_snapshot.schedule.get(); }
    [[nodiscard]] const Storyboard* storyboard() const { return m_snapshot.storyboard.get(); }

    /// The picture at t; without a schedule yet, the source trees.
    [[nodiscard]] StoryState stateAt(double t) const;
    [[nodiscard]] const std::vector<Box>& treeBoxes() const;
    [[nodiscard]] const std::vector<Box>& laneBoxes() const;
    [[nodiscard]] const std::vector<Box>& batchBoxes() const;

    /// Nodes of each op, by OpId.
    [[nodiscard]] const std::vector<std::size_t>& opCounts() const { return m_opCounts; }
    /// Nodes of each level.
    [[nodiscard]] const std::vector<std::size_t>& levelCounts() const { return m_levelCounts; }
    [[nodiscard]] const FlowTable& flows() const { return m_flows; }
    [[nodiscard]] std::span<const NodeId> users(NodeId node) const { return m_consumers->users(node); }

    [[nodiscard]] QString opName(OpId op) const;
    /// `children ×7`.
    [[nodiscard]] QString batchLabel(BatchId batch) const;
    /// `[7, 100]`: rows and columns of the first output.
    [[nodiscard]] QString batchShape(BatchId batch) const;
    /// The word of a leaf; long ones are cut.
    [[nodiscard]] QString caption(NodeId node) const;

private:
    Snapshot m_snapshot;
    std::optional<ConsumerIndex> m_consumers;
    std::vector<std::size_t> m_opCounts;
    std::vector<std::size_t> m_levelCounts;
    FlowTable m_flows;
};

} // namespace batchscope
