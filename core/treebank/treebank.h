// SPDX-License-Identifier: GPL-3.0-or-later
//
// The contents of an opened treebank: the trees of one or several files, the words and labels they share, and a
// diagnostic for each tree that could not be read. Good trees are always kept. What is kept of most trees of a large
// file is a line of the index; `tree` reads such a tree again from its own bytes.
//
//     Result<Treebank> bank = readTreebank({"dev.txt"}, {});
//     const TreeHandle tree = bank->tree(id);
#pragma once

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/bytes/byte_source.h"
#include "core/tree/read_options.h"
#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"
#include "core/treebank/tree_index.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace batchscope {

// A parsed program (core/nets/program.h), kept with its text: a program may hold a million calls, and every graph needs
// them. The first graph fills the cache. Any thread.

class ParsedProgram;

/// One for each type of the numbers.
class ProgramCache {
public:
    static constexpr std::size_t kKinds = 2;

    /// Null when it was not put.
    [[nodiscard]] std::shared_ptr<const ParsedProgram> get(std::size_t kind) const {
        const std::scoped_lock lock(m_mutex);
        return m_parsed.at(kind);
    }
    void put(std::size_t kind, std::shared_ptr<const ParsedProgram> parsed) {
        const std::scoped_lock lock(m_mutex);
        m_parsed.at(kind) = std::move(parsed);
    }

private:
    mutable std::mutex m_mutex;
    std::array<std::shared_ptr<const ParsedProgram>, kKinds> m_parsed;
};

// The last trees that were read again, up to a number of nodes, because such a tree is asked for many times in a row
// (each of its nodes has a caption). The window and its jobs both ask, so there is a mutex; it is held for a look-up
// only, never while a tree is read.

class TreeCache {
public:
    /// Nodes of all trees in it; a larger tree is kept alone.
    static constexpr std::size_t kMostNodes = 1'000'000;

    /// Null when it is not there. Any thread.
    [[nodiscard]] std::shared_ptr<const Tree> find(TreeId id) const;
    /// Puts a tree in and the oldest ones out. Any thread.
    void add(TreeId id, std::shared_ptr<const Tree> tree);

private:
    mutable std::mutex m_mutex;
    std::unordered_map<TreeId, std::shared_ptr<const Tree>> m_trees;
    std::deque<TreeId> m_order; // the oldest first
    std::size_t m_nodes = 0;
};

// Rows of numbers for leaves that are not words, such as the pixels of an image. The rows are contiguous, so that a net
// can take the table as it would take its embedding.

struct VectorTable {
    std::int32_t width = 0;     ///< numbers in a row; 0 without rows
    std::vector<float> numbers; ///< row after row, rows() * width

    [[nodiscard]] std::size_t rows() const { return width == 0 ? 0 : numbers.size() / static_cast<std::size_t>(width); }
    [[nodiscard]] std::span<const float> row(std::size_t index) const {
        const auto count = static_cast<std::size_t>(width);
        return std::span(numbers).subspan(index * count, count);
    }
};

/// One tree, or one place, that could not be read.
struct Diagnostic {
    std::string file;
    SourcePosition position;
    std::string message; ///< what was found, what was expected
    std::string excerpt; ///< the text at that place, at most 60 code points

    /// `file:line:column: error: message`.
    [[nodiscard]] std::string text() const;
};

/// Trees from `firstTree` on are in this file.
struct FileSegment {
    std::size_t firstTree = 0;
    std::uint32_t file = 0;
    std::string_view format;                 ///< its name in the registry; empty for generated trees
    RecordReaderFactory records = nullptr;   ///< reads a tree again; null where trees have no text of their own
    std::shared_ptr<const ByteSource> bytes; ///< null where trees have no text of their own
};

struct Treebank {
    std::vector<std::string> files;
    std::vector<std::string> skipped; ///< files of a named folder that are not treebanks
    std::string format;               ///< name of the format, see format_registry.h
    std::string origin;               ///< of converted trees: the format that they had first; empty otherwise
    ReadOptions options;              ///< how the text became trees
    TreeIndex trees;                  ///< what is known of each tree, by TreeId
    SymbolTable words;
    SymbolTable labels;
    std::vector<std::string> classLabels; ///< by class, where a trained model decides them; empty: label_classes.h does
    VectorTable vectors; ///< rows of numbers that leaves carry instead of words; row = word id; empty for text
    std::string program; ///< text of a program file (program_file.h), which then stands alone; empty otherwise
    std::vector<SourcePosition> calls;          ///< of `program`: where each begins, in the order of the text
    std::vector<std::uint64_t> wordCounts;      ///< by word id: how often it occurs in all trees
    std::vector<std::uint64_t> labelCounts;     ///< by label id
    std::vector<std::uint64_t> wordLabelCounts; ///< the same of nodes that have a word
    std::vector<std::uint64_t> rootLabelCounts; ///< the same of roots
    std::vector<std::uint64_t> arities;         ///< by number of children, from 0: how many nodes have so many
    std::size_t nonProjective = 0;              ///< dependency trees whose arcs cross
    std::vector<Diagnostic> diagnostics;        ///< at most kMaxDiagnostics
    std::size_t badTrees = 0;                   ///< all of them, also those beyond kMaxDiagnostics
    bool complete = true;                       ///< false: only the beginning of the files was read
    bool isCut = false;           ///< true: a file ends before its end (damaged, or a limit), which a diagnostic says
    std::uint64_t bytesRead = 0;  ///< of the files as they are on the disk
    std::uint64_t bytesTotal = 0; ///< 0 when that is not known
    std::vector<FileSegment> segments;
    std::unique_ptr<TreeCache> cache = std::make_unique<TreeCache>();        ///< of trees that were read again
    std::unique_ptr<ProgramCache> parsed = std::make_unique<ProgramCache>(); ///< of `program`

    static constexpr std::size_t kMaxDiagnostics = 10'000;
    /// Trees beyond so many nodes in all are not held when they can be read again.
    static constexpr std::size_t kHeldNodes = 2'000'000;
    /// The same for trees, each of which takes some memory however small it is.
    static constexpr std::size_t kHeldTrees = 250'000;

    /// Memory that the bank takes, about; what a file may take is limited by budget.h.
    [[nodiscard]] std::size_t bytes() const;
    /// Most children of any node.
    [[nodiscard]] std::size_t largestArity() const { return arities.empty() ? 0 : arities.size() - 1; }
    /// The tree, held or read again. Any thread. A handle without a tree when its file was changed since.
    [[nodiscard]] TreeHandle tree(TreeId id) const;
    /// What to say when that is so.
    [[nodiscard]] Error missingTree(TreeId id) const;
    /// The text that the tree was read from, as written in the file, and where it begins. Config error for made
    /// trees and images; Io error when the file was changed.
    [[nodiscard]] Result<std::string> sourceText(TreeId id) const;
    [[nodiscard]] const FileSegment& segmentOf(TreeId id) const;
    /// Index into `files`.
    [[nodiscard]] std::uint32_t fileOf(TreeId id) const { return segmentOf(id).file; }

    /// Appends a tree that has no text of its own, counts its words and children, and holds it. Its symbols must be in
    /// the tables.
    void addTree(Tree tree);
    /// The same for a tree of the last segment's text; only its line of the index is kept when kHeldNodes are held.
    void addTree(const Tree& tree, const RecordPlace& place, TreeMeasure& measure);
    /// Gives a held tree of a single leaf its label.
    void setLabel(TreeId id, SymbolId label);
    void addDiagnostic(Diagnostic diagnostic);
    /// "file:line" of a tree, for messages.
    [[nodiscard]] std::string place(TreeId id) const;
    /// The words of a tree, in the order of the sentence, with single spaces; stops after `limit` words with an
    /// ellipsis.
    [[nodiscard]] std::string sentence(TreeId id, std::size_t limit) const;

private:
    void count(const Tree& tree);

    std::size_t m_heldNodes = 0;
};

} // namespace batchscope
