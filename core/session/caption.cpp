// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/caption.h"

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/schedule/explain.h"
#include "core/session/because.h"
#include "core/session/execution_text.h"
#include "core/story/cursor.h"
#include "core/words/caption_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

namespace batchscope {

namespace {

class CaptionWriter {
public:
    CaptionWriter(const Snapshot& snapshot, BatchId batch)
        : m_snapshot(snapshot), m_graph(*snapshot.graph), m_schedule(*snapshot.schedule), m_batch(batch),
          m_ran(viewOf(snapshot, batch)) {}

    [[nodiscard]] std::string source() const {
        return words::originalGraph(counted(m_graph.trees, nounOfTrees(m_snapshot)),
                                    counted(m_graph.size(), words::kNode));
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
        kinds += counts.size() > kMost ? words::andMoreKinds(withThousands(counts.size() - kMost)) : std::string();
        std::set<const Op*> ops;
        for (std::size_t index = 0; index < counts.size(); ++index) {
            ops.insert(&m_graph.opOf(SignatureId(index)));
        }
        return words::nodesTakeColors(counted(counts.size(), words::kSignature), kinds) +
               (ops.size() == counts.size() ? words::eachOpHasOneSignature(ops.size()) : std::string());
    }

    [[nodiscard]] std::string lanes() const {
        return words::nodesMoveToLevels(counted(m_graph.levelCount(), words::kLevel));
    }

    [[nodiscard]] std::string group() const {
        const std::string read = valuesReadText(m_graph, m_schedule, m_batch);
        return step() + (read.empty() ? std::string() : words::valuesAreReadHere(read)) +
               decisionText(m_graph, m_schedule, m_batch);
    }

    [[nodiscard]] std::string stack() const {
        std::set<std::uint32_t> levels;
        for (const NodeId node : m_schedule.batch(m_batch)) {
            levels.insert(m_graph.levels[node]);
        }
        return step() + words::rowsOfOneTensor({.label = label(),
                                                .trees = treesOf(m_snapshot, m_batch),
                                                .levels = levels.size(),
                                                .isOnlyRow = m_schedule.batchSize(m_batch) == 1,
                                                .shape = shape()});
    }

    [[nodiscard]] std::string gather() const {
        if (m_ran->elided != Elided::No) {
            return step() + elided();
        }
        const auto arguments = m_graph.argumentsOf(m_schedule.batch(m_batch).front());
        if (std::none_of(arguments.begin(), arguments.end(), [](const Argument& each) { return each.isValue(); })) {
            return step() +
                   (arguments.empty() ? words::takesNoArgument(label()) : words::needsNoEarlierResult(label()));
        }
        return step() + "the operands come from earlier batches: " + operands() + '.';
    }

    [[nodiscard]] std::string run() const {
        const std::size_t size = m_schedule.batchSize(m_batch);
        if (m_ran->elided != Elided::No) {
            return step() + elided();
        }
        const std::string nodes = counted(size, words::kNode);
        std::string text = step();
        text += size > 1 ? words::oneBatchComputes(nodes, withThousands(size)) : words::oneBatchComputesOneNode(nodes);
        if (m_snapshot.trace) {
            const std::string launches = launchesClause(m_snapshot, m_batch);
            const std::string time = measuredText(m_snapshot.trace->timeOf(m_batch).total);
            const std::size_t count = m_snapshot.trace->runs;
            const std::string runs = count > 1 ? words::medianOfRuns(count) : std::string(words::kOneRun);
            text += fmt::format(" {} ran as {} in {} ({}).", size > 1 ? "They" : "It", launches, time, runs);
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

    [[nodiscard]] std::string whatHappens(StoryStage stage) const {
        switch (stage) {
        case StoryStage::Source: return source();
        case StoryStage::Signatures: return signatures();
        case StoryStage::Lanes: return lanes();
        case StoryStage::Group: return group();
        case StoryStage::Stack: return stack();
        case StoryStage::Gather: return gather();
        case StoryStage::Run: return run();
        case StoryStage::Folded: return folded();
        }
        return {};
    }

private:
    [[nodiscard]] std::string step() const {
        return words::stepOf(withThousands(m_batch.index()), withThousands(m_batch.index() + 1),
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

    /// "8 rows copied (3.2 kB), 4 adjacent rows read in place (dashed)"
    [[nodiscard]] std::string operands() const {
        std::size_t copied = 0;
        std::size_t bytes = 0;
        std::size_t inPlace = 0;
        std::size_t indexed = 0;
        std::size_t products = 0;
        for (const OperandView& operand : operandsOf(m_snapshot, m_batch)) {
            if (operand.isLookup) {
                continue; // no rows of earlier batches
            }
            switch (operand.use) {
            case OperandUse::Copied:
                copied += operand.rows;
                bytes += operand.bytesCopied;
                break;
            case OperandUse::InPlace:
            case OperandUse::HandedOn: inPlace += operand.rows; break;
            case OperandUse::Indexed: indexed += operand.rows; break;
            case OperandUse::Products:
            case OperandUse::FromTable: products += operand.rows; break;
            case OperandUse::Integers: break;
            }
        }
        std::vector<std::string> parts;
        if (copied > 0) {
            parts.push_back(bytes == 0
                                ? fmt::format("{} copied", counted(copied, words::kRow))
                                : fmt::format("{} copied ({})", counted(copied, words::kRow), formatBytes(bytes)));
        }
        if (inPlace > 0) {
            parts.push_back(fmt::format("{} read in place (dashed)", counted(inPlace, words::kRow)));
        }
        if (indexed > 0) {
            parts.push_back(fmt::format("{} read by index", counted(indexed, words::kRow)));
        }
        if (products > 0) {
            parts.push_back(fmt::format("{} as products that were computed before", counted(products, words::kRow)));
        }
        return fmt::format("{}", fmt::join(parts, ", "));
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
    const BatchView* m_ran; // null before and after the batches
};

} // namespace

Caption captionAt(const Snapshot& snapshot, double t) {
    if (!snapshot.graph || !snapshot.schedule || !snapshot.storyboard || viewsOf(snapshot) == nullptr) {
        return {};
    }
    const Storyboard& story = *snapshot.storyboard;
    const BatchId batch = batchAt(story, t);
    const StoryStage stage = stageAt(story, t);
    return {CaptionWriter(snapshot, batch).whatHappens(stage), becauseOf(snapshot, stage, batch)};
}

} // namespace batchscope
