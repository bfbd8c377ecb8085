// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/tree_cache.h"

namespace batchscope {

std::shared_ptr<const Tree> TreeCache::find(TreeId id) const {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_trees.find(id);
    return found == m_trees.end() ? nullptr : found->second;
}

void TreeCache::add(TreeId id, std::shared_ptr<const Tree> tree) {
    const std::scoped_lock lock(m_mutex);
    const std::size_t nodes = tree->size();
    if (!m_trees.emplace(id, std::move(tree)).second) {
        return;
    }
    m_order.push_back(id);
    m_nodes += nodes;
    while (m_nodes > kMostNodes && m_order.size() > 1) {
        const auto oldest = m_trees.find(m_order.front());
        m_nodes -= oldest->second->size();
        m_trees.erase(oldest);
        m_order.pop_front();
    }
}

} // namespace batchscope
