// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/graph_batches.h"

#include <algorithm>

namespace batchscope {

GraphBatches::GraphBatches(const GraphBuilder& builder, GraphOptions options, std::size_t trees)
    : m_builder(&builder), m_options(std::move(options)), m_trees(trees) {
    TreeRange& selected = m_options.trees;
    const std::size_t end = std::min(selected.end, treesToChoose(builder.bank(), m_options));
    if (m_trees > 0 && selected.begin < end) {
        selected.end = end;
        m_perEpoch = (end - selected.begin + m_trees - 1) / m_trees;
    }
    m_built = m_perEpoch;
}

Result<const OpGraph*> GraphBatches::graph(std::size_t step, const RunControl& control) {
    const std::size_t index = step % m_perEpoch;
    if (index == m_built) {
        return &m_graph;
    }
    GraphOptions options = m_options;
    if (m_perEpoch > 1) {
        options.trees.begin += index * m_trees;
        options.trees.end = std::min(options.trees.begin + m_trees, m_options.trees.end);
    }
    m_built = m_perEpoch;
    m_memory.giveBack(std::move(m_graph));
    Result<OpGraph> graph = m_builder->graph(options, control, m_memory);
    TRY(graph);
    m_graph = std::move(*graph);
    m_built = index;
    return &m_graph;
}

} // namespace batchscope
