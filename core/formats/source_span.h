// SPDX-License-Identifier: GPL-3.0-or-later
//
// Links nodes to the text of the file they were read from. A node of a tree is a stretch of that text, so that
// picture and file are read side by side.
//
// There are two ways for text to belong to nodes. In brackets a node is everything from its bracket to the matching
// one. In lines of tokens (and in sentences) a node has a stretch of its own, and the nodes below it have others.
#pragma once

#include "core/formats/bracket_writer.h"
#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// A text that contains nodes of a tree.
struct SpannedText {
    enum class Nesting {
        Nested, ///< a node's span holds those of its children
        Own,    ///< spans are disjoint
    };
    std::string text;            ///< as it is, perhaps not UTF-8
    std::vector<TextSpan> spans; ///< by TreeNodeId
    Nesting nesting = Nesting::Nested;
};

/// Where the nodes are in the text of their record (Treebank::sourceText), which begins at byte `recordBegin` of the
/// file. For brackets, CoNLL-U, and lines of bare tokens; in JSON trees nodes have no spans. Iterative.
[[nodiscard]] SpannedText sourceSpans(std::string record, const Tree& tree, std::uint64_t recordBegin);

/// The sentence, with single spaces; only nodes with words have spans.
[[nodiscard]] SpannedText sentenceSpans(const Tree& tree, const SymbolTable& words);

/// One line of brackets, as bracket_writer.h writes it.
[[nodiscard]] SpannedText bracketSpans(const Tree& tree, const SymbolTable& words, const SymbolTable& labels);

/// All stretches of the node and its descendants, in order, joined where only white space separates them.
[[nodiscard]] std::vector<TextSpan> spansOf(const SpannedText& text, const Tree& tree, TreeNodeId node);

} // namespace batchscope
