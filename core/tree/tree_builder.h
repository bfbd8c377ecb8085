// SPDX-License-Identifier: GPL-3.0-or-later
//
// Builds a Tree in post-order, without recursion, from the brackets of readers and generators (open, token, close).
#pragma once

#include "core/tree/tree.h"

#include <optional>
#include <string_view>

namespace batchscope {

class TreeBuilder {
public:
    /// Opens a constituent; the label may be invalid (no label).
    void open(SymbolId label, SourcePosition position);
    /// Adds a token to the innermost open constituent. Needs depth() > 0.
    void token(SymbolId word, SourcePosition position);
    /// Closes the innermost constituent. Returns false and changes nothing if it is empty. Needs depth() > 0.
    [[nodiscard]] bool close();

    /// The number of open constituents.
    [[nodiscard]] std::size_t depth() const { return m_frames.size(); }
    /// The number of finished nodes and open constituents, to be compared with TreeLimits.
    [[nodiscard]] std::size_t nodes() const { return m_tree.size() + m_frames.size(); }
    /// The position of the innermost open constituent. Needs depth() > 0.
    [[nodiscard]] SourcePosition innermost() const { return m_frames.back().position; }
    /// The tree, once depth() is back at 0; valid until the next constituent is opened.
    [[nodiscard]] const Tree& tree() const;
    /// Moves the tree out and resets the builder. Needs depth() to be 0.
    [[nodiscard]] Tree take();
    /// Discards the tree and all open constituents but keeps the allocated memory.
    void reset();

private:
    struct Frame {
        SymbolId label;
        SourcePosition position;
        std::size_t firstPending; // index of its first finished child in m_pending
        bool bareToken;           // true if its only child so far is a single token
    };
    void dropEmptyRoots();
    TreeNodeId addNode(SymbolId label, SymbolId word, SourcePosition position);

    Tree m_tree;
    std::vector<Frame> m_frames;
    std::vector<TreeNodeId> m_pending; // finished nodes without a parent yet
};

} // namespace batchscope
