// SPDX-License-Identifier: GPL-3.0-or-later
//
// A few numbers of each tree, so that a treebank of ten million trees is opened without holding them. The first trees
// are held (they are the ones most looked at and computed); the others are read again from their own bytes when they
// are asked for (Treebank::tree).
#pragma once

#include "core/base/id.h"
#include "core/treebank/record_reader.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <span>

namespace batchscope {

/// What is known of every tree without reading it: 56 bytes.
struct TreeEntry {
    std::uint64_t shape = 0;        ///< 64-bit hash of the tree without labels and words: equal shapes, equal numbers
    std::uint64_t recordBegin = 0;  ///< see RecordPlace
    std::uint32_t recordLength = 0; ///< 0: the tree has no text of its own (made, or from a binary file)
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint32_t nodes = 0;
    std::uint32_t leaves = 0; ///< nodes without children
    std::uint32_t words = 0;  ///< leaves, or all nodes of a dependency tree
    std::uint32_t height = 0; ///< see Tree::height
    std::uint32_t arity = 0;  ///< most children of any node
    SymbolId rootLabel;
};

/// A tree that is held elsewhere or shared. Never empty: when the file no longer has the tree, a single leaf without
/// word and label, and false.
class TreeHandle {
public:
    /// `tree` must outlive the handle.
    explicit TreeHandle(const Tree& tree) : m_tree(&tree) {}
    explicit TreeHandle(std::shared_ptr<const Tree> tree) : m_owner(std::move(tree)), m_tree(m_owner.get()) {}
    /// The tree is gone.
    [[nodiscard]] static TreeHandle missing();

    [[nodiscard]] const Tree& operator*() const { return *m_tree; }
    [[nodiscard]] const Tree* operator->() const { return m_tree; }
    explicit operator bool() const { return !m_missing; }

private:
    std::shared_ptr<const Tree> m_owner;
    const Tree* m_tree;
    bool m_missing = false;
};

/// Entries of all trees, and the first trees themselves. 32 bits count them.
class TreeIndex {
public:
    [[nodiscard]] std::size_t size() const { return m_entries.size(); }
    [[nodiscard]] bool empty() const { return m_entries.empty(); }
    [[nodiscard]] bool contains(TreeId tree) const { return tree.value < m_entries.size(); }
    [[nodiscard]] const TreeEntry& operator[](TreeId tree) const { return m_entries[tree.index()]; }

    /// The tree when it is held, else null.
    [[nodiscard]] const Tree* held(TreeId tree) const {
        return tree.value < m_held.size() ? &m_held[tree.index()] : nullptr;
    }
    /// The first trees, as far as they are held.
    [[nodiscard]] const std::deque<Tree>& heldTrees() const { return m_held; }
    [[nodiscard]] std::deque<Tree>& heldTrees() { return m_held; }
    [[nodiscard]] std::size_t heldCount() const { return m_held.size(); }

    /// Appends an entry; the caller fills it from the tree.
    void add(const TreeEntry& entry) { m_entries.push_back(entry); }
    /// Appends an entry and its tree. Only while all trees so far are held.
    void addHeld(const TreeEntry& entry, Tree tree);
    [[nodiscard]] TreeEntry& changed(TreeId tree) { return m_entries[tree.index()]; }

private:
    std::deque<TreeEntry> m_entries; // a deque grows without moving gigabytes
    std::deque<Tree> m_held;
};

/// The numbers of a tree; place as given. Linear. Scratch memory is kept between calls.
class TreeMeasure {
public:
    [[nodiscard]] TreeEntry entryOf(const Tree& tree, const RecordPlace& place);

private:
    std::vector<std::uint64_t> m_shapes;  // by node
    std::vector<std::uint32_t> m_heights; // by node
};

} // namespace batchscope
