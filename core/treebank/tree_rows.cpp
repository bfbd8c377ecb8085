// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/tree_rows.h"

#include <algorithm>
#include <utility>

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

namespace {

/// By label id: its alphabetical rank, from 1; rank 0 is for no label.
std::vector<std::uint32_t> labelRanks(const SymbolTable& labels) {
    std::vector<SymbolId> byText;
    for (std::size_t index = 0; index < labels.size(); ++index) {
        byText.emplace_back(index);
    }
    std::sort(byText.begin(), byText.end(),
              [&](SymbolId left, SymbolId right) { return labels.text(left) < labels.text(right); });
    std::vector<std::uint32_t> ranks(labels.size());
    for (std::size_t rank = 0; rank < byText.size(); ++rank) {
        ranks[byText[rank].index()] = static_cast<std::uint32_t>(rank + 1);
    }
    return ranks;
}

std::uint32_t sortKeyOf(const TreeEntry& entry, TreeId tree, TreeKey key, const std::vector<std::uint32_t>& ranks) {
    switch (key) {
    case TreeKey::Size: return entry.nodes;
    case TreeKey::Words: return entry.words;
    case TreeKey::Height: return entry.height;
    case TreeKey::Arity: return entry.arity;
    case TreeKey::Root: return entry.rootLabel.valid() ? ranks[entry.rootLabel.index()] : 0;
    case TreeKey::Number: break;
    }
    return tree.value;
}

} // namespace

std::vector<TreeId> orderedTrees(const Treebank& bank, const std::vector<TreeId>& trees, TreeKey key,
                                 SortDirection direction) {
    const std::vector<std::uint32_t> ranks =
        key == TreeKey::Root ? labelRanks(bank.labels) : std::vector<std::uint32_t>();
    std::vector<std::pair<std::uint32_t, TreeId>> rows;
    rows.reserve(trees.size());
    for (const TreeId tree : trees) {
        rows.emplace_back(sortKeyOf(bank.trees[tree], tree, key, ranks), tree);
    }
    const bool ascending = direction == SortDirection::Ascending;
    std::stable_sort(rows.begin(), rows.end(), [ascending](const auto& left, const auto& right) {
        return ascending ? left.first < right.first : right.first < left.first;
    });
    std::vector<TreeId> ordered(rows.size());
    std::transform(rows.begin(), rows.end(), ordered.begin(), [](const auto& row) { return row.second; });
    return ordered;
}

} // namespace batchscope
