// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/binarize.h"

#include "core/base/choice.h"

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
        std::vector<TreeNodeId> children;
        for (std::size_t index = 0; index < m_tree.size(); ++index) {
            const TreeNodeId node(index);
            if (m_tree.isLeaf(node)) {
                renamed[index] = add(node, m_tree.words[index]);
                continue;
            }
            children.clear();
            for (const TreeNodeId child : m_tree.children(node)) {
                children.push_back(renamed[child.index()]);
            }
            renamed[index] = combine(node, children);
        }
        return std::move(m_out);
    }

private:
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
