// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/tree.h"

#include <algorithm>

namespace batchscope {

std::size_t Tree::leafCount() const {
    std::size_t count = 0;
    for (std::size_t index = 0; index < size(); ++index) {
        count += isLeaf(TreeNodeId(index)) ? 1 : 0;
    }
    return count;
}

std::vector<std::uint32_t> Tree::heights() const {
    std::vector<std::uint32_t> result(size(), 0);
    for (std::size_t index = 0; index < size(); ++index) {
        for (const TreeNodeId child : children(TreeNodeId(index))) {
            result[index] = std::max(result[index], result[child.index()] + 1);
        }
    }
    return result;
}

std::size_t Tree::height() const {
    return size() == 0 ? 0 : heights().back();
}

std::span<const ChainLink> Tree::chain(TreeNodeId node) const {
    const auto begin = std::lower_bound(chains.begin(), chains.end(), node,
                                        [](const ChainLink& link, TreeNodeId wanted) { return link.into < wanted; });
    const auto end = std::upper_bound(begin, chains.end(), node,
                                      [](TreeNodeId wanted, const ChainLink& link) { return wanted < link.into; });
    return {begin, end};
}

std::vector<TreeNodeId> leavesBelow(const Tree& tree, TreeNodeId node, std::size_t most) {
    std::vector<TreeNodeId> leaves;
    std::vector<TreeNodeId> pending = {node};
    while (!pending.empty() && leaves.size() < most) {
        const TreeNodeId next = pending.back();
        pending.pop_back();
        if (tree.isLeaf(next)) {
            leaves.push_back(next);
        }
        const auto children = tree.children(next);
        pending.insert(pending.end(), children.rbegin(), children.rend());
    }
    return leaves;
}

std::vector<TreeNodeId> postOrder(const Tree& tree) {
    std::vector<TreeNodeId> order;
    order.reserve(tree.size());
    std::vector<TreeNodeId> open = {tree.root()};
    while (!open.empty()) {
        const TreeNodeId node = open.back();
        open.pop_back();
        order.push_back(node);
        const auto children = tree.children(node);
        open.insert(open.end(), children.begin(), children.end());
    }
    std::reverse(order.begin(), order.end()); // was parents first, from right to left
    return order;
}

std::vector<TreeNodeId> wordsInOrder(const Tree& tree) {
    std::vector<TreeNodeId> order;
    if (tree.isDependency()) {
        order.resize(tree.size());
        for (std::size_t index = 0; index < tree.size(); ++index) {
            order[tree.tokens[index]] = TreeNodeId(index);
        }
        return order;
    }
    for (std::size_t index = 0; index < tree.size(); ++index) {
        if (tree.isLeaf(TreeNodeId(index))) {
            order.emplace_back(index);
        }
    }
    return order;
}

} // namespace batchscope
