// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/hand_schedule.h"

#include "core/base/check.h"
#include "core/schedule/scheduler.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace batchscope {

namespace {

/// Quick, and good on different nets.
constexpr std::array<std::string_view, 3> kAdvisers = {"agenda", "sufficient", "largest"};

std::vector<NodeId> takeReady(Frontier& frontier, SignatureId signature) {
    Pick pick;
    pick.signature = signature;
    return takePicked(frontier.graph(), pick, frontier);
}

/// Batches that it takes to run these signatures first and then what the policy chooses. It is asked all along, because
/// a policy may count from the beginning of a round (Frontier::typeFrontier).
std::size_t batchesWith(const OpGraph& graph, std::span<const SignatureId> picks, const Policy& policy) {
    Frontier frontier(graph, graph.levels);
    for (const SignatureId signature : picks) {
        [[maybe_unused]] const Pick unheeded = policy.choose(frontier);
        frontier.release(takeReady(frontier, signature));
    }
    std::size_t batches = picks.size();
    while (frontier.nextCreated().valid()) {
        const Pick pick = policy.choose(frontier);
        const bool isOneNode = pick.node.valid();
        const std::vector<NodeId> nodes =
            isOneNode ? takePicked(graph, pick, frontier) : takeReady(frontier, pick.signature);
        frontier.release(nodes);
        ++batches;
    }
    return batches;
}

} // namespace

HandSchedule::HandSchedule(const OpGraph& graph)
    : m_graph(graph), m_frontier(std::make_unique<Frontier>(graph, graph.levels)), m_batches(graph.size()) {
    BATCHSCOPE_CHECK(graph.size() <= kMostHandNodes);
}

std::optional<BatchId> HandSchedule::batchOf(NodeId node) const {
    return m_batches[node].valid() ? std::optional(m_batches[node]) : std::nullopt;
}

std::span<const NodeId> HandSchedule::batch(BatchId batch) const {
    const std::size_t begin = batch.index() == 0 ? 0 : m_ends[batch.index() - 1];
    return std::span(m_nodes).subspan(begin, m_ends[batch.index()] - begin);
}

Status HandSchedule::run(SignatureId signature) {
    const std::vector<NodeId> nodes = takeReady(*m_frontier, signature);
    if (nodes.empty()) {
        return Error{ErrorCode::Schedule, "no node of this signature is ready; choose one that is ready"};
    }
    for (const NodeId node : nodes) {
        m_batches[node] = BatchId(m_picks.size());
    }
    m_nodes.insert(m_nodes.end(), nodes.begin(), nodes.end());
    m_ends.push_back(m_nodes.size());
    m_picks.push_back(signature);
    m_frontier->release(nodes);
    return Ok{};
}

void HandSchedule::undo() {
    std::vector<SignatureId> picks = m_picks;
    restart();
    for (std::size_t pick = 0; pick + 1 < picks.size(); ++pick) {
        const Status again = run(picks[pick]);
        BATCHSCOPE_CHECK(again.hasValue());
    }
}

void HandSchedule::restart() {
    m_frontier = std::make_unique<Frontier>(m_graph, m_graph.levels);
    m_picks.clear();
    m_ends.clear();
    m_nodes.clear();
    m_batches = IdVector<NodeId, BatchId>(m_graph.size());
}

std::optional<HandSchedule::Hint> HandSchedule::hint() const {
    std::optional<Hint> best;
    std::vector<SignatureId> picks = m_picks;
    picks.emplace_back();
    for (const Candidate& candidate : ready()) {
        picks.back() = candidate.signature;
        for (const std::string_view name : kAdvisers) {
            const Policy& policy = **findPolicy(name);
            const std::size_t batches = batchesWith(m_graph, picks, policy);
            if (!best || batches < best->batches) {
                best = Hint{candidate.signature, batches, policy.name()};
            }
        }
    }
    return best;
}

std::vector<PolicyScore> policyScores(const OpGraph& graph) {
    std::vector<PolicyScore> scores;
    for (const Policy* const policy : policies()) {
        if (!policy->joinsAll(graph)) {
            continue;
        }
        if (const Result<Schedule> schedule = makeSchedule(graph, *policy, {})) {
            scores.push_back({policy, schedule->batchCount()});
        }
    }
    std::stable_sort(scores.begin(), scores.end(),
                     [](const PolicyScore& left, const PolicyScore& right) { return left.batches < right.batches; });
    return scores;
}

} // namespace batchscope
