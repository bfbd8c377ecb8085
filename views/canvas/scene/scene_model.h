// SPDX-License-Identifier: GPL-3.0-or-later
//
// What every frame needs and no frame should recompute: consumers, counts by op, flows between batches, box positions.
// Built once for each snapshot, whose parts it keeps alive.
#pragma once

#include "core/layout/block_index.h"
#include "core/session/snapshot.h"
#include "core/trace/batch_view.h"

#include <QString>

#include <memory>
#include <vector>

namespace batchscope {

class SceneModel {
public:
    SceneModel() = default;
    explicit SceneModel(const Snapshot& snapshot);

    /// What became known since of the same graph and schedule: passes and the run.
    void adoptResults(const Snapshot& snapshot);

    /// Whether there is anything to draw: a graph with a layout.
    [[nodiscard]] bool hasPicture() const { return m_snapshot.graph && m_snapshot.forest; }
    [[nodiscard]] const Snapshot& snapshot() const { return m_snapshot; }
    [[nodiscard]] const OpGraph& graph() const { return *m_snapshot.graph; }
    [[nodiscard]] const Schedule* schedule() const { return m_snapshot.schedule.get(); }
    [[nodiscard]] const Storyboard* storyboard() const { return m_snapshot.storyboard.get(); }

    /// The picture at t; without a schedule yet, the source trees.
    [[nodiscard]] StoryState stateAt(double t, StepView view = StepView::Full) const;
    /// The same, into memory that is used again.
    void stateAt(double t, StoryState& state, StepView view = StepView::Full) const;
    [[nodiscard]] const std::vector<Box>& treeBoxes() const;
    [[nodiscard]] const std::vector<Box>& laneBoxes() const;
    [[nodiscard]] const std::vector<Box>& batchBoxes() const;
    /// Over treeBoxes() and batchBoxes(), which do not move.
    [[nodiscard]] const BlockIndex& treeIndex() const { return m_treeIndex; }
    [[nodiscard]] const BlockIndex& batchIndex() const { return m_batchIndex; }

    /// Blocks of one column, which share their left edge: steps first … last - 1.
    struct Column {
        std::size_t first = 0;
        std::size_t last = 0;
        float right = 0.0F; ///< of its widest block; labels are placed to the right of it
        float end = 0.0F;   ///< where the next column begins
    };
    [[nodiscard]] const std::vector<Column>& columns() const { return m_columns; }
    /// Right edge of all blocks, without labels.
    [[nodiscard]] float blocksRight() const { return m_blocksRight; }
    /// How much of the way from lanes alone to lanes and blocks the view has gone, 0 … 1.
    [[nodiscard]] double blocksInView(const StoryState& state) const;
    /// The batch with the longest label, by characters.
    [[nodiscard]] BatchId longestLabel() const { return m_longestLabel; }

    /// The source trees as shown next to the folded graph in S7, in positions of S0; empty without a storyboard.
    [[nodiscard]] const StoryState& twin() const { return m_twin; }

    /// Which of its op's signatures this is, counted from 0 in order of ids.
    [[nodiscard]] std::size_t signatureRank(SignatureId signature) const { return m_signatureRanks[signature]; }
    /// By SignatureId: what people read, and how many nodes have it.
    [[nodiscard]] const std::vector<QString>& signatureNames() const { return m_signatureNames; }
    [[nodiscard]] const std::vector<std::size_t>& signatureCounts() const { return m_signatureCounts; }
    /// As batchscope::commonestSignature.
    [[nodiscard]] SignatureId commonestSignature() const { return m_commonestSignature; }
    /// Nodes of each op, by OpId.
    [[nodiscard]] const std::vector<std::size_t>& opCounts() const { return m_opCounts; }
    /// Nodes of each level.
    [[nodiscard]] const std::vector<std::size_t>& levelCounts() const { return m_levelCounts; }
    [[nodiscard]] const FlowTable& flows() const { return m_flows; }
    [[nodiscard]] std::span<const NodeId> users(NodeId node) const { return m_consumers->users(node); }

    [[nodiscard]] QString opName(OpId op) const;
    /// As batchscope::opTitles: `phrases`.
    [[nodiscard]] QString opTitle(OpId op) const;
    /// `phrases ×7`.
    [[nodiscard]] QString batchLabel(BatchId batch) const;
    /// `[7, 100]`: rows and columns of the first output.
    [[nodiscard]] QString batchShape(BatchId batch) const;
    /// Whether it is the first node that was made for its tree node, beside which the tree's labels are drawn. Never
    /// for primitives, of which a tree node has many.
    [[nodiscard]] bool bearsLabels(NodeId node) const { return !m_labelled.empty() && m_labelled[node.index()]; }
    /// How far below its usual place the node's word is, in units: on the baseline of its tree.
    [[nodiscard]] float wordDrop(NodeId node) const {
        const std::vector<float>& drops = m_snapshot.forest->wordDrops;
        return drops.empty() ? 0.0F : drops[node.index()];
    }
    /// The word of a leaf; long ones are cut.
    [[nodiscard]] QString caption(NodeId node) const;

private:
    void countNodes();
    void findLabelled();
    void findFlows();
    void findColumns();
    void findLongestLabel();

    Snapshot m_snapshot;
    std::shared_ptr<const ConsumerIndex> m_consumers;
    IdVector<SignatureId, std::size_t> m_signatureRanks;
    StoryState m_twin;
    std::vector<QString> m_signatureNames;
    std::vector<bool> m_labelled;
    std::vector<std::size_t> m_signatureCounts;
    SignatureId m_commonestSignature;
    std::vector<std::string> m_opTitles;
    std::vector<std::size_t> m_opCounts;
    std::vector<std::size_t> m_levelCounts;
    FlowTable m_flows;
    BlockIndex m_treeIndex;
    BlockIndex m_batchIndex;
    std::vector<Column> m_columns;
    float m_blocksRight = 0.0F;
    BatchId m_longestLabel;
};

} // namespace batchscope
