// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes a tree back as one line of brackets, for `generate`, tests and the tree's text in the window.
//
// A dependency tree is written with each head's word among its dependents, in sentence order:
// `(root (obl (det the) AP) comes (nsubj story))`. No word is lost, but read back it is a constituency tree.
//
// Nodes that shape operations made are written with their names (node_label.h), `S|<NP-VP>` and `NP+NN`.
#pragma once

#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"

#include <string>
#include <vector>

namespace batchscope {

/// Bytes [begin, end) of a text; empty for a node that has none.
struct TextSpan {
    std::size_t begin = 0;
    std::size_t end = 0;
    [[nodiscard]] bool empty() const { return begin == end; }
    bool operator==(const TextSpan&) const = default;
};

/// One line without line end. A missing label of a constituent is written as `(` alone, but as `_` where a word comes
/// next, as of a dependency node or a tree of one leaf. Brackets inside words and labels become -LRB- and -RRB-, white
/// space there U+00A0, so that the line can be read back. Iterative.
[[nodiscard]] std::string toBrackets(const Tree& tree, const SymbolTable& words, const SymbolTable& labels);

/// The same; `spans` receives the place of each node in the line, by TreeNodeId.
[[nodiscard]] std::string toBrackets(const Tree& tree, const SymbolTable& words, const SymbolTable& labels,
                                     std::vector<TextSpan>& spans);

} // namespace batchscope
