// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/binarize.h"

#include "core/base/choice.h"

#include <algorithm>
#include <array>
#include <vector>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, 4> kNames = {"none", "left", "right", "balanced"};

class Binarizer {
public:
    Binarizer(const Tree& tree, Binarization mode) : m_tree(tree), m_mode(mode) {
        m_out.file = tree.file;
        m_out.childOffsets.push_back(0);
    }

    Tree run() {
        std::vector<TreeNodeId> renamed(m_tree.size());
        std::vector<TreeNodeId> parts;
        if (m_tree.isDependency()) {
            addTokens();
        }
        for (std::size_t index = 0; index < m_tree.size(); ++index) {
            const TreeNodeId node(index);
            if (m_tree.isLeaf(node)) {
                renamed[index] = m_tree.isDependency() ? tokenLeaf(node) : add(node, m_tree.words[index]);
                continue;
            }
            parts.clear();
            for (const TreeNodeId child : m_tree.children(node)) {
                parts.push_back(renamed[child.index()]);
            }
            if (m_tree.isDependency()) {
                const auto children = m_tree.children(node);
                const auto after = std::find_if(children.begin(), children.end(), [&](TreeNodeId child) {
                    return m_tree.tokens[child.index()] > m_tree.tokens[index];
                });
                parts.insert(parts.begin() + (after - children.begin()), tokenLeaf(node));
            }
            renamed[index] = combine(node, parts);
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

    TreeNodeId add(TreeNodeId source, SymbolId word) {
        m_out.labels.push_back(m_tree.labels[source.index()]);
        m_out.words.push_back(word);
        m_out.positions.push_back(m_tree.positions[source.index()]);
        m_out.childOffsets.push_back(static_cast<std::uint32_t>(m_out.childIds.size()));
        return m_out.root();
    }

    TreeNodeId pair(TreeNodeId source, TreeNodeId left, TreeNodeId right) {
        m_out.childIds.push_back(left);
        m_out.childIds.push_back(right);
        return add(source, SymbolId());
    }

    TreeNodeId combine(TreeNodeId source, std::vector<TreeNodeId>& children) {
        if (children.size() == 1) {
            m_out.labels[children.front().index()] = m_tree.labels[source.index()];
            return children.front();
        }
        if (m_mode == Binarization::Balanced) {
            return combineBalanced(source, children);
        }
        const bool fromLeft = m_mode == Binarization::Left;
        TreeNodeId result = fromLeft ? children.front() : children.back();
        for (std::size_t step = 1; step < children.size(); ++step) {
            result = fromLeft ? pair(source, result, children[step])
                              : pair(source, children[children.size() - 1 - step], result);
        }
        return result;
    }

    /// Joins neighbours in rounds, so that the new nodes form a tree of logarithmic height.
    TreeNodeId combineBalanced(TreeNodeId source, std::vector<TreeNodeId>& children) {
        while (children.size() > 1) {
            std::size_t kept = 0;
            for (std::size_t at = 0; at < children.size(); at += 2) {
                children[kept++] =
                    at + 1 < children.size() ? pair(source, children[at], children[at + 1]) : children[at];
            }
            children.resize(kept);
        }
        return children.front();
    }

    const Tree& m_tree;
    Binarization m_mode;
    Tree m_out;
};

} // namespace

std::span<const std::string_view> binarizationNames() {
    return kNames;
}

Result<Binarization> parseBinarization(std::string_view name) {
    return parseChoice<Binarization>(name, kNames, "binarisation");
}

Tree binarized(const Tree& tree, Binarization mode) {
    return mode == Binarization::None ? tree : Binarizer(tree, mode).run();
}

} // namespace batchscope
