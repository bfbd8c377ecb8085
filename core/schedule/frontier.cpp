// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/frontier.h"

#include "core/base/check.h"

#include <algorithm>
#include <numeric>

namespace batchscope {

namespace {

/// A stable sort in time linear in nodes and buckets.
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

/// Sorts in one pass if a table of signatures and levels is small; it is large for chains and for many shared values.
std::vector<NodeId> bySignatureAndLevel(const OpGraph& graph, const IdVector<NodeId, std::uint32_t>& levels,
                                        std::span<const NodeId> nodes) {
    if (nodes.empty()) {
        return {};
    }
    std::uint32_t first = levels[nodes.front()];
    std::uint32_t last = first;
    for (const NodeId node : nodes) {
        first = std::min(first, levels[node]);
        last = std::max(last, levels[node]);
    }
    const std::size_t levelCount = std::size_t{last} - first + 1;
    const auto level = [&](NodeId node) { return levels[node] - first; };
    const auto signature = [&](NodeId node) { return graph.nodeSignatures[node].index(); };
    if (levelCount * graph.signatures.size() <= 2 * nodes.size()) {
        return countingSort(nodes, levelCount * graph.signatures.size(),
                            [&](NodeId node) { return signature(node) * levelCount + level(node); });
    }
    return countingSort(countingSort(nodes, levelCount, level), graph.signatures.size(), signature);
}

} // namespace

Frontier::Frontier(const OpGraph& graph, const IdVector<NodeId, std::uint32_t>& levels)
    : m_graph(graph), m_levels(levels), m_states(graph.size()), m_ready(graph.signatures.size(), 0),
      m_meanLevel(graph.signatures.size(), 0.0), m_levelSum(graph.signatures.size(), 0.0),
      m_remaining(graph.signatures.size(), 0), m_complete(graph.signatures.size()), m_heaps(graph.signatures.size()) {
    linkUses();
    orderByRound();
    openRound(0);
    release({}); // the first round may be empty
}

void Frontier::linkUses() {
    m_uses.resize(m_graph.arguments.size());
    std::uint32_t uses = 0;
    for (std::size_t index = m_graph.size(); index-- > 0;) { // prepends each use, so the smallest id comes first
        NodeId previous;
        std::uint32_t pending = 0;
        for (const Argument& argument : m_graph.argumentsOf(NodeId(index))) {
            if (argument.isValue() && argument.node() != previous) {
                previous = argument.node();
                std::uint32_t& first = m_states[previous].firstUse;
                m_uses[uses] = {NodeId(index), first};
                first = uses++;
                ++pending;
            }
        }
        m_states[NodeId(index)].pending = pending;
    }
}

void Frontier::orderByRound() {
    m_order.resize(m_graph.size());
    for (std::size_t index = 0; index < m_order.size(); ++index) {
        m_order[index] = NodeId(index);
    }
    if (m_graph.rounds.empty()) {
        m_roundEnds = {m_order.size()};
        return;
    }
    m_roundEnds.assign(m_graph.roundCount(), 0);
    for (const std::uint32_t round : m_graph.rounds) {
        ++m_roundEnds[round];
    }
    std::partial_sum(m_roundEnds.begin(), m_roundEnds.end(), m_roundEnds.begin());
    std::stable_sort(m_order.begin(), m_order.end(),
                     [&](NodeId left, NodeId right) { return m_graph.rounds[left] < m_graph.rounds[right]; });
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
        if (m_states[node].pending == 0) {
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
        m_states[node].group = static_cast<std::uint32_t>(m_groups.size() - 1);
    }
    for (const Group& group : m_groups) {
        m_levelSum[group.signature] += static_cast<double>(group.level) * group.waiting; // whole numbers: exact
        m_remaining[group.signature] += group.waiting;
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
        BATCHSCOPE_CHECK(m_runInRound == 0);
        if (!m_consumers) {
            m_consumers = std::make_unique<ConsumerIndex>(m_graph);
        }
        m_types = std::make_unique<TypeFrontiers>(m_graph, *m_consumers, roundNodes());
    }
    return m_types->size(signature);
}

std::vector<Candidate> Frontier::candidates() const {
    std::vector<Candidate> result;
    for (std::size_t index = 0; index < m_ready.size(); ++index) {
        const SignatureId signature(index);
        if (m_ready[signature] > 0) {
            const auto group = lowestGroup(signature);
            BATCHSCOPE_CHECK(group.has_value());
            result.push_back({signature, m_ready[signature], m_groups[*group].level, 0.0});
        }
    }
    return result;
}

NodeId Frontier::nextCreated() const {
    while (m_nextCreated < m_order.size() && hasRun(m_order[m_nextCreated])) {
        ++m_nextCreated;
    }
    return m_nextCreated < m_order.size() ? m_order[m_nextCreated] : NodeId();
}

std::vector<NodeId> Frontier::takeAll(SignatureId signature, std::optional<std::uint32_t> level) {
    std::vector<NodeId> taken;
    taken.reserve(m_ready[signature]);
    if (level) { // not always the lowest: a complete group may be above an incomplete one
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
    BATCHSCOPE_CHECK(isReady(node));
    State& state = m_states[node];
    state.pending = kRan;
    countRun(m_groups[state.group], 1);
    --m_ready[m_graph.nodeSignatures[node]];
    if (m_types) {
        m_types->run(node);
    }
}

void Frontier::release(std::span<const NodeId> ran) {
    for (const NodeId node : ran) {
        for (std::uint32_t use = m_states[node].firstUse; use != kNoUse; use = m_uses[use].next) {
            const NodeId user = m_uses[use].user;
            if (--m_states[user].pending == 0 && m_graph.roundOf(user) == m_round) {
                makeReady(user);
            }
        }
    }
    while (m_runInRound == roundNodes().size() && m_round + 1 < m_roundEnds.size()) { // a round may be empty
        openRound(m_round + 1);
    }
}

void Frontier::makeReady(NodeId node) {
    const std::uint32_t index = m_states[node].group;
    Group& group = m_groups[index];
    if (group.head == group.tail) {
        m_heaps[group.signature].push(index);
    }
    m_readyNodes[group.tail++] = node;
    ++m_ready[group.signature];
    if (--group.waiting == 0 && group.ran == 0) {
        m_complete[group.signature].push(index);
    }
}

void Frontier::countRun(Group& group, std::uint32_t nodes) {
    m_runInRound += nodes;
    group.ran += nodes;
    m_levelSum[group.signature] -= static_cast<double>(group.level) * nodes;
    m_remaining[group.signature] -= nodes;
}

std::optional<std::uint32_t> Frontier::lowestGroup(SignatureId signature) const {
    Heap& heap = m_heaps[signature];
    while (!heap.empty()) {
        Group& group = m_groups[heap.top()];
        while (group.head < group.tail && hasRun(m_readyNodes[group.head])) {
            ++group.head; // taken one at a time
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
    const std::size_t before = taken.size();
    for (; group.head < group.tail; ++group.head) {
        const NodeId node = m_readyNodes[group.head];
        if (!hasRun(node)) {
            m_states[node].pending = kRan;
            taken.push_back(node);
        }
    }
    countRun(group, static_cast<std::uint32_t>(taken.size() - before));
    if (m_types) {
        std::for_each(taken.begin() + static_cast<std::ptrdiff_t>(before), taken.end(),
                      [&](NodeId node) { m_types->run(node); });
    }
}

TypeFrontiers::TypeFrontiers(const OpGraph& graph, const ConsumerIndex& consumers, std::span<const NodeId> nodes)
    : m_graph(graph), m_consumers(consumers), m_signatures(graph.signatures.size()),
      m_round(nodes.empty() ? 0 : graph.roundOf(nodes.front())), m_blockers(graph.size() * m_signatures, 0),
      m_sizes(m_signatures, 0) {
    for (const NodeId node : nodes) {
        const SignatureId own = graph.nodeSignatures[node];
        for (std::size_t type = 0; type < m_signatures; ++type) {
            const SignatureId signature(type);
            const bool blocks = own == signature || blockers(node, signature) > 0;
            for (const NodeId user : blocks ? m_consumers.users(node) : std::span<const NodeId>()) {
                ++blockers(user, signature);
            }
        }
        m_sizes[own] += blockers(node, own) == 0 ? 1 : 0;
    }
}

void TypeFrontiers::run(NodeId node) {
    const SignatureId own = m_graph.nodeSignatures[node];
    --m_sizes[own];
    unblock(node, own);
}

void TypeFrontiers::unblock(NodeId node, SignatureId signature) {
    m_work.assign(1, node);
    while (!m_work.empty()) {
        const NodeId free = m_work.back();
        m_work.pop_back();
        for (const NodeId user : m_consumers.users(free)) {
            if (m_graph.roundOf(user) != m_round || --blockers(user, signature) > 0) {
                continue;
            }
            if (m_graph.nodeSignatures[user] == signature) {
                ++m_sizes[signature]; // free but unrun: it still blocks the nodes that depend on it
            } else {
                m_work.push_back(user);
            }
        }
    }
}

} // namespace batchscope
