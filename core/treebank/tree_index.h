// SPDX-License-Identifier: GPL-3.0-or-later
//
// A few numbers of each tree, so that a treebank of ten million trees is opened without holding them. The first trees
// are held, because they are used most; other trees are read again from their bytes on demand (Treebank::tree).
#pragma once

#include "core/base/id.h"
#include "core/treebank/record_reader.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <span>

namespace batchscope {

/// The data of a tree that is available without reading it, in 56 bytes.
struct TreeEntry {
    std::uint64_t shape = 0;        ///< 64-bit hash of the tree without labels and words: equal for equal shapes
    std::uint64_t recordBegin = 0;  ///< see RecordPlace
    std::uint32_t recordLength = 0; ///< 0: the tree has no text (generated, or from a binary file)
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint32_t nodes = 0;
    std::uint32_t leaves = 0; ///< nodes without children
    std::uint32_t words = 0;  ///< leaves, or all nodes of a dependency tree
    std::uint32_t height = 0; ///< see Tree::height
    std::uint32_t arity = 0;  ///< most children of any node
    SymbolId rootLabel;
};

/// A tree that is held elsewhere or shared. Never empty: if the file no longer has the tree, the handle is false and
/// refers to a single leaf without word and label.
class TreeHandle {
public:
    /// `tree` must outlive the handle.
    explicit TreeHandle(const Tree& tree) : m_tree(&tree) {}
    explicit TreeHandle(std::shared_ptr<const Tree> tree) : m_owner(std::move(tree)), m_tree(m_owner.get()) {}
    /// A handle for a tree that the file no longer has.
    [[nodiscard]] static TreeHandle missing();

    [[nodiscard]] const Tree& operator*() const { return *m_tree; }
    [[nodiscard]] const Tree* operator->() const { return m_tree; }
    explicit operator bool() const { return !m_missing; }

private:
    std::shared_ptr<const Tree> m_owner;
    const Tree* m_tree;
    bool m_missing = false;
};

/// The entries of all trees, and the first trees themselves. Ids have 32 bits.
class TreeIndex {
public:
    [[nodiscard]] std::size_t size() const { return m_entries.size(); }
    [[nodiscard]] bool empty() const { return m_entries.empty(); }
    [[nodiscard]] bool contains(TreeId tree) const { return tree.value < m_entries.size(); }
    [[nodiscard]] const TreeEntry& operator[](TreeId tree) const { return m_entries[tree.index()]; }

    /// The tree if it is held, else null.
    [[nodiscard]] const Tree* held(TreeId tree) const {
        return tree.value < m_held.size() ? &m_held[tree.index()] : nullptr;
    }
    /// The held trees, which are the first ones.
    [[nodiscard]] const std::deque<Tree>& heldTrees() const { return m_held; }
    [[nodiscard]] std::deque<Tree>& heldTrees() { return m_held; }
    [[nodiscard]] std::size_t heldCount() const { return m_held.size(); }

    /// Appends an entry, which the caller has made from the tree.
    void add(const TreeEntry& entry) { m_entries.push_back(entry); }
    /// Appends an entry and its tree. All trees so far must be held (checked).
    void addHeld(const TreeEntry& entry, Tree tree);
    [[nodiscard]] TreeEntry& changed(TreeId tree) { return m_entries[tree.index()]; }

private:
    std::deque<TreeEntry> m_entries; // a deque grows without moving gigabytes
    std::deque<Tree> m_held;
};

/// Computes the entry of a tree, with the given place. O(nodes). Scratch memory is kept between calls.
class TreeMeasure {
public:
    [[nodiscard]] TreeEntry entryOf(const Tree& tree, const RecordPlace& place);

private:
    std::vector<std::uint64_t> m_shapes;  // by node
    std::vector<std::uint32_t> m_heights; // by node
};

} // namespace batchscope
