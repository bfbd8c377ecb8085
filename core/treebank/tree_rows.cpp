// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/tree_rows.h"

#include <algorithm>

namespace batchscope {

TreeRows TreeRows::all(std::size_t count, Direction direction) {
    TreeRows rows;
    rows.m_count = count;
    rows.m_direction = direction;
    return rows;
}

TreeRows::TreeRows(std::vector<TreeId> trees, Order order)
    : m_count(trees.size()), m_order(order), m_ids(std::make_shared<const std::vector<TreeId>>(std::move(trees))) {}

std::optional<std::size_t> TreeRows::rowOf(TreeId tree) const {
    if (!m_ids) {
        const bool there = tree.valid() && tree.index() < m_count;
        const std::size_t row = m_direction == Direction::Forward ? tree.index() : m_count - 1 - tree.index();
        return there ? std::optional(row) : std::nullopt;
    }
    const std::span<const TreeId> known = ids();
    const auto found = m_order == Order::Growing ? std::lower_bound(known.begin(), known.end(), tree)
                                                 : std::find(known.begin(), known.end(), tree);
    const bool there = found != known.end() && *found == tree;
    return there ? std::optional(static_cast<std::size_t>(found - known.begin())) : std::nullopt;
}

} // namespace batchscope
