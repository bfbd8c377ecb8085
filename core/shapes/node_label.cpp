// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shapes/node_label.h"

#include <algorithm>

namespace batchscope {

NodeNames::NodeNames(const Tree& tree, const SymbolTable& labels) : m_tree(tree), m_labels(labels) {
    if (tree.marks.empty()) {
        return;
    }
    m_ranges.resize(tree.size());
    m_covered.reserve(tree.size());
    for (std::size_t index = 0; index < tree.size(); ++index) {
        if (tree.marks[index] != NodeMark::Introduced) {
            cover(TreeNodeId(index));
        }
    }
}

void NodeNames::cover(TreeNodeId constituent) {
    struct Visit {
        TreeNodeId node;
        bool isOpen = false;
    };
    std::vector<Visit> stack;
    const auto pushChildren = [&](TreeNodeId node) {
        const auto children = m_tree.children(node);
        for (std::size_t at = children.size(); at-- > 0;) {
            stack.push_back({children[at]});
        }
    };
    pushChildren(constituent);
    while (!stack.empty()) {
        Visit& top = stack.back();
        Range& range = m_ranges[top.node.index()];
        const auto end = static_cast<std::uint32_t>(m_covered.size());
        if (m_tree.mark(top.node) != NodeMark::Introduced) {
            m_covered.push_back(top.node);
            stack.pop_back();
        } else if (!top.isOpen) {
            top.isOpen = true;
            range.begin = end;
            pushChildren(top.node); // may grow the stack; `top` is not used after this
        } else {
            range.end = std::min<std::uint32_t>(end, range.begin + kMostNamedChildren);
            stack.pop_back();
        }
    }
}

bool NodeNames::isPlain(TreeNodeId node) const {
    return m_tree.mark(node) != NodeMark::Introduced && (m_tree.chains.empty() || m_tree.chain(node).empty());
}

void NodeNames::appendOwn(std::string& out, TreeNodeId node) const {
    const auto chain = m_tree.chain(node);
    if (chain.empty()) {
        out += m_labels.text(m_tree.labels[node.index()]);
        return;
    }
    for (std::size_t at = 0; at < chain.size(); ++at) {
        out += at == 0 ? "" : "+";
        out += m_labels.text(chain[at].label);
    }
}

std::string NodeNames::text(TreeNodeId node) const {
    std::string name;
    if (m_tree.mark(node) != NodeMark::Introduced) {
        appendOwn(name, node);
        return name;
    }
    name += m_labels.text(m_tree.labels[node.index()]);
    name += "|<";
    const Range range = m_ranges[node.index()];
    for (std::uint32_t at = range.begin; at < range.end; ++at) {
        name += at == range.begin ? "" : "-";
        appendOwn(name, m_covered[at]);
    }
    name += '>';
    return name;
}

std::string nodeLabel(const Tree& tree, TreeNodeId node, const SymbolTable& labels) {
    return NodeNames(tree, labels).text(node);
}

} // namespace batchscope
