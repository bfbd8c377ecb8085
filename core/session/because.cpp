// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/because.h"

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/schedule/policy.h"
#include "core/session/because_parts.h"
#include "core/session/execution_text.h"
#include "core/trace/speed_text.h"
#include "core/words/because_words.h"
#include "core/words/execution_words.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

using because_parts::argumentsText;
using because_parts::SentenceList;

/// What an argument is to a reader; equal kinds are counted together.
struct TakenArgument {
    ArgumentType type;
    RowMeaning meaning = RowMeaning::None; ///< integers
    bool operator==(const TakenArgument&) const = default;
};

/// What the integer of a slot stands for: that of the table which the op looks it up in.
RowMeaning meaningOf(const OpGraph& graph, const Op& op, std::size_t slot) {
    for (const BodyValue& value : op.body.values) {
        if (value.primitive == Primitive::Lookup && value.argument == static_cast<std::int32_t>(slot)) {
            return graph.ops.params[value.weight].meaning;
        }
    }
    return RowMeaning::None;
}

std::string takenText(const TakenArgument& taken, std::size_t count) {
    const auto width = static_cast<std::size_t>(taken.type.width);
    switch (taken.type.kind) {
    case ArgumentClass::Row:
        return taken.type.arity == Arity::Any ? words::anyRowsTaken(width) : words::rowsTaken(count, width);
    case ArgumentClass::Shared: return words::sharedRowsTaken(count, width);
    case ArgumentClass::Constant: return words::givenRowsTaken(count, width);
    case ArgumentClass::Integer: break;
    }
    switch (taken.meaning) {
    case RowMeaning::Words: return words::wordsTaken(count);
    case RowMeaning::Bytes: return words::lettersTaken(count);
    case RowMeaning::None: break;
    }
    return words::integersTaken(count);
}

/// Of the whole graph.
class GraphReasons {
public:
    explicit GraphReasons(const Snapshot& snapshot)
        : m_snapshot(snapshot), m_graph(*snapshot.graph), m_schedule(*snapshot.schedule),
          m_isOneByOne(m_schedule.rule == BatchRule::OneByOne) {}

    [[nodiscard]] std::string source() const {
        if (m_graph.size() <= 1) {
            return std::string(words::kOnlyOneNode);
        }
        SentenceList text;
        text.add(words::callsHaveAPrice(withThousands(m_graph.size())));
        if (m_snapshot.report && m_snapshot.report->isMeasured()) {
            text.add(words::measuredOneByOne(formatSeconds(m_snapshot.report->regular.execution())));
        }
        return text.take();
    }

    [[nodiscard]] std::string signatures() const {
        std::vector<std::size_t> counts(m_graph.signatures.size(), 0);
        for (const SignatureId signature : m_graph.nodeSignatures) {
            ++counts[signature.index()];
        }
        const auto largest = std::max_element(counts.begin(), counts.end());
        if (largest == counts.end() || *largest <= 1) {
            return std::string(words::kEverySignatureHasOneNode);
        }
        const SignatureId signature(static_cast<std::size_t>(largest - counts.begin()));
        SentenceList text;
        text.add(words::kSameWorkForSameSignature);
        text.add(words::largestSignature(m_graph.opOf(signature).name, counted(*largest, words::kNode),
                                         argumentsText(m_graph, signature)));
        if (const std::size_t alone = unbatchable(counts); alone > 0) {
            text.add(words::nodesOfUnbatchableOps(alone, counted(alone, words::kNode)));
        }
        return text.take();
    }

    [[nodiscard]] std::string lanes() const {
        const std::size_t levels = m_graph.levelCount();
        if (levels <= 1) {
            return std::string(words::kNoNodeWaits);
        }
        SentenceList text;
        text.add(words::longestPathNeeds(counted(levels, words::kLevel), counted(levels, words::kBatch)));
        if (m_snapshot.metrics && m_snapshot.metrics->lowerBound > levels) {
            text.add(words::signaturesNeedMore(withThousands(m_snapshot.metrics->lowerBound)));
        }
        if (const std::size_t single = levelsOfOneNode(levels); single > levels / 2) {
            text.add(words::levelsOfOneNode(withThousands(single), counted(levels, words::kLevel)));
        }
        if (m_isOneByOne) {
            text.add(words::policyRunsAlone(policyTitle(m_schedule.policy)));
        }
        return text.take();
    }

    [[nodiscard]] std::string folded() const {
        SentenceList text;
        if (m_isOneByOne) {
            text.add(words::policyNeverBatches(policyTitle(m_schedule.policy)));
        } else if (m_schedule.batchCount() == m_graph.size()) {
            nothingShared(text);
        } else {
            saved(text);
        }
        if (m_snapshot.trace && !m_snapshot.trace->backward.empty() && !m_isOneByOne) {
            text.add(words::kBackwardRunsToo);
        }
        return text.take();
    }

private:
    [[nodiscard]] std::size_t unbatchable(const std::vector<std::size_t>& counts) const {
        std::size_t nodes = 0;
        for (std::size_t index = 0; index < counts.size(); ++index) {
            nodes += m_graph.opOf(SignatureId(index)).batchable == Batchable::No ? counts[index] : 0;
        }
        return nodes;
    }

    [[nodiscard]] std::size_t levelsOfOneNode(std::size_t levels) const {
        std::vector<std::size_t> counts(levels, 0);
        for (const std::uint32_t level : m_graph.levels) {
            ++counts[level];
        }
        return static_cast<std::size_t>(std::count(counts.begin(), counts.end(), std::size_t{1}));
    }

    void nothingShared(SentenceList& text) const {
        text.add(m_graph.size() == 1 ? words::kOnlyOneNode : words::kNoTwoShared);
        if (!m_snapshot.metrics || m_graph.size() == 1) {
            return;
        }
        const std::size_t bound = m_snapshot.metrics->lowerBound;
        text.add(bound == m_graph.size() ? std::string(words::kNoPolicyCanShare)
                                         : words::anotherPolicyMay(withThousands(bound)));
    }

    void saved(SentenceList& text) const {
        const std::size_t batches = m_schedule.batchCount();
        text.add(words::priceIsPaidLess(withThousands(batches), withThousands(m_graph.size())));
        std::size_t single = 0;
        std::size_t free = 0;
        for (std::size_t batch = 0; batch < batches; ++batch) {
            const BatchView* const ran = viewOf(m_snapshot, BatchId(batch));
            single += m_schedule.batchSize(BatchId(batch)) == 1 ? 1 : 0;
            free += ran != nullptr && ran->elided != Elided::No ? 1 : 0;
        }
        if (free > 0) {
            text.add(words::batchesThatLaunchNothing(free, withThousands(free)));
        }
        if (single > batches / 2) {
            text.add(words::batchesOfOneNode(withThousands(single), counted(batches, words::kBatch)));
        }
        if (m_snapshot.metrics) {
            const std::size_t more = batches - m_snapshot.metrics->lowerBound;
            text.add(more == 0 ? words::reachesTheBound(policyTitle(m_schedule.policy))
                               : words::savedByAnotherPolicy(counted(more, words::kBatch)));
        }
        if (m_snapshot.report && m_snapshot.report->speed) {
            if (const std::optional<SpeedRatio> factor = m_snapshot.report->speed->batching()) {
                text.add(words::measuredBatching(factorText(*factor)));
            }
        }
    }

    const Snapshot& m_snapshot;
    const OpGraph& m_graph;
    const Schedule& m_schedule;
    bool m_isOneByOne;
};

} // namespace

namespace because_parts {

std::string argumentsText(const OpGraph& graph, SignatureId id) {
    const Signature& signature = graph.signatures[id];
    const Op& op = graph.opOf(id);
    std::vector<std::pair<TakenArgument, std::size_t>> counts;
    for (std::size_t slot = 0; slot < signature.arguments.size(); ++slot) {
        const ArgumentType& type = signature.arguments[slot];
        const TakenArgument taken{type,
                                  type.kind == ArgumentClass::Integer ? meaningOf(graph, op, slot) : RowMeaning::None};
        const auto known = std::find_if(counts.begin(), counts.end(),
                                        [&taken](const auto& counted) { return counted.first == taken; });
        known == counts.end() ? void(counts.emplace_back(taken, 1)) : void(++known->second);
    }
    std::vector<std::string> parts;
    parts.reserve(counts.size());
    for (const auto& [taken, count] : counts) {
        parts.push_back(takenText(taken, count));
    }
    return words::listed(parts);
}

} // namespace because_parts

std::string becauseOf(const Snapshot& snapshot, StoryStage stage, BatchId batch) {
    if (isBatchStage(stage)) {
        return because_parts::becauseOfBatch(snapshot, stage, batch);
    }
    const GraphReasons reasons(snapshot);
    switch (stage) {
    case StoryStage::Source: return reasons.source();
    case StoryStage::Signatures: return reasons.signatures();
    case StoryStage::Lanes: return reasons.lanes();
    case StoryStage::Folded: return reasons.folded();
    default: return {};
    }
}

} // namespace batchscope
