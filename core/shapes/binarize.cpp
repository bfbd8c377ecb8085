// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shapes/binarize.h"

#include "core/base/check.h"
#include "core/base/choice.h"
#include "core/shapes/head_rules.h"

#include <algorithm>
#include <array>
#include <vector>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, 5> kNames = {"none", "left", "right", "balanced", "head"};

class Binarizer {
public:
    Binarizer(const Tree& tree, Binarization mode, const SymbolTable& labels)
        : m_tree(tree), m_mode(mode), m_labels(labels) {
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
            const std::size_t head = m_tree.isDependency() ? insertHeadWord(node) : headOf(node);
            renamed[index] = combine(node, head);
        }
        if (m_tree.isDependency() && m_tree.size() == 1) {
            setMark(m_out.root(), NodeMark::HeadWord);
        }
        return std::move(m_out);
    }

private:
    /// A leaf for every token, so that the words keep the order of the sentence whatever the arcs are.
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

    /// Its own word, as a part among those of its dependents. Returns its place.
    std::size_t insertHeadWord(TreeNodeId node) {
        const auto children = m_tree.children(node);
        const auto after = std::find_if(children.begin(), children.end(), [&](TreeNodeId child) {
            return m_tree.tokens[child.index()] > m_tree.tokens[node.index()];
        });
        const auto place = after - children.begin();
        m_parts.insert(m_parts.begin() + place, tokenLeaf(node));
        setMark(tokenLeaf(node), NodeMark::HeadWord);
        return static_cast<std::size_t>(place);
    }

    [[nodiscard]] std::size_t headOf(TreeNodeId node) {
        if (m_mode != Binarization::Head || m_parts.size() < 3) {
            return 0; // nobody asks
        }
        m_names.clear();
        for (const TreeNodeId child : m_tree.children(node)) {
            m_names.push_back(m_labels.text(m_tree.labels[child.index()]));
        }
        return headChild(m_labels.text(lowestLabel(node)), m_names);
    }

    /// Its own label, also when it stands for a chain.
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

    /// The node itself, with the chain it stands for.
    TreeNodeId add(TreeNodeId source, SymbolId word) {
        const TreeNodeId added = push(m_tree.labels[source.index()], word, m_tree.positions[source.index()]);
        for (const ChainLink& link : m_tree.chain(source)) {
            m_out.chains.push_back({added, link.label, link.position});
        }
        setMark(added, m_tree.mark(source));
        return added;
    }

    /// The last pair of a node is the node itself, the ones before are introduced.
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

    TreeNodeId combine(TreeNodeId source, std::size_t head) {
        if (m_parts.size() == 1) {
            m_out.childIds.push_back(m_parts.front());
            return add(source, SymbolId());
        }
        m_pairsToCome = m_parts.size() - 1;
        switch (m_mode) {
        case Binarization::Left: return combineAround(source, 0);
        case Binarization::Right: return combineAround(source, m_parts.size() - 1);
        case Binarization::Head: return combineAround(source, head);
        case Binarization::Balanced:
        case Binarization::None: break;
        }
        return combineBalanced(source);
    }

    /// What follows the part at `first`, then what stands before it, nearest first.
    TreeNodeId combineAround(TreeNodeId source, std::size_t first) {
        TreeNodeId result = m_parts[first];
        for (std::size_t at = first + 1; at < m_parts.size(); ++at) {
            result = pair(source, result, m_parts[at]);
        }
        for (std::size_t at = first; at-- > 0;) {
            result = pair(source, m_parts[at], result);
        }
        return result;
    }

    /// Joins neighbours in rounds, so that the new nodes form a tree of logarithmic height.
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
    const SymbolTable& m_labels;
    Tree m_out;
    std::vector<TreeNodeId> m_parts;       // what the present node is made of, from left to right
    std::vector<std::string_view> m_names; // labels of the present node's children
    std::size_t m_pairsToCome = 0;         // of the present node
};

} // namespace

std::span<const std::string_view> binarizationNames() {
    return kNames;
}

Result<Binarization> parseBinarization(std::string_view name) {
    return parseChoice<Binarization>(name, kNames, "binarization");
}

Tree factored(const Tree& tree, Binarization mode, const SymbolTable& labels) {
    return mode == Binarization::None ? tree : Binarizer(tree, mode, labels).run();
}

Tree binarized(const Tree& tree, Binarization mode, const SymbolTable& labels) {
    return mode == Binarization::None ? tree : factored(collapsedUnary(tree), mode, labels);
}

Tree binarized(const Tree& tree, Binarization mode) {
    BATCHSCOPE_CHECK(mode != Binarization::Head);
    return binarized(tree, mode, SymbolTable());
}

Tree inChomskyNormalForm(const Tree& tree, const SymbolTable& labels, Binarization mode, const UnaryOptions& unary) {
    BATCHSCOPE_CHECK(mode != Binarization::None);
    return factored(collapsedUnary(tree, unary), mode, labels);
}

} // namespace batchscope
