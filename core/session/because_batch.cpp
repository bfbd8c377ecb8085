// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/schedule/metrics.h"
#include "core/schedule/policy.h"
#include "core/session/because_parts.h"
#include "core/session/execution_text.h"
#include "core/words/because_words.h"
#include "core/words/execution_words.h"

#include <algorithm>
#include <chrono>
#include <vector>

namespace batchscope::because_parts {

namespace {

std::size_t productsOf(const Op& op) {
    return static_cast<std::size_t>(
        std::count_if(op.body.values.begin(), op.body.values.end(),
                      [](const BodyValue& value) { return value.primitive == Primitive::Linear; }));
}

bool looksUp(const Op& op) {
    return std::any_of(op.body.values.begin(), op.body.values.end(),
                       [](const BodyValue& value) { return value.primitive == Primitive::Lookup; });
}

/// Of one batch.
class BatchReasons {
public:
    BatchReasons(const Snapshot& snapshot, BatchId batch)
        : m_snapshot(snapshot), m_graph(*snapshot.graph), m_schedule(*snapshot.schedule), m_batch(batch),
          m_signature(m_schedule.batchSignatures[batch]), m_op(m_graph.opOf(m_signature)),
          m_size(m_schedule.batchSize(batch)), m_ran(viewOf(snapshot, batch)) {}

    [[nodiscard]] std::string group() const {
        SentenceList text;
        if (readsValuesFirst(m_schedule, m_batch)) {
            text.add(words::kCalledAfterRead);
        }
        m_size > 1 ? together(text) : alone(text);
        return text.take();
    }

    [[nodiscard]] std::string stack() const {
        if (m_size == 1) {
            return std::string(words::kNothingToStack);
        }
        const std::string rows = counted(m_size, words::kRow);
        if (const std::size_t numbers = m_graph.ops.weightCount(m_op); numbers > 0) {
            return words::weightsServeAll(counted(numbers, words::kNumber), rows);
        }
        return looksUp(m_op) ? words::oneTableServesAll(rows) : words::sameForEveryRow(rows);
    }

    [[nodiscard]] std::string gather() const {
        if (m_ran != nullptr && m_ran->elided != Elided::No) {
            return std::string(words::kNothingLaunched);
        }
        if (!needsOthers()) {
            return std::string(words::kInputsAreGiven);
        }
        SentenceList text;
        howRead(text);
        return text.take();
    }

    [[nodiscard]] std::string run() const {
        if (m_ran != nullptr && m_ran->elided != Elided::No) {
            return std::string(words::kNothingLaunched);
        }
        SentenceList text;
        launched(text);
        backward(text);
        return text.take();
    }

private:
    void together(SentenceList& text) const {
        const std::string nodes = counted(m_size, words::kNode);
        text.add(words::mayRunTogether({.nodes = nodes,
                                        .trees = treesOf(m_snapshot, m_batch),
                                        .op = m_op.name,
                                        .arguments = argumentsText(m_graph, m_signature),
                                        .needOthers = needsOthers()}));
        const bool isElided = m_ran != nullptr && m_ran->elided != Elided::No;
        const bool isFused = m_ran != nullptr && m_ran->kernels > 0; // other launches than the body names
        if (isFused) {
            text.add(words::engineNeeds(launchesClause(m_snapshot, m_batch), nodes));
        } else if (!isElided) {
            insteadOf(text);
        }
        othersReady(text);
    }

    void alone(SentenceList& text) const {
        if (m_op.batchable == Batchable::No) {
            text.add(words::opRunsAlone(m_op.name));
        } else if (m_schedule.rule == BatchRule::OneByOne) {
            text.add(words::policyRunsAlone(policyTitle(m_schedule.policy)));
            return;
        } else if (const std::size_t ready = readyNodes(); ready == 1) {
            text.add(words::noOtherIsReady(m_op.name));
        } else {
            othersReady(text);
        }
        text.add(words::kNothingSaved);
    }

    /// As the op is written; what the engine makes of it is told by what it launched.
    void insteadOf(SentenceList& text) const {
        if (m_size == 1) {
            text.add(words::kNothingSaved);
        } else if (const std::size_t products = productsOf(m_op); products > 0) {
            text.add(words::productsInsteadOf(products, withThousands(products), withThousands(products * m_size)));
        } else {
            text.add(words::oneBatchInsteadOf(counted(m_size, words::kCall)));
        }
    }

    void launched(SentenceList& text) const {
        const std::string launches = launchesClause(m_snapshot, m_batch);
        if (m_schedule.rule == BatchRule::OneByOne) {
            text.add(words::kEveryNodePays);
            return;
        }
        if (m_size == 1) {
            text.add(words::launchesForOneNode(launches));
            return;
        }
        text.add(words::launchesServeAll(launches, counted(m_size, words::kNode)));
        oneByOne(text);
    }

    /// Where the same nodes were measured one by one.
    void oneByOne(SentenceList& text) const {
        if (m_snapshot.regularRun == nullptr || m_snapshot.report == nullptr || !m_snapshot.report->isMeasured()) {
            return;
        }
        const Schedule& schedule = m_snapshot.regularRun->schedule;
        const auto durations = m_snapshot.regularRun->trace.batchDurations(schedule.batchCount());
        std::chrono::nanoseconds total{0};
        for (const NodeId node : m_schedule.batch(m_batch)) {
            total += durations[schedule.places[node].batch.index()];
        }
        if (total > std::chrono::nanoseconds(0)) {
            text.add(words::timeOneByOne(counted(m_size, words::kNode), measuredText(total)));
        }
    }

    void backward(SentenceList& text) const {
        if (!m_snapshot.trace) {
            return;
        }
        std::chrono::nanoseconds time{0};
        bool isKnown = false;
        for (const Event& event : m_snapshot.trace->backward) {
            time += event.batch == m_batch ? event.duration : std::chrono::nanoseconds(0);
            isKnown = isKnown || event.batch == m_batch;
        }
        if (isKnown) {
            text.add(words::backwardTook(measuredText(time)));
        }
    }

    void othersReady(SentenceList& text) const {
        if (const std::size_t ready = readyNodes(); ready > m_size) {
            const std::size_t others = ready - m_size;
            text.add(words::othersAreReady(others, withThousands(others), m_op.name, policyTitle(m_schedule.policy)));
        }
    }

    void howRead(SentenceList& text) const {
        bool isCopied = false;
        bool isPushed = false;
        bool isFromTable = false;
        bool isIndexed = false;
        bool isInPlace = false;
        bool isOneRow = m_size > 1;
        for (const OperandView& operand : operandsOf(m_snapshot, m_batch)) {
            if (operand.isLookup) {
                continue; // no rows of earlier batches
            }
            const bool isProduct = operand.use == OperandUse::Products || operand.use == OperandUse::FromTable;
            isCopied = isCopied || operand.use == OperandUse::Copied;
            isPushed = isPushed || (operand.use == OperandUse::Products && operand.launchedFirst.valid() &&
                                    operand.launchedFirst < m_batch && !operand.earlierFromTable);
            isFromTable =
                isFromTable || operand.use == OperandUse::FromTable || (isProduct && operand.earlierFromTable);
            isIndexed = isIndexed || operand.use == OperandUse::Indexed;
            isInPlace = isInPlace || operand.use == OperandUse::InPlace || operand.use == OperandUse::HandedOn ||
                        (operand.use == OperandUse::Products && operand.launchedFirst == m_batch);
            isOneRow = isOneRow && operand.use == OperandUse::InPlace && operand.rows == 1;
        }
        if (isOneRow) {
            text.add(words::kOneRowForAll);
            return;
        }
        if (isCopied || isIndexed) {
            text.add(words::rowsApart(producers()));
        } else if (isInPlace) {
            text.add(words::rowsInOnePiece(producers()));
            text.add(words::kNothingCopied);
        }
        text.add(isCopied ? m_size == 1 ? words::kRowsAreCopied : words::kCopyIsThePrice : std::string_view());
        text.add(isPushed ? words::kPushSavesTheCopy : std::string_view());
        text.add(isFromTable ? words::kTableSavesTheProduct : std::string_view());
        text.add(isIndexed ? words::kIndexSavesTheCopy : std::string_view());
    }

    /// Nodes of the batch's signature that were ready when it was chosen, the batch among them; its size where that was
    /// not recorded.
    [[nodiscard]] std::size_t readyNodes() const {
        for (const Candidate& candidate : m_schedule.decision(m_batch).candidates) {
            if (candidate.signature == m_signature) {
                return candidate.ready;
            }
        }
        return m_size;
    }

    [[nodiscard]] bool needsOthers() const {
        const auto arguments = m_graph.argumentsOf(m_schedule.batch(m_batch).front());
        return std::any_of(arguments.begin(), arguments.end(),
                           [](const Argument& argument) { return argument.isValue(); });
    }

    /// The steps that wrote what the batch reads: "step 1", "steps 1 and 3", "7 earlier steps".
    [[nodiscard]] std::string producers() const {
        std::vector<bool> wrote(m_schedule.batchCount(), false); // a batch may have a million arguments
        for (const NodeId node : m_schedule.batch(m_batch)) {
            for (const Argument& argument : m_graph.argumentsOf(node)) {
                if (argument.isValue()) {
                    wrote[m_schedule.places[argument.node()].batch.index()] = true;
                }
            }
        }
        const auto steps = static_cast<std::size_t>(std::count(wrote.begin(), wrote.end(), true));
        constexpr std::size_t kMostNamed = 3;
        if (steps > kMostNamed) {
            return words::earlierSteps(withThousands(steps));
        }
        std::vector<std::string> numbers;
        for (std::size_t step = 0; step < wrote.size(); ++step) {
            if (wrote[step]) {
                numbers.push_back(withThousands(step));
            }
        }
        return numbers.size() == 1 ? words::oneStep(numbers.front()) : words::severalSteps(words::listed(numbers));
    }

    const Snapshot& m_snapshot;
    const OpGraph& m_graph;
    const Schedule& m_schedule;
    BatchId m_batch;
    SignatureId m_signature;
    const Op& m_op;
    std::size_t m_size;
    const BatchView* m_ran; // null where nothing was recorded
};

} // namespace

std::string becauseOfBatch(const Snapshot& snapshot, StoryStage stage, BatchId batch) {
    const BatchReasons reasons(snapshot, batch);
    switch (stage) {
    case StoryStage::Group: return reasons.group();
    case StoryStage::Stack: return reasons.stack();
    case StoryStage::Gather: return reasons.gather();
    case StoryStage::Run: return reasons.run();
    default: return {};
    }
}

} // namespace batchscope::because_parts
