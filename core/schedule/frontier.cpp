// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/frontier.h"

#include "core/base/check.h"

#include <algorithm>
#include <numeric>

namespace batchscope {

namespace {

/// Stable, in time linear in nodes and buckets.
template <typename Bucket>
std::vector<NodeId> countingSort(std::span<const NodeId> nodes, std::size_t buckets, Bucket bucketOf) {
    std::vector<std::uint32_t> next(buckets + 1, 0);
    for (const NodeId node : nodes) {
        ++next[bucketOf(node) + 1];
    }
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<NodeId> sorted(nodes.size());
    for (const NodeId node : nodes) {
        sorted[next[bucketOf(node)]++] = node;
    }
    return sorted;
}

std::vector<NodeId> bySignatureAndLevel(const OpGraph& graph, const IdVector<NodeId, std::uint32_t>& levels,
                                        std::span<const NodeId> nodes) {
    if (nodes.empty()) {
        return {};
    }
    const auto byLevel = [&](NodeId left, NodeId right) { return levels[left] < levels[right]; };
    const auto [lowest, highest] = std::minmax_element(nodes.begin(), nodes.end(), byLevel);
    const std::uint32_t first = levels[*lowest];
    const std::vector<NodeId> sorted =
        countingSort(nodes, levels[*highest] - first + 1, [&](NodeId node) { return levels[node] - first; });
    return countingSort(sorted, graph.signatures.size(),
                        [&](NodeId node) { return graph.nodeSignatures[node].index(); });
}

} // namespace

Frontier::Frontier(const OpGraph& graph, const IdVector<NodeId, std::uint32_t>& levels)
    : m_graph(graph), m_levels(levels), m_consumers(graph), m_groupOf(graph.size()), m_pending(graph.size(), 0),
      m_ran(graph.size(), 0), m_ready(graph.signatures.size(), 0), m_meanLevel(graph.signatures.size(), 0.0),
      m_levelSum(graph.signatures.size(), 0.0), m_remaining(graph.signatures.size(), 0),
      m_complete(graph.signatures.size()), m_heaps(graph.signatures.size()), m_roundEnds(graph.roundCount(), 0) {
    m_order.reserve(graph.size());
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const auto arguments = graph.argumentsOf(NodeId(index));
        m_pending[NodeId(index)] = static_cast<std::uint32_t>(std::count_if(
            arguments.begin(), arguments.end(), [](const Argument& argument) { return argument.isValue(); }));
        m_order.emplace_back(index);
        ++m_roundEnds[graph.roundOf(NodeId(index))];
    }
    std::partial_sum(m_roundEnds.begin(), m_roundEnds.end(), m_roundEnds.begin());
    if (!graph.rounds.empty()) {
        std::stable_sort(m_order.begin(), m_order.end(),
                         [&](NodeId left, NodeId right) { return graph.rounds[left] < graph.rounds[right]; });
    }
    openRound(0);
    release({}); // the first round may be empty
}

std::span<const NodeId> Frontier::roundNodes() const {
    const std::size_t begin = m_round == 0 ? 0 : m_roundEnds[m_round - 1];
    return std::span(m_order).subspan(begin, m_roundEnds[m_round] - begin);
}

void Frontier::openRound(std::uint32_t round) {
    m_round = round;
    m_runInRound = 0;
    m_types.reset();
    buildGroups();
    for (const NodeId node : roundNodes()) {
        if (m_pending[node] == 0) {
            makeReady(node);
        }
    }
}

void Frontier::buildGroups() {
    m_groups.clear();
    const std::size_t signatures = m_graph.signatures.size();
    m_complete = IdVector<SignatureId, Heap>(signatures);
    m_heaps = IdVector<SignatureId, Heap>(signatures);
    const std::vector<NodeId> order = bySignatureAndLevel(m_graph, m_levels, roundNodes());
    m_readyNodes.resize(order.size());
    for (std::size_t index = 0; index < order.size(); ++index) {
        const NodeId node = order[index];
        const SignatureId signature = m_graph.nodeSignatures[node];
        if (m_groups.empty() || m_groups.back().signature != signature || m_groups.back().level != m_levels[node]) {
            const auto begin = static_cast<std::uint32_t>(index);
            m_groups.push_back({.signature = signature, .level = m_levels[node], .head = begin, .tail = begin});
        }
        ++m_groups.back().waiting;
        m_groupOf[node] = static_cast<std::uint32_t>(m_groups.size() - 1);
        m_levelSum[signature] += m_levels[node];
        ++m_remaining[signature];
    }
    for (std::size_t index = 0; index < signatures; ++index) {
        const SignatureId signature(index);
        m_meanLevel[signature] = meanRemainingLevel(signature); // nothing of the round has run yet
    }
}

double Frontier::meanRemainingLevel(SignatureId signature) const {
    return m_remaining[signature] == 0 ? 0.0 : m_levelSum[signature] / m_remaining[signature];
}

std::optional<std::uint32_t> Frontier::lowestCompleteLevel(SignatureId signature) const {
    Heap& heap = m_complete[signature];
    while (!heap.empty() && m_groups[heap.top()].ran > 0) {
        heap.pop();
    }
    return heap.empty() ? std::nullopt : std::optional(m_groups[heap.top()].level);
}

std::size_t Frontier::typeFrontier(SignatureId signature) const {
    if (!m_types) {
        CHECK(m_runInRound == 0);
        m_types = std::make_unique<TypeFrontiers>(m_graph, m_consumers, roundNodes());
    }
    return m_types->size(signature);
}

std::vector<Candidate> Frontier::candidates() const {
    std::vector<Candidate> result;
    for (std::size_t index = 0; index < m_ready.size(); ++index) {
        const SignatureId signature(index);
        if (m_ready[signature] > 0) {
            const auto group = lowestGroup(signature);
            CHECK(group.has_value());
            result.push_back({signature, m_ready[signature], m_groups[*group].level, 0.0});
        }
    }
    return result;
}

NodeId Frontier::nextCreated() const {
    while (m_nextCreated < m_order.size() && m_ran[m_order[m_nextCreated]] != 0) {
        ++m_nextCreated;
    }
    return m_nextCreated < m_order.size() ? m_order[m_nextCreated] : NodeId();
}

std::vector<NodeId> Frontier::takeAll(SignatureId signature, std::optional<std::uint32_t> level) {
    std::vector<NodeId> taken;
    if (level) { // not always the lowest: a complete group may stand above one that still waits
        if (Group* const group = groupAt(signature, *level)) {
            takeGroup(*group, taken);
        }
    }
    while (!level) {
        const auto group = lowestGroup(signature);
        if (!group) {
            break;
        }
        takeGroup(m_groups[*group], taken);
    }
    m_ready[signature] -= static_cast<std::uint32_t>(taken.size());
    if (!std::is_sorted(taken.begin(), taken.end())) {
        std::sort(taken.begin(), taken.end());
    }
    return taken;
}

NodeId Frontier::takeOne(SignatureId signature) {
    const auto group = lowestGroup(signature);
    if (!group) {
        return {};
    }
    const Group& lowest = m_groups[*group];
    const NodeId node = m_readyNodes[lowest.head];
    takeNode(node);
    return node;
}

void Frontier::takeNode(NodeId node) {
    CHECK(isReady(node));
    markRun(node);
    --m_ready[m_graph.nodeSignatures[node]];
}

void Frontier::release(std::span<const NodeId> ran) {
    for (const NodeId node : ran) {
        for (const NodeId user : m_consumers.users(node)) {
            if (--m_pending[user] == 0 && m_graph.roundOf(user) == m_round) {
                makeReady(user);
            }
        }
    }
    while (m_runInRound == roundNodes().size() && m_round + 1 < m_roundEnds.size()) { // a round may be empty
        openRound(m_round + 1);
    }
}

void Frontier::makeReady(NodeId node) {
    const SignatureId signature = m_graph.nodeSignatures[node];
    Group& group = m_groups[m_groupOf[node]];
    if (group.head == group.tail) {
        m_heaps[signature].push(m_groupOf[node]);
    }
    m_readyNodes[group.tail++] = node;
    ++m_ready[signature];
    if (--group.waiting == 0 && group.ran == 0) {
        m_complete[signature].push(m_groupOf[node]);
    }
}

void Frontier::markRun(NodeId node) {
    const SignatureId signature = m_graph.nodeSignatures[node];
    m_ran[node] = 1;
    ++m_runInRound;
    ++m_groups[m_groupOf[node]].ran;
    m_levelSum[signature] -= m_levels[node];
    --m_remaining[signature];
    if (m_types) {
        m_types->run(node);
    }
}

std::optional<std::uint32_t> Frontier::lowestGroup(SignatureId signature) const {
    Heap& heap = m_heaps[signature];
    while (!heap.empty()) {
        Group& group = m_groups[heap.top()];
        while (group.head < group.tail && m_ran[m_readyNodes[group.head]] != 0) {
            ++group.head; // taken one by one
        }
        if (group.head < group.tail) {
            return heap.top();
        }
        heap.pop();
    }
    return std::nullopt;
}

Frontier::Group* Frontier::groupAt(SignatureId signature, std::uint32_t level) {
    const auto wanted = std::pair(signature, level);
    const auto found = std::partition_point(m_groups.begin(), m_groups.end(), [&](const Group& group) {
        return std::pair(group.signature, group.level) < wanted;
    });
    const bool isIt = found != m_groups.end() && std::pair(found->signature, found->level) == wanted;
    return isIt ? &*found : nullptr;
}

void Frontier::takeGroup(Group& group, std::vector<NodeId>& taken) {
    for (; group.head < group.tail; ++group.head) {
        const NodeId node = m_readyNodes[group.head];
        if (m_ran[node] == 0) {
            markRun(node);
            taken.push_back(node);
        }
    }
}

} // namespace batchscope
