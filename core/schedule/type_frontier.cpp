// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/type_frontier.h"

namespace batchscope {

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
                ++m_sizes[signature]; // free, but it has not run: it blocks what lies above itself
            } else {
                m_work.push_back(user);
            }
        }
    }
}

} // namespace batchscope
