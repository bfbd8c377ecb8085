// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shapes/unary.h"

#include <algorithm>
#include <vector>

namespace batchscope {

namespace {

/// By node: whether it gives way to its only child.
std::vector<bool> nodesThatGiveWay(const Tree& tree, const UnaryOptions& options) {
    std::vector<bool> givesWay(tree.size(), false);
    for (std::size_t index = 0; index < tree.size() && !tree.isDependency(); ++index) {
        const TreeNodeId node(index);
        const auto children = tree.children(node);
        givesWay[index] = children.size() == 1 && (options.pos == Ends::Collapse || !tree.isLeaf(children.front())) &&
                          (options.root == Ends::Collapse || node != tree.root());
    }
    return givesWay;
}

class Collapser {
public:
    Collapser(const Tree& tree, std::vector<bool> givesWay) : m_tree(tree), m_givesWay(std::move(givesWay)) {}

    Tree run() {
        m_out.file = m_tree.file;
        m_out.childOffsets.push_back(0);
        std::vector<TreeNodeId> renamed(m_tree.size());
        const std::vector<TreeNodeId> upper = uppermost();
        for (std::size_t index = 0; index < m_tree.size(); ++index) {
            const TreeNodeId node(index);
            if (m_givesWay[index]) {
                renamed[index] = renamed[m_tree.children(node).front().index()];
                continue;
            }
            for (const TreeNodeId child : m_tree.children(node)) {
                m_out.childIds.push_back(renamed[child.index()]);
            }
            renamed[index] = add(node, upper[index]);
        }
        return std::move(m_out);
    }

private:
    /// By node that stays: the uppermost node that gives way to it, or itself.
    [[nodiscard]] std::vector<TreeNodeId> uppermost() const {
        std::vector<TreeNodeId> upper(m_tree.size());
        for (std::size_t index = m_tree.size(); index-- > 0;) { // parents first
            upper[index] = upper[index].valid() ? upper[index] : TreeNodeId(index);
            if (m_givesWay[index]) {
                upper[m_tree.children(TreeNodeId(index)).front().index()] = upper[index];
            }
        }
        return upper;
    }

    TreeNodeId add(TreeNodeId node, TreeNodeId upper) {
        m_out.labels.push_back(m_tree.labels[upper.index()]);
        m_out.words.push_back(m_tree.words[node.index()]);
        m_out.positions.push_back(m_tree.positions[node.index()]);
        m_out.childOffsets.push_back(static_cast<std::uint32_t>(m_out.childIds.size()));
        if (!m_tree.marks.empty()) {
            m_out.marks.push_back(m_tree.mark(node));
        }
        const TreeNodeId added = m_out.root();
        if (upper == node) {
            link(added, m_tree.chain(node));
            return added;
        }
        for (TreeNodeId at = upper; true; at = m_tree.children(at).front()) {
            const auto before = m_tree.chain(at);
            link(added, before);
            if (before.empty()) {
                m_out.chains.push_back({added, m_tree.labels[at.index()], m_tree.positions[at.index()]});
            }
            if (at == node) {
                return added;
            }
        }
    }

    void link(TreeNodeId into, std::span<const ChainLink> chain) {
        for (const ChainLink& each : chain) {
            m_out.chains.push_back({into, each.label, each.position});
        }
    }

    const Tree& m_tree;
    std::vector<bool> m_givesWay;
    Tree m_out;
};

} // namespace

Tree collapsedUnary(const Tree& tree, const UnaryOptions& options) {
    std::vector<bool> givesWay = nodesThatGiveWay(tree, options);
    if (std::find(givesWay.begin(), givesWay.end(), true) == givesWay.end()) {
        return tree;
    }
    return Collapser(tree, std::move(givesWay)).run();
}

} // namespace batchscope
