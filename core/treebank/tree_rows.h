// SPDX-License-Identifier: GPL-3.0-or-later
//
// The trees that a list shows, and their order. All trees in bank order, or in reverse, need no memory, so that ten
// million trees are listed immediately; any other choice needs four bytes per tree.
//
// A copy shares the ids.
#pragma once

#include "core/base/choice.h"
#include "core/treebank/treebank.h"

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
        Growing, ///< the ids ascend, so that rowOf is a binary search
        Any,
    };
    TreeRows(std::vector<TreeId> trees, Order order);

    [[nodiscard]] std::size_t size() const { return m_count; }
    [[nodiscard]] bool empty() const { return m_count == 0; }
    [[nodiscard]] TreeId operator[](std::size_t row) const {
        return m_ids ? (*m_ids)[row] : TreeId(m_direction == Direction::Forward ? row : m_count - 1 - row);
    }
    /// The row of the tree, if it has one. Linear if the ids do not ascend: a few milliseconds for ten million.
    [[nodiscard]] std::optional<std::size_t> rowOf(TreeId tree) const;
    /// True if it lists every tree of the bank, so that no ids are kept.
    [[nodiscard]] bool isAll() const { return m_ids == nullptr && m_count > 0; }
    /// The ids by row; empty if isAll().
    [[nodiscard]] std::span<const TreeId> ids() const {
        return m_ids ? std::span<const TreeId>(*m_ids) : std::span<const TreeId>();
    }

private:
    std::size_t m_count = 0;
    Direction m_direction = Direction::Forward;
    Order m_order = Order::Growing;
    std::shared_ptr<const std::vector<TreeId>> m_ids; // null: all trees
};

// Sorting, to find the largest, highest or widest of ten million trees. Uses only the index: no tree is read.

/// The sort keys of trees.
enum class TreeKey {
    Number, ///< order of the bank
    Size,   ///< nodes
    Words,
    Height,
    Arity, ///< most children of a node
    Root,  ///< label of the root, alphabetically
};
template <>
inline constexpr EnumNames<6> kEnumNames<TreeKey> = {"column", {"number", "size", "words", "height", "arity", "root"}};
enum class SortDirection { Ascending, Descending };

/// The trees sorted by `key`; ties keep their order in either direction.
[[nodiscard]] std::vector<TreeId> orderedTrees(const Treebank& bank, const std::vector<TreeId>& trees, TreeKey key,
                                               SortDirection direction);

} // namespace batchscope
