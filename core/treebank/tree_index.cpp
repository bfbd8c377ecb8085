// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/tree_index.h"

#include "core/base/check.h"

#include <algorithm>

namespace batchscope {

namespace {

/// The finalizer of SplitMix64 (Steele et al. 2014): every input bit affects every bit of the result.
std::uint64_t mixed(std::uint64_t value) {
    value ^= value >> 30U;
    value *= 0xBF58476D1CE4E5B9U;
    value ^= value >> 27U;
    value *= 0x94D049BB133111EBU;
    return value ^ value >> 31U;
}

Tree loneLeaf() {
    Tree tree;
    tree.labels = {SymbolId()};
    tree.words = {SymbolId()};
    tree.positions = {SourcePosition{}};
    tree.childOffsets = {0, 0};
    return tree;
}

} // namespace

TreeHandle TreeHandle::missing() {
    static const Tree kLeaf = loneLeaf();
    TreeHandle handle(kLeaf);
    handle.m_missing = true;
    return handle;
}

void TreeIndex::addHeld(const TreeEntry& entry, Tree tree) {
    BATCHSCOPE_CHECK(m_held.size() == m_entries.size());
    m_entries.push_back(entry);
    m_held.push_back(std::move(tree));
}

TreeEntry TreeMeasure::entryOf(const Tree& tree, const RecordPlace& place) {
    constexpr std::uint64_t kLeaf = 0x9E3779B97F4A7C15U;
    m_shapes.resize(tree.size());
    m_heights.resize(tree.size());
    TreeEntry entry;
    for (std::size_t index = 0; index < tree.size(); ++index) {
        const auto children = tree.children(TreeNodeId(index));
        std::uint64_t shape = kLeaf + children.size();
        std::uint32_t height = 0;
        for (const TreeNodeId child : children) {
            shape = mixed(shape) + m_shapes[child.index()];
            height = std::max(height, m_heights[child.index()] + 1);
        }
        m_shapes[index] = mixed(shape);
        m_heights[index] = height;
        entry.arity = std::max(entry.arity, static_cast<std::uint32_t>(children.size()));
        entry.leaves += children.empty() ? 1U : 0U;
    }
    entry.words = tree.isDependency() ? static_cast<std::uint32_t>(tree.size()) : entry.leaves;
    entry.shape = m_shapes[tree.root().index()];
    entry.height = m_heights[tree.root().index()];
    entry.nodes = static_cast<std::uint32_t>(tree.size());
    entry.rootLabel = tree.labels[tree.root().index()];
    entry.recordBegin = place.recordBegin;
    entry.recordLength = place.recordLength;
    entry.line = place.line;
    entry.column = place.column;
    return entry;
}

} // namespace batchscope
