// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shapes/shape.h"

#include "core/base/check.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace batchscope {

Tree collapsedUnary(const Tree& tree) {
    BATCHSCOPE_CHECK(tree.marks.empty() && tree.chains.empty());
    if (tree.isDependency()) {
        return tree;
    }
    Tree out;
    out.file = tree.file;
    out.childOffsets.push_back(0);
    std::vector<ChainLink> links; // labels of each chain, from its lowest node up
    std::vector<TreeNodeId> renamed(tree.size());
    for (std::size_t index = 0; index < tree.size(); ++index) {
        const auto children = tree.children(TreeNodeId(index));
        if (children.size() == 1) {
            const TreeNodeId into = renamed[children.front().index()];
            if (tree.children(children.front()).size() != 1) {
                links.push_back({into, out.labels[into.index()]});
            }
            links.push_back({into, tree.labels[index]});
            out.labels[into.index()] = tree.labels[index];
            renamed[index] = into;
            continue;
        }
        for (const TreeNodeId child : children) {
            out.childIds.push_back(renamed[child.index()]);
        }
        out.labels.push_back(tree.labels[index]);
        out.words.push_back(tree.words[index]);
        out.positions.push_back(tree.positions[index]);
        out.childOffsets.push_back(static_cast<std::uint32_t>(out.childIds.size()));
        renamed[index] = out.root();
    }
    out.chains.assign(links.rbegin(), links.rend());
    std::stable_sort(out.chains.begin(), out.chains.end(),
                     [](const ChainLink& left, const ChainLink& right) { return left.into < right.into; });
    return out;
}

namespace {

class Binarizer {
public:
    Binarizer(const Tree& tree, Binarization mode) : m_tree(tree), m_mode(mode) {
        m_out.file = tree.file;
        m_out.childOffsets.push_back(0);
    }

    Tree run() {
        std::vector<TreeNodeId> renamed(m_tree.size());
        if (m_tree.isDependency()) {
            addTokens();
        }
        for (std::size_t index = 0; index < m_tree.size(); ++index) {
            const TreeNodeId node(index);
            if (m_tree.isLeaf(node)) {
                renamed[index] = m_tree.isDependency() ? tokenLeaf(node) : add(node, m_tree.words[index]);
                continue;
            }
            m_parts.clear();
            for (const TreeNodeId child : m_tree.children(node)) {
                m_parts.push_back(renamed[child.index()]);
            }
            if (m_tree.isDependency()) {
                insertHeadWord(node);
            }
            renamed[index] = combine(node);
        }
        if (m_tree.isDependency() && m_tree.size() == 1) {
            setMark(m_out.root(), NodeMark::HeadWord);
        }
        return std::move(m_out);
    }

private:
    /// Adds a leaf for every token first, so that words keep the order of the sentence regardless of the arcs.
    void addTokens() {
        std::vector<TreeNodeId> nodeAt(m_tree.size());
        for (std::size_t index = 0; index < m_tree.size(); ++index) {
            nodeAt[m_tree.tokens[index]] = TreeNodeId(index);
        }
        for (const TreeNodeId node : nodeAt) {
            add(node, m_tree.words[node.index()]);
        }
    }

    [[nodiscard]] TreeNodeId tokenLeaf(TreeNodeId node) const {
        return TreeNodeId(std::size_t{m_tree.tokens[node.index()]});
    }

    /// Inserts the node's own word among its dependents.
    void insertHeadWord(TreeNodeId node) {
        const auto children = m_tree.children(node);
        const auto after = std::find_if(children.begin(), children.end(), [&](TreeNodeId child) {
            return m_tree.tokens[child.index()] > m_tree.tokens[node.index()];
        });
        m_parts.insert(m_parts.begin() + (after - children.begin()), tokenLeaf(node));
        setMark(tokenLeaf(node), NodeMark::HeadWord);
    }

    /// The label of the lowest node of a chain, or the node's own label.
    [[nodiscard]] SymbolId lowestLabel(TreeNodeId node) const {
        const auto chain = m_tree.chain(node);
        return chain.empty() ? m_tree.labels[node.index()] : chain.back().label;
    }

    void setMark(TreeNodeId node, NodeMark mark) {
        if (m_out.marks.empty() && mark == NodeMark::None) {
            return;
        }
        m_out.marks.resize(m_out.size(), NodeMark::None);
        m_out.marks[node.index()] = mark;
    }

    TreeNodeId push(SymbolId label, SymbolId word, SourcePosition position) {
        m_out.labels.push_back(label);
        m_out.words.push_back(word);
        m_out.positions.push_back(position);
        m_out.childOffsets.push_back(static_cast<std::uint32_t>(m_out.childIds.size()));
        return m_out.root();
    }

    /// Adds the node itself, with its chain.
    TreeNodeId add(TreeNodeId source, SymbolId word) {
        const TreeNodeId added = push(m_tree.labels[source.index()], word, m_tree.positions[source.index()]);
        for (const ChainLink& link : m_tree.chain(source)) {
            m_out.chains.push_back({added, link.label});
        }
        setMark(added, NodeMark::None);
        return added;
    }

    /// Adds a pair: the last pair of a node is the node itself, the pairs before are introduced nodes.
    TreeNodeId pair(TreeNodeId source, TreeNodeId left, TreeNodeId right) {
        m_out.childIds.push_back(left);
        m_out.childIds.push_back(right);
        if (--m_pairsToCome == 0) {
            return add(source, SymbolId());
        }
        const TreeNodeId added = push(lowestLabel(source), SymbolId(), m_tree.positions[source.index()]);
        setMark(added, NodeMark::Introduced);
        return added;
    }

    TreeNodeId combine(TreeNodeId source) {
        if (m_parts.size() == 1) {
            m_out.childIds.push_back(m_parts.front());
            return add(source, SymbolId());
        }
        m_pairsToCome = m_parts.size() - 1;
        TreeNodeId result = m_parts.front();
        switch (m_mode) {
        case Binarization::Left:
            for (std::size_t at = 1; at < m_parts.size(); ++at) {
                result = pair(source, result, m_parts[at]);
            }
            return result;
        case Binarization::Right:
            result = m_parts.back();
            for (std::size_t at = m_parts.size() - 1; at-- > 0;) {
                result = pair(source, m_parts[at], result);
            }
            return result;
        case Binarization::Balanced:
        case Binarization::None: break;
        }
        return combineBalanced(source);
    }

    /// Joins neighbors in rounds, so that the new nodes form a tree of logarithmic height.
    TreeNodeId combineBalanced(TreeNodeId source) {
        while (m_parts.size() > 1) {
            std::size_t kept = 0;
            for (std::size_t at = 0; at < m_parts.size(); at += 2) {
                m_parts[kept++] = at + 1 < m_parts.size() ? pair(source, m_parts[at], m_parts[at + 1]) : m_parts[at];
            }
            m_parts.resize(kept);
        }
        return m_parts.front();
    }

    const Tree& m_tree;
    Binarization m_mode;
    Tree m_out;
    std::vector<TreeNodeId> m_parts; // parts of the current node, from left to right
    std::size_t m_pairsToCome = 0;   // remaining pairs of the current node
};

} // namespace

Tree factored(const Tree& tree, Binarization mode) {
    return mode == Binarization::None ? tree : Binarizer(tree, mode).run();
}

Tree binarized(const Tree& tree, Binarization mode) {
    return mode == Binarization::None ? tree : factored(collapsedUnary(tree), mode);
}

Tree shaped(const Tree& tree, const ShapeOptions& options) {
    const bool collapses = options.unary == Unary::Collapse ||
                           (options.unary == Unary::Auto && options.binarization != Binarization::None);
    return factored(collapses ? collapsedUnary(tree) : tree, options.binarization);
}

std::optional<Tree> withoutTraces(const Tree& tree, SymbolId noneLabel) {
    BATCHSCOPE_CHECK(tree.marks.empty() && tree.chains.empty());
    if (tree.isDependency() || std::find(tree.labels.begin(), tree.labels.end(), noneLabel) == tree.labels.end()) {
        return tree;
    }
    Tree out;
    out.file = tree.file;
    out.childOffsets.push_back(0);
    std::vector<TreeNodeId> renamed(tree.size()); // invalid: removed
    for (std::size_t index = 0; index < tree.size(); ++index) {
        const TreeNodeId node(index);
        const std::size_t childrenBefore = out.childIds.size();
        for (const TreeNodeId child : tree.children(node)) {
            if (const TreeNodeId kept = renamed[child.index()]; kept.valid()) {
                out.childIds.push_back(kept);
            }
        }
        const bool isEmpty =
            tree.isLeaf(node) ? tree.labels[index] == noneLabel : out.childIds.size() == childrenBefore;
        if (isEmpty) {
            continue;
        }
        renamed[index] = TreeNodeId(out.size());
        out.labels.push_back(tree.labels[index]);
        out.words.push_back(tree.words[index]);
        out.positions.push_back(tree.positions[index]);
        out.childOffsets.push_back(static_cast<std::uint32_t>(out.childIds.size()));
    }
    return out.size() == 0 ? std::nullopt : std::optional(std::move(out));
}

namespace {

/// Appends the nodes of `from` to those of `to`.
void appendNodes(const Tree& from, Tree& to) {
    const std::size_t before = to.size();
    to.labels.insert(to.labels.end(), from.labels.begin(), from.labels.end());
    to.words.insert(to.words.end(), from.words.begin(), from.words.end());
    to.positions.insert(to.positions.end(), from.positions.begin(), from.positions.end());
    for (std::size_t index = 0; index < from.size(); ++index) {
        for (const TreeNodeId child : from.children(TreeNodeId(index))) {
            to.childIds.emplace_back(before + child.index());
        }
        to.childOffsets.push_back(static_cast<std::uint32_t>(to.childIds.size()));
        to.marks.push_back(from.mark(TreeNodeId(index)));
    }
    for (const ChainLink& link : from.chains) {
        to.chains.push_back({TreeNodeId(before + link.into.index()), link.label});
    }
}

} // namespace

Tree paired(const Tree& first, const Tree& second) {
    Tree pair;
    pair.file = first.file;
    pair.childOffsets.push_back(0);
    appendNodes(first, pair);
    appendNodes(second, pair);
    const SymbolId label = first.labels[first.root().index()];
    pair.labels.push_back(label == second.labels[second.root().index()] ? label : SymbolId());
    pair.words.emplace_back();
    pair.positions.push_back(first.positions[first.root().index()]);
    pair.childIds.push_back(first.root());
    pair.childIds.emplace_back(first.size() + second.root().index());
    pair.childOffsets.push_back(static_cast<std::uint32_t>(pair.childIds.size()));
    if (first.marks.empty() && second.marks.empty()) {
        pair.marks.clear();
    } else {
        pair.marks.push_back(NodeMark::None);
    }
    return pair;
}

} // namespace batchscope
