// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes a tree as one line of brackets, for `generate`, tests and the text of a tree in the window.
//
// In a dependency tree, each head's word is written among its dependents, in sentence order: `(root (obl (det the) AP)
// comes (nsubj story))`. No word is lost, but the line is read back as a constituency tree.
//
// Nodes that shape operations made are written with their names (node_label.h), such as `S|<NP-VP>` and `NP+NN`.
#pragma once

#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"

#include <string>
#include <vector>

namespace batchscope {

/// The bytes [begin, end) of a text; empty for a node without text.
struct TextSpan {
    std::size_t begin = 0;
    std::size_t end = 0;
    [[nodiscard]] bool empty() const { return begin == end; }
    bool operator==(const TextSpan&) const = default;
};

/// One line without a line end. A constituent without a label is written as `(` alone, or with the label `_` if a word
/// follows immediately, as in a dependency node or a tree of one leaf. In words and labels, brackets become -LRB- and
/// -RRB-, and white space becomes U+00A0, so that the line can be read back. Iterative.
[[nodiscard]] std::string toBrackets(const Tree& tree, const SymbolTable& words, const SymbolTable& labels);

/// Also stores the span of each node in the line in `spans`, by TreeNodeId.
[[nodiscard]] std::string toBrackets(const Tree& tree, const SymbolTable& words, const SymbolTable& labels,
                                     std::vector<TextSpan>& spans);

} // namespace batchscope
