// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/frontier.h"

#include "core/base/check.h"

#include <algorithm>
#include <numeric>

namespace batchscope {

Frontier::Frontier(const OpGraph& graph)
    : m_graph(graph), m_consumers(graph), m_groupOf(graph.size()), m_pending(graph.size(), 0), m_ran(graph.size(), 0),
      m_ready(graph.signatures.size(), 0), m_meanLevel(graph.signatures.size(), 0.0), m_heaps(graph.signatures.size()) {
    std::vector<NodeId> order(graph.size());
    for (std::size_t index = 0; index < order.size(); ++index) {
        order[index] = NodeId(index);
    }
    std::stable_sort(order.begin(), order.end(), [&](NodeId left, NodeId right) {
        return std::pair(graph.nodeSignatures[left], graph.levels[left]) <
               std::pair(graph.nodeSignatures[right], graph.levels[right]);
    });
    IdVector<SignatureId, std::uint32_t> counts(graph.signatures.size(), 0);
    NodeId previous;
    for (const NodeId node : order) {
        const SignatureId signature = graph.nodeSignatures[node];
        const bool sameGroup = previous.valid() && graph.nodeSignatures[previous] == signature &&
                               graph.levels[previous] == graph.levels[node];
        if (!sameGroup) {
            m_groups.push_back({graph.levels[node], 0, {}});
        }
        m_groupOf[node] = static_cast<std::uint32_t>(m_groups.size() - 1);
        m_meanLevel[signature] += graph.levels[node];
        ++counts[signature];
        previous = node;
    }
    for (std::size_t index = 0; index < counts.size(); ++index) {
        const SignatureId signature(index);
        m_meanLevel[signature] /= std::max<std::uint32_t>(counts[signature], 1);
    }
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const auto arguments = graph.argumentsOf(NodeId(index));
        m_pending[NodeId(index)] = static_cast<std::uint32_t>(std::count_if(
            arguments.begin(), arguments.end(), [](const Argument& argument) { return argument.isRow(); }));
    }
    for (std::size_t index = 0; index < graph.size(); ++index) {
        if (m_pending[NodeId(index)] == 0) {
            makeReady(NodeId(index));
        }
    }
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
    while (m_nextCreated < m_ran.size() && m_ran[NodeId(m_nextCreated)] != 0) {
        ++m_nextCreated;
    }
    return m_nextCreated < m_ran.size() ? NodeId(m_nextCreated) : NodeId();
}

std::vector<NodeId> Frontier::takeAll(SignatureId signature, std::optional<std::uint32_t> level) {
    std::vector<NodeId> taken;
    while (const auto group = lowestGroup(signature)) {
        if (level && m_groups[*group].level != *level) {
            break;
        }
        takeGroup(m_groups[*group], taken);
    }
    m_ready[signature] -= static_cast<std::uint32_t>(taken.size());
    std::sort(taken.begin(), taken.end());
    return taken;
}

NodeId Frontier::takeOne(SignatureId signature) {
    const auto group = lowestGroup(signature);
    if (!group) {
        return {};
    }
    const Group& lowest = m_groups[*group];
    const NodeId node = lowest.ready[lowest.head];
    takeNode(node);
    return node;
}

void Frontier::takeNode(NodeId node) {
    CHECK(isReady(node));
    m_ran[node] = 1;
    --m_ready[m_graph.nodeSignatures[node]];
}

void Frontier::release(std::span<const NodeId> ran) {
    for (const NodeId node : ran) {
        for (const NodeId user : m_consumers.users(node)) {
            if (--m_pending[user] == 0) {
                makeReady(user);
            }
        }
    }
}

void Frontier::makeReady(NodeId node) {
    const SignatureId signature = m_graph.nodeSignatures[node];
    Group& group = m_groups[m_groupOf[node]];
    if (group.ready.empty()) {
        m_heaps[signature].push(m_groupOf[node]);
    }
    group.ready.push_back(node);
    ++m_ready[signature];
}

std::optional<std::uint32_t> Frontier::lowestGroup(SignatureId signature) const {
    Heap& heap = m_heaps[signature];
    while (!heap.empty()) {
        Group& group = m_groups[heap.top()];
        while (group.head < group.ready.size() && m_ran[group.ready[group.head]] != 0) {
            ++group.head; // taken one by one
        }
        if (group.head < group.ready.size()) {
            return heap.top();
        }
        group.ready = {}; // so that a node which becomes ready later puts the group back on the heap
        group.head = 0;
        heap.pop();
    }
    return std::nullopt;
}

void Frontier::takeGroup(Group& group, std::vector<NodeId>& taken) {
    for (std::size_t at = group.head; at < group.ready.size(); ++at) {
        const NodeId node = group.ready[at];
        if (m_ran[node] == 0) {
            m_ran[node] = 1;
            taken.push_back(node);
        }
    }
    group.ready = {}; // a chain has as many groups as nodes: give the memory back
    group.head = 0;
}

} // namespace batchscope
