// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/waiting.h"

#include "core/schedule/metrics.h"
#include "core/schedule/scheduler.h"

#include <algorithm>
#include <optional>

namespace batchscope {

namespace {

/// The loop of the Scheduler with one step withheld.
class WaitingLoop {
public:
    WaitingLoop(const OpGraph& graph, const Schedule& before, const Policy& policy, BatchId step, Wait wait)
        : m_graph(graph), m_before(before), m_policy(policy), m_levels(levelsUnlessFromInputs(graph, policy)),
          m_frontier(graph, m_levels ? *m_levels : graph.levels), m_step(step.index()), m_wait(wait),
          m_signature(before.batchSignatures[step]) {
        startAnew(policy, m_schedule);
        makeRoom(graph, m_schedule);
    }

    Result<Schedule> run(const RunControl& control) {
        while (m_schedule.nodes.size() < m_graph.size()) {
            if (control.stopRequested()) {
                return cancelledError();
            }
            const Pick pick = nextPick();
            const std::vector<NodeId> nodes =
                m_schedule.batchCount() < m_step ? takeAsBefore() : takePicked(m_graph, pick, m_frontier);
            if (nodes.empty()) {
                return choseNothing(m_graph, m_schedule);
            }
            append(m_graph, pick, nodes, m_schedule);
            m_frontier.release(nodes);
        }
        return std::move(m_schedule);
    }

private:
    /// The policy is asked at every step, because it may count from the beginning of a round (Frontier::typeFrontier).
    Pick nextPick() {
        Pick pick = m_policy.choose(m_frontier);
        if (m_schedule.batchCount() < m_step || m_hasRun || pick.signature != m_signature) {
            return pick;
        }
        const std::uint32_t ready = m_frontier.readyCount(m_signature);
        m_readyAtFirst = m_readyAtFirst == 0 ? ready : m_readyAtFirst;
        const bool hasGrown = ready > m_readyAtFirst;
        const std::optional<Pick> other = otherThan(pick);
        if (!other || (hasGrown && m_wait == Wait::UntilMoreAreReady)) {
            m_hasRun = true;
            pick.level.reset();
            return pick;
        }
        return *other;
    }

    /// What the policy likes best of the rest; none where nothing else is ready.
    [[nodiscard]] std::optional<Pick> otherThan(const Pick& withheld) const {
        std::vector<Candidate> candidates = withheld.candidates.empty() ? m_frontier.candidates() : withheld.candidates;
        std::erase_if(candidates, [this](const Candidate& candidate) { return candidate.signature == m_signature; });
        const bool isHigh = m_policy.traits().highestWins;
        const auto best = std::min_element(candidates.begin(), candidates.end(),
                                           [isHigh](const Candidate& left, const Candidate& right) {
                                               return isHigh ? left.score > right.score : left.score < right.score;
                                           });
        if (best == candidates.end()) {
            return std::nullopt;
        }
        Pick pick;
        pick.signature = best->signature;
        if (m_policy.traits().grouping == Grouping::LevelAndSignature) {
            pick.level = best->lowestLevel;
        }
        pick.reason = candidates.size() == 1 ? Reason::OnlyCandidate : withheld.reason;
        pick.candidates = std::move(candidates);
        return pick;
    }

    std::vector<NodeId> takeAsBefore() {
        const auto nodes = m_before.batch(BatchId(m_schedule.batchCount()));
        for (const NodeId node : nodes) {
            m_frontier.takeNode(node);
        }
        return {nodes.begin(), nodes.end()};
    }

    const OpGraph& m_graph;
    const Schedule& m_before;
    const Policy& m_policy;
    std::optional<NodeLevels> m_levels;
    Frontier m_frontier;
    std::size_t m_step;
    Wait m_wait;
    SignatureId m_signature; ///< that waits
    std::uint32_t m_readyAtFirst = 0;
    bool m_hasRun = false; ///< the step that waited
    Schedule m_schedule;
};

/// Steps of signatures with a gap to their lower bound, the smallest first: they have most to gain.
std::vector<BatchId> candidateSteps(const OpGraph& graph, const Schedule& schedule) {
    const LowerBound bound = lowerBound(graph);
    IdVector<SignatureId, std::size_t> batches(graph.signatures.size(), 0);
    for (const SignatureId signature : schedule.batchSignatures) {
        ++batches[signature];
    }
    std::vector<BatchId> steps;
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const SignatureId signature = schedule.batchSignatures[BatchId(step)];
        if (batches[signature] > bound.bySignature[signature] && graph.opOf(signature).batchable == Batchable::Yes) {
            steps.emplace_back(step);
        }
    }
    std::stable_sort(steps.begin(), steps.end(), [&schedule](BatchId left, BatchId right) {
        return schedule.batchSize(left) < schedule.batchSize(right);
    });
    return steps;
}

/// The better of both waits; none where neither saves a batch.
Result<std::optional<HastyStep>> tryToWait(const OpGraph& graph, const Schedule& schedule, const Policy& policy,
                                           BatchId step, const RunControl& control) {
    std::optional<HastyStep> best;
    for (const Wait wait : {Wait::UntilMoreAreReady, Wait::UntilNothingElseIsReady}) {
        const Result<Schedule> after = scheduleWithWait(graph, schedule, policy, step, wait, control);
        TRY(after);
        const std::size_t saved = schedule.batchCount() - std::min(schedule.batchCount(), after->batchCount());
        if (saved > (best ? best->saved : 0)) {
            const NodeId first = schedule.batch(step).front();
            best = HastyStep{step, saved, wait, after->batchSize(after->places[first].batch)};
        }
    }
    return best;
}

} // namespace

Result<Schedule> scheduleWithWait(const OpGraph& graph, const Schedule& schedule, const Policy& policy, BatchId step,
                                  Wait wait, const RunControl& control) {
    return WaitingLoop(graph, schedule, policy, step, wait).run(control);
}

Result<HastySteps> hastySteps(const OpGraph& graph, const Schedule& schedule, const RunControl& control) {
    HastySteps found;
    const Result<const Policy*> policy = findPolicy(schedule.policy);
    if (!policy || schedule.rule == BatchRule::OneByOne || (*policy)->traits().remembers) {
        found.applies = false;
        return found;
    }
    const std::vector<BatchId> steps = candidateSteps(graph, schedule);
    found.candidates = steps.size();
    const std::size_t affordable = kMostWaitWork / std::max<std::size_t>(2 * graph.size(), 1);
    for (std::size_t index = 0; index < std::min(steps.size(), affordable); ++index) {
        const Result<std::optional<HastyStep>> tried = tryToWait(graph, schedule, **policy, steps[index], control);
        TRY(tried);
        ++found.tried;
        if (*tried) {
            found.steps.push_back(**tried);
        }
    }
    std::stable_sort(found.steps.begin(), found.steps.end(), [](const HastyStep& left, const HastyStep& right) {
        return left.saved != right.saved ? left.saved > right.saved : left.step < right.step;
    });
    return found;
}

} // namespace batchscope
