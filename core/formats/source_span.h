// SPDX-License-Identifier: GPL-3.0-or-later
//
// Links nodes to the text of the file they were read from, so that picture and file can be read side by side.
//
// Text belongs to nodes in two ways. In brackets, a node spans everything from its bracket to the matching one. In
// lines of tokens (and in sentences), each node has a separate span, outside the spans of its descendants.
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
        Nested, ///< a node's span contains those of its children
        Own,    ///< spans are disjoint
    };
    std::string text;            ///< as in the file, possibly not UTF-8
    std::vector<TextSpan> spans; ///< by TreeNodeId
    Nesting nesting = Nesting::Nested;
};

/// The spans of the nodes in the text of their record (Treebank::sourceText), which begins at byte `recordBegin` of the
/// file. Works for brackets, CoNLL-U, and lines of bare tokens; nodes of JSON trees have no spans. Iterative.
[[nodiscard]] SpannedText sourceSpans(std::string record, const Tree& tree, std::uint64_t recordBegin);

/// The sentence, with single spaces between words; only nodes with words have spans.
[[nodiscard]] SpannedText sentenceSpans(const Tree& tree, const SymbolTable& words);

/// The tree as one line of brackets, as written by bracket_writer.h.
[[nodiscard]] SpannedText bracketSpans(const Tree& tree, const SymbolTable& words, const SymbolTable& labels);

/// The spans of the node and its descendants, sorted, and joined if only white space separates them.
[[nodiscard]] std::vector<TextSpan> spansOf(const SpannedText& text, const Tree& tree, TreeNodeId node);

} // namespace batchscope
