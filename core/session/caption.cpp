// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/caption.h"

#include "core/base/text.h"
#include "core/schedule/explain.h"
#include "core/session/execution_text.h"
#include "core/story/cursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace batchscope {

namespace {

std::string counted(std::size_t count, const char* one, const char* many) {
    return fmt::format("{} {}", withThousands(count), count == 1 ? one : many);
}

class CaptionWriter {
public:
    CaptionWriter(const Snapshot& snapshot, BatchId batch)
        : m_snapshot(snapshot), m_graph(*snapshot.graph), m_schedule(*snapshot.schedule), m_batch(batch),
          m_ran(executionOf(snapshot, batch)) {}

    [[nodiscard]] std::string source() const {
        return fmt::format("The original graph: {}, {}. Without batching, each node runs by itself.",
                           counted(m_graph.trees, "tree", "trees"), counted(m_graph.size(), "node", "nodes"));
    }

    [[nodiscard]] std::string signatures() const {
        std::vector<std::size_t> counts(m_graph.signatures.size(), 0);
        for (const SignatureId signature : m_graph.nodeSignatures) {
            ++counts[signature.index()];
        }
        std::string kinds;
        constexpr std::size_t kMost = 4;
        for (std::size_t index = 0; index < std::min(counts.size(), kMost); ++index) {
            kinds += fmt::format("{}{} ×{}", index == 0 ? "" : ", ", m_graph.opOf(SignatureId(index)).name,
                                 withThousands(counts[index]));
        }
        return fmt::format(
            "Nodes with the same signature (op, parameters and argument shapes) can share a batch. {}: {}{}.",
            counted(counts.size(), "signature", "signatures"), kinds, counts.size() > kMost ? " …" : "");
    }

    [[nodiscard]] std::string lanes() const {
        return fmt::format("Every node moves to its level: nodes on level 0 need no other node; all others need a node "
                           "on the level below. {}.",
                           counted(m_graph.levelCount(), "level", "levels"));
    }

    [[nodiscard]] std::string group() const {
        const auto& syncs = m_schedule.syncPoints;
        const bool isSync = std::find(syncs.begin(), syncs.end(), m_batch) != syncs.end();
        return step() + (isSync ? "values are read here. " : "") + decisionText(m_graph, m_schedule, m_batch);
    }

    [[nodiscard]] std::string stack() const {
        std::set<std::uint32_t> trees;
        std::set<std::uint32_t> levels;
        for (const NodeId node : m_schedule.batch(m_batch)) {
            trees.insert(m_graph.origins[node].tree.value);
            levels.insert(m_graph.levels[node]);
        }
        const bool isOne = m_schedule.batchSize(m_batch) == 1;
        return fmt::format("{}{} from {}{} {} of one tensor{}.", step(), label(),
                           counted(trees.size(), "tree", "trees"),
                           levels.size() > 1 ? fmt::format(" and {} levels", levels.size()) : "",
                           isOne ? "becomes the only row" : "become the rows", shape());
    }

    [[nodiscard]] std::string gather() const {
        std::size_t viewed = 0;
        std::size_t apart = 0;
        for (const Operand& operand : m_snapshot.plan->operandsOf(m_batch)) {
            const bool isView = operand.kind == OperandKind::View || operand.kind == OperandKind::Shared;
            viewed += isView ? operand.rows : 0;
            apart += operand.kind == OperandKind::Gather ? operand.rows : 0;
        }
        if (viewed + apart == 0) {
            return step() + label() + " needs no earlier result: its inputs come from the trees.";
        }
        if (ranOnEngine(m_snapshot, m_batch)) {
            return step() + engineOperands(viewed, apart);
        }
        return step() + copiedOperands(viewed, apart);
    }

    [[nodiscard]] std::string run() const {
        const std::size_t size = m_schedule.batchSize(m_batch);
        if (m_ran != nullptr && m_ran->elided != Elided::No) {
            return step() + elided();
        }
        std::string text = fmt::format("{}one batch computes {}", step(), counted(size, "row", "rows"));
        text += size > 1 ? fmt::format("; node by node, the op would run {} times.", withThousands(size)) : ".";
        if (m_ran != nullptr) {
            const bool onEngine = ranOnEngine(m_snapshot, m_batch);
            text +=
                fmt::format(" {} ran {} in {} (this run).", onEngine ? "The engine" : "The plain bodies",
                            launchesClause(m_snapshot, m_batch), measuredText(m_snapshot.trace->timeOf(m_batch).total));
        }
        const std::string elsewhere = elsewhereText(m_snapshot, m_batch);
        return elsewhere.empty() ? text : text + ' ' + elsewhere;
    }

    [[nodiscard]] std::string folded() const {
        const auto nodes = static_cast<double>(m_graph.size());
        const auto batches = static_cast<double>(std::max<std::size_t>(m_schedule.batchCount(), 1));
        std::string text = fmt::format("The folded graph: {} nodes in {}, {}", withThousands(m_graph.size()),
                                       counted(m_schedule.batchCount(), "batch", "batches"),
                                       nodes == batches ? "one for each node"
                                                        : fmt::format("{:.3g} nodes per batch", nodes / batches));
        if (m_snapshot.metrics) {
            text += fmt::format("; no policy can use fewer than {}", withThousands(m_snapshot.metrics->lowerBound));
        }
        return text + '.';
    }

private:
    [[nodiscard]] std::string step() const {
        return fmt::format("Step {} of {}: ", withThousands(m_batch.index() + 1),
                           withThousands(m_schedule.batchCount()));
    }
    [[nodiscard]] std::string label() const {
        return fmt::format("{} ×{}", m_graph.opOf(m_schedule.batchSignatures[m_batch]).name,
                           withThousands(m_schedule.batchSize(m_batch)));
    }
    /// Goes on after the number of the step.
    [[nodiscard]] std::string elided() const {
        std::string text = elsewhereText(m_snapshot, m_batch);
        text.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
        return text;
    }

    /// LibTorch's bodies want each operand as one tensor; without a run, so it is planned.
    [[nodiscard]] std::string copiedOperands(std::size_t viewed, std::size_t apart) const {
        std::string text = m_ran == nullptr ? "the operands will come from earlier blocks: "
                                            : "the operands come from earlier blocks: ";
        if (apart > 0) {
            text += fmt::format("{} gathered ({} copied)", counted(apart, "row", "rows"),
                                formatBytes(bytesCopiedFor(m_snapshot, m_batch)));
        }
        if (viewed > 0) {
            text += fmt::format("{}{} viewed in place without a copy (dashed)", apart > 0 ? ", " : "",
                                counted(viewed, "row", "rows"));
        }
        return text + '.';
    }

    /// The engine copies rows only for a product whose rows lie apart, and out of a table.
    [[nodiscard]] std::string engineOperands(std::size_t viewed, std::size_t apart) const {
        if (m_ran->elided != Elided::No) {
            return elided();
        }
        std::string text = "the operands come from earlier blocks: ";
        if (apart > 0) {
            text += fmt::format("{} scattered", counted(apart, "row is", "rows are"));
        }
        if (viewed > 0) {
            text += fmt::format("{}{} adjacent (dashed)", apart > 0 ? ", " : "", counted(viewed, "row is", "rows are"));
        }
        if (m_ran->bytesCopied == 0) {
            text += ". The engine copied nothing: its kernels read rows and products in place";
        } else {
            text += fmt::format(". The engine copied {} {}", formatBytes(m_ran->bytesCopied),
                                m_ran->tableRows > 0 ? "of products from its table" : "for its products");
        }
        return fmt::format("{} ({}).", text, operandsInShort(m_snapshot, m_batch));
    }

    [[nodiscard]] std::string shape() const {
        const Op& op = m_graph.opOf(m_schedule.batchSignatures[m_batch]);
        return op.outputs() == 0 ? std::string()
                                 : fmt::format(" [{}, {}]", m_schedule.batchSize(m_batch), op.outputWidth(0));
    }

    const Snapshot& m_snapshot;
    const OpGraph& m_graph;
    const Schedule& m_schedule;
    BatchId m_batch;
    const BatchExecution* m_ran; // null where nothing was recorded
};

} // namespace

std::string captionAt(const Snapshot& snapshot, double t) {
    if (!snapshot.graph || !snapshot.schedule || !snapshot.plan || !snapshot.storyboard) {
        return {};
    }
    const Storyboard& story = *snapshot.storyboard;
    const CaptionWriter writer(snapshot, batchAt(story, t));
    switch (stageAt(story, t)) {
    case StoryStage::Source: return writer.source();
    case StoryStage::Signatures: return writer.signatures();
    case StoryStage::Lanes: return writer.lanes();
    case StoryStage::Group: return writer.group();
    case StoryStage::Stack: return writer.stack();
    case StoryStage::Gather: return writer.gather();
    case StoryStage::Run: return writer.run();
    case StoryStage::Folded: return writer.folded();
    }
    return {};
}

} // namespace batchscope
