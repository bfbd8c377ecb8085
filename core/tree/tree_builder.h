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
    /// Closes the innermost constituent. False, and nothing changed, when it is empty. Needs depth() > 0.
    [[nodiscard]] bool close();

    /// Open constituents.
    [[nodiscard]] std::size_t depth() const { return m_frames.size(); }
    /// Finished nodes and open constituents: what TreeLimits counts.
    [[nodiscard]] std::size_t nodes() const { return m_tree.size() + m_frames.size(); }
    /// Where the innermost open constituent began. Needs depth() > 0.
    [[nodiscard]] SourcePosition innermost() const { return m_frames.back().position; }
    /// The tree, once depth() is back at 0; stays until something is opened again.
    [[nodiscard]] const Tree& tree() const;
    /// The same as a value; the builder starts afresh.
    [[nodiscard]] Tree take();
    /// Forgets everything but its memory.
    void reset();

private:
    struct Frame {
        SymbolId label;
        SourcePosition position;
        std::size_t firstPending; // where its finished children begin in m_pending
        bool bareToken;           // its only child so far is one token
    };
    void dropEmptyRoots();
    TreeNodeId addNode(SymbolId label, SymbolId word, SourcePosition position);

    Tree m_tree;
    std::vector<Frame> m_frames;
    std::vector<TreeNodeId> m_pending; // finished nodes that wait for their parent
};

} // namespace batchscope
