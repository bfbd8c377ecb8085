// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/tree_builder.h"

#include "core/base/check.h"

#include <utility>

namespace batchscope {

TreeNodeId TreeBuilder::addNode(SymbolId label, SymbolId word, SourcePosition position) {
    if (m_tree.childOffsets.empty()) {
        m_tree.childOffsets.push_back(0);
    }
    m_tree.labels.push_back(label);
    m_tree.words.push_back(word);
    m_tree.positions.push_back(position);
    m_tree.childOffsets.push_back(static_cast<std::uint32_t>(m_tree.childIds.size()));
    return TreeNodeId(m_tree.size() - 1);
}

void TreeBuilder::open(SymbolId label, SourcePosition position) {
    if (!m_frames.empty()) {
        m_frames.back().bareToken = false;
    }
    m_frames.push_back({label, position, m_pending.size(), false});
}

void TreeBuilder::token(SymbolId word, SourcePosition position) {
    BATCHSCOPE_CHECK(!m_frames.empty());
    Frame& frame = m_frames.back();
    frame.bareToken = m_pending.size() == frame.firstPending;
    m_pending.push_back(addNode(SymbolId(), word, position));
}

/// Removes empty roots of a tree that is wrapped more than once, so that a written tree is read back unchanged.
void TreeBuilder::dropEmptyRoots() {
    while (!m_tree.labels.back().valid() && m_tree.children(m_tree.root()).size() == 1) {
        m_tree.labels.pop_back();
        m_tree.words.pop_back();
        m_tree.positions.pop_back();
        m_tree.childOffsets.pop_back();
        m_tree.childIds.pop_back();
        m_pending.back() = m_tree.root();
    }
}

bool TreeBuilder::close() {
    BATCHSCOPE_CHECK(!m_frames.empty());
    const Frame frame = m_frames.back();
    if (m_pending.size() == frame.firstPending) {
        return false;
    }
    m_frames.pop_back();
    if (frame.bareToken) { // a preterminal and its token are one leaf
        const std::size_t leaf = m_pending.back().index();
        m_tree.labels[leaf] = frame.label;
        m_tree.positions[leaf] = frame.position;
        return true;
    }
    const bool emptyOuterBracket =
        m_frames.empty() && !frame.label.valid() && m_pending.size() == frame.firstPending + 1;
    if (emptyOuterBracket) { // Penn Treebank files wrap each tree as `( (S ...) )`
        dropEmptyRoots();
        return true;
    }
    for (std::size_t at = frame.firstPending; at < m_pending.size(); ++at) {
        m_tree.childIds.push_back(m_pending[at]);
    }
    m_pending.resize(frame.firstPending);
    m_pending.push_back(addNode(frame.label, SymbolId(), frame.position));
    return true;
}

const Tree& TreeBuilder::tree() const {
    BATCHSCOPE_CHECK(m_frames.empty() && m_tree.size() > 0);
    return m_tree;
}

Tree TreeBuilder::take() {
    BATCHSCOPE_CHECK(m_frames.empty() && m_tree.size() > 0);
    Tree tree = std::exchange(m_tree, Tree());
    reset();
    return tree;
}

void TreeBuilder::reset() {
    m_tree.labels.clear();
    m_tree.words.clear();
    m_tree.positions.clear();
    m_tree.childOffsets.clear();
    m_tree.childIds.clear();
    m_frames.clear();
    m_pending.clear();
}

} // namespace batchscope
