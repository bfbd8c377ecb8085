// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/caption.h"

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/graph/signature.h"
#include "core/schedule/explain.h"
#include "core/session/execution_text.h"
#include "core/story/cursor.h"
#include "core/words/caption_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <span>

namespace batchscope {

namespace {

std::string countedOrNone(std::size_t count, const words::Noun& noun) {
    return count == 0 ? std::string() : counted(count, noun);
}

class CaptionWriter {
public:
    CaptionWriter(const Snapshot& snapshot, BatchId batch)
        : m_snapshot(snapshot), m_graph(*snapshot.graph), m_schedule(*snapshot.schedule), m_batch(batch),
          m_ran(executionOf(snapshot, batch)) {}

    [[nodiscard]] std::string source() const {
        return words::originalGraph(counted(m_graph.trees, words::kTree), counted(m_graph.size(), words::kNode));
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
        kinds += counts.size() > kMost ? " …" : "";
        return words::equalSignaturesShareBatches(counted(counts.size(), words::kSignature), kinds);
    }

    [[nodiscard]] std::string lanes() const {
        return words::nodesMoveToLevels(counted(m_graph.levelCount(), words::kLevel));
    }

    [[nodiscard]] std::string group() const {
        const auto& syncs = m_schedule.syncPoints;
        const bool isSync = std::find(syncs.begin(), syncs.end(), m_batch) != syncs.end();
        return step() + std::string(isSync ? words::kValuesAreReadHere : "") +
               decisionText(m_graph, m_schedule, m_batch);
    }

    [[nodiscard]] std::string stack() const {
        std::set<std::uint32_t> levels;
        for (const NodeId node : m_schedule.batch(m_batch)) {
            levels.insert(m_graph.levels[node]);
        }
        return step() + words::rowsOfOneTensor({.label = label(),
                                                .trees = counted(treesOfBatch(), words::kTree),
                                                .levels = levels.size(),
                                                .isOnlyRow = m_schedule.batchSize(m_batch) == 1,
                                                .shape = shape()});
    }

    [[nodiscard]] std::string gather() const {
        const auto [viewed, apart] = operandRows();
        if (viewed + apart == 0) {
            return step() + words::needsNoEarlierResult(label());
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
        const std::string rows = counted(size, words::kRow);
        std::string text = step();
        text += size > 1 ? words::oneBatchComputes(rows, withThousands(size)) : words::oneBatchComputesOneRow(rows);
        if (m_ran != nullptr) {
            const std::string launches = launchesClause(m_snapshot, m_batch);
            const std::string time = measuredText(m_snapshot.trace->timeOf(m_batch).total);
            text += ' ';
            text += ranOnEngine(m_snapshot, m_batch) ? words::engineRan(launches, time)
                                                     : words::plainBodiesRan(launches, time);
        }
        const std::string elsewhere = elsewhereText(m_snapshot, m_batch);
        return elsewhere.empty() ? text : text + ' ' + elsewhere;
    }

    [[nodiscard]] std::string folded() const {
        const auto nodes = static_cast<double>(m_graph.size());
        const auto batches = static_cast<double>(std::max<std::size_t>(m_schedule.batchCount(), 1));
        const std::string share =
            nodes == batches ? std::string(words::kOneForEachNode) : words::nodesPerBatch(nodes / batches);
        const std::string nodeText = withThousands(m_graph.size());
        const std::string batchText = counted(m_schedule.batchCount(), words::kBatch);
        return m_snapshot.metrics ? words::foldedGraphWithBound(nodeText, batchText, share,
                                                                withThousands(m_snapshot.metrics->lowerBound))
                                  : words::foldedGraph(nodeText, batchText, share);
    }

    // ---- why ------------------------------------------------------------------------------------------------------

    [[nodiscard]] std::string whySource() const {
        return words::becauseRunsHaveAPrice(counted(m_graph.size(), words::kTime));
    }

    [[nodiscard]] std::string whyGroup() const {
        const std::span<const NodeId> nodes = m_schedule.batch(m_batch);
        if (nodes.size() < 2) {
            return std::string(words::kBecauseAlone);
        }
        const bool needsNodes = std::any_of(nodes.begin(), nodes.end(), [this](NodeId node) {
            const auto arguments = m_graph.argumentsOf(node);
            return std::any_of(arguments.begin(), arguments.end(),
                               [](const Argument& argument) { return argument.isValue(); });
        });
        const SignatureId signature = m_schedule.batchSignatures[m_batch];
        return words::becauseReady(counted(nodes.size(), words::kNode), counted(treesOfBatch(), words::kTree),
                                   signatureText(m_graph.signatures[signature], m_graph.ops),
                                   needsNodes ? words::kInputsHaveRun : words::kInputsAreGiven);
    }

    [[nodiscard]] std::string whyStack() const {
        const std::size_t size = m_schedule.batchSize(m_batch);
        if (size < 2) {
            return {};
        }
        const std::string rows = counted(size, words::kRow);
        return m_graph.opOf(m_schedule.batchSignatures[m_batch]).body.hasProduct()
                   ? words::becauseProductsAreShared(rows, withThousands(size))
                   : words::becauseOperationsAreShared(rows, withThousands(size));
    }

    [[nodiscard]] std::string whyGather() const {
        const OperandRows rows = operandRows();
        if (rows.viewed + rows.apart == 0 || (m_ran != nullptr && m_ran->elided != Elided::No)) {
            return {};
        }
        if (rows.apart == 0) {
            return std::string(words::kBecauseAdjacent);
        }
        return std::string(ranOnEngine(m_snapshot, m_batch) ? words::kBecauseReadByIndex : words::kBecauseCopied);
    }

    [[nodiscard]] std::string whyRun() const {
        const std::size_t size = m_schedule.batchSize(m_batch);
        const bool isElided = m_ran != nullptr && m_ran->elided != Elided::No;
        return size < 2 || isElided ? std::string() : words::becausePriceIsPaidOnce(counted(size, words::kRow));
    }

    [[nodiscard]] std::string whyFolded() const {
        return m_schedule.batchCount() < m_graph.size()
                   ? words::becauseFewerPrices(withThousands(m_schedule.batchCount()), withThousands(m_graph.size()))
                   : std::string(words::kBecauseNothingShared);
    }

private:
    /// Rows of the operands that are planned as views, and that lie apart.
    struct OperandRows {
        std::size_t viewed = 0;
        std::size_t apart = 0;
    };
    [[nodiscard]] OperandRows operandRows() const {
        OperandRows rows;
        for (const Operand& operand : m_snapshot.plan->operandsOf(m_batch)) {
            const bool isView = operand.kind == OperandKind::View || operand.kind == OperandKind::Shared;
            rows.viewed += isView ? operand.rows : 0;
            rows.apart += operand.kind == OperandKind::Gather ? operand.rows : 0;
        }
        return rows;
    }
    [[nodiscard]] std::size_t treesOfBatch() const {
        std::set<std::uint32_t> trees;
        for (const NodeId node : m_schedule.batch(m_batch)) {
            trees.insert(m_graph.origins[node].tree.value);
        }
        return trees.size();
    }
    [[nodiscard]] std::string step() const {
        return words::stepOf(withThousands(m_batch.index() + 1), withThousands(m_schedule.batchCount()));
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
        const std::string gatheredRows = countedOrNone(apart, words::kRow);
        const std::string bytes = formatBytes(bytesCopiedFor(m_snapshot, m_batch));
        const std::string viewedRows = countedOrNone(viewed, words::kRow);
        return m_ran == nullptr ? words::planOfOperands(gatheredRows, bytes, viewedRows)
                                : words::operandsOfPlainBodies(gatheredRows, bytes, viewedRows);
    }

    /// The engine copies rows only for a product whose rows lie apart, and out of a table.
    [[nodiscard]] std::string engineOperands(std::size_t viewed, std::size_t apart) const {
        if (m_ran->elided != Elided::No) {
            return elided();
        }
        return words::operandsOfEngine(
            {.scattered = countedOrNone(apart, words::kRowIs),
             .adjacent = countedOrNone(viewed, words::kRowIs),
             .bytes = m_ran->bytesCopied == 0 ? std::string() : formatBytes(m_ran->bytesCopied),
             .isFromTable = m_ran->tableRows > 0,
             .uses = operandsInShort(m_snapshot, m_batch)});
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

std::string Caption::text() const {
    return because.empty() ? what : what + ' ' + because;
}

Caption captionAt(const Snapshot& snapshot, double t) {
    if (!snapshot.graph || !snapshot.schedule || !snapshot.plan || !snapshot.storyboard) {
        return {};
    }
    const Storyboard& story = *snapshot.storyboard;
    const CaptionWriter writer(snapshot, batchAt(story, t));
    switch (stageAt(story, t)) {
    case StoryStage::Source: return {writer.source(), writer.whySource()};
    case StoryStage::Signatures: return {writer.signatures(), std::string(words::kBecauseEqualSignatures)};
    case StoryStage::Lanes: return {writer.lanes(), std::string(words::kBecauseOfLevels)};
    case StoryStage::Group: return {writer.group(), writer.whyGroup()};
    case StoryStage::Stack: return {writer.stack(), writer.whyStack()};
    case StoryStage::Gather: return {writer.gather(), writer.whyGather()};
    case StoryStage::Run: return {writer.run(), writer.whyRun()};
    case StoryStage::Folded: return {writer.folded(), writer.whyFolded()};
    }
    return {};
}

} // namespace batchscope
