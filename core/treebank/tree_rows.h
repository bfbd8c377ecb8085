// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which trees a list shows, and in which order. All trees in their own order, or backwards, need no memory, so that ten
// million of them are listed immediately; any other choice needs four bytes a tree.
//
// A copy shares the ids.
#pragma once

#include "core/base/id.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace batchscope {

class TreeRows {
public:
    /// No rows.
    TreeRows() = default;
    enum class Direction { Forward, Backward };
    /// Every tree of a bank of `count` trees.
    [[nodiscard]] static TreeRows all(std::size_t count, Direction direction = Direction::Forward);
    enum class Order {
        Growing, ///< the ids grow, so that rowOf is a binary search
        Any,
    };
    TreeRows(std::vector<TreeId> trees, Order order);

    [[nodiscard]] std::size_t size() const { return m_count; }
    [[nodiscard]] bool empty() const { return m_count == 0; }
    [[nodiscard]] TreeId operator[](std::size_t row) const {
        return m_ids ? (*m_ids)[row] : TreeId(m_direction == Direction::Forward ? row : m_count - 1 - row);
    }
    /// The row of the tree, if it has one. Linear when the ids do not grow: a few milliseconds for ten million.
    [[nodiscard]] std::optional<std::size_t> rowOf(TreeId tree) const;
    /// Every tree of the bank, so that no ids are kept.
    [[nodiscard]] bool isAll() const { return m_ids == nullptr && m_count > 0; }
    /// The ids from a row on; only where isAll() does not hold.
    [[nodiscard]] std::span<const TreeId> ids() const {
        return m_ids ? std::span<const TreeId>(*m_ids) : std::span<const TreeId>();
    }

private:
    std::size_t m_count = 0;
    Direction m_direction = Direction::Forward;
    Order m_order = Order::Growing;
    std::shared_ptr<const std::vector<TreeId>> m_ids; // null: all trees
};

} // namespace batchscope
