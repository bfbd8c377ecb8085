// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/op_graph.h"

#include <algorithm>

namespace batchscope {

Argument Argument::integer(std::uint32_t number) {
    Argument argument;
    argument.payload = number;
    return argument;
}

std::size_t OpGraph::levelCount() const {
    return levels.empty() ? 0 : std::size_t{*std::max_element(levels.begin(), levels.end())} + 1;
}

ConsumerIndex::ConsumerIndex(const OpGraph& graph) : m_offsets(graph.size() + 1, 0) {
    for (const Argument& argument : graph.arguments) {
        if (argument.isRow()) {
            ++m_offsets[argument.node().index() + 1];
        }
    }
    for (std::size_t index = 1; index < m_offsets.size(); ++index) {
        m_offsets[index] += m_offsets[index - 1];
    }
    m_users.resize(m_offsets.back());
    std::vector<std::uint32_t> next(m_offsets.begin(), m_offsets.end() - 1);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
            if (argument.isRow()) {
                m_users[next[argument.node().index()]++] = NodeId(index);
            }
        }
    }
}

} // namespace batchscope
