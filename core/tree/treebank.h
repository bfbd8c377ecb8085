// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what a user opens: the trees of one or several files, the words and labels they share, and a diagnostic for
// each tree that could not be read. Good trees are always kept.
//
//     Result<Treebank> bank = readTreebank({"dev.txt"}, {});
#pragma once

#include "core/base/id.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"
#include "core/tree/vector_table.h"

#include <string>
#include <vector>

namespace batchscope {

/// One tree, or one place, that could not be read.
struct Diagnostic {
    std::string file;
    SourcePosition position;
    std::string message; ///< what was found, what was expected
    std::string excerpt; ///< the text at that place, at most 60 code points

    /// `file:line:column: error: message`.
    [[nodiscard]] std::string text() const;
};

struct Treebank {
    std::vector<std::string> files;
    std::string format; ///< name of the format, see format_registry.h
    IdVector<TreeId, Tree> trees;
    SymbolTable words;
    SymbolTable labels;
    VectorTable vectors; ///< rows of numbers that leaves carry instead of words; row = word id; empty for text
    std::string program; ///< text of a program file (program_file.h), which then stands alone; empty otherwise
    std::vector<std::uint32_t> wordCounts; ///< by word id: how often it stands in all trees
    std::size_t largestArity = 0;          ///< most children of any node
    std::vector<Diagnostic> diagnostics;   ///< at most kMaxDiagnostics
    std::size_t badTrees = 0;              ///< all of them, also those beyond kMaxDiagnostics

    static constexpr std::size_t kMaxDiagnostics = 10'000;
    /// Appends a tree and counts its words and children. Its symbols must be in the tables.
    void addTree(Tree tree);
    void addDiagnostic(Diagnostic diagnostic);
    /// "file:line" of a tree, for messages.
    [[nodiscard]] std::string place(TreeId tree) const;
    /// The words of a tree, in the order of the sentence, with single spaces; stops after `limit` words with an
    /// ellipsis.
    [[nodiscard]] std::string sentence(TreeId tree, std::size_t limit) const;
};

/// Reads all files into one treebank. Fails when no usable tree was found, naming the first reason, when one of the
/// files cannot be opened, when an idx file is damaged (idx_reader.h), or when words and vectors would come together; a
/// file that is no treebank is a diagnostic. Files of labels are read last, wherever they stand among the paths. "-" is
/// standard input; .gz and .zst are read as they are.
[[nodiscard]] Result<Treebank> readTreebank(const std::vector<std::string>& paths, const RunControl& control);

/// The same from text in memory; `name` stands for the file in messages.
[[nodiscard]] Result<Treebank> readTreebankText(std::string_view text, const std::string& name,
                                                const RunControl& control);

} // namespace batchscope
