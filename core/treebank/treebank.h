// SPDX-License-Identifier: GPL-3.0-or-later
//
// The contents of an opened treebank: the trees of one or several files, the words and labels they share, and a
// diagnostic for each tree that could not be read. Good trees are always kept. Most trees of a large file have only an
// entry in the index; `tree` reads such a tree again from its bytes.
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
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace batchscope {

// Caches a parsed program (core/nets/program.h) with its text: a program may have a million calls, and every graph
// needs them. The first graph fills the cache. Thread-safe.

class ParsedProgram;

/// Holds one parsed program per number type.
class ProgramCache {
public:
    static constexpr std::size_t kKinds = 2;

    /// Null if there is none.
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

// Caches the last trees that were read again, up to a number of nodes, because a tree is often requested many times in
// a row (each of its nodes has a caption). The window and its jobs share it, so there is a mutex, which is held only
// for a look-up, never while a tree is read.

class TreeCache {
public:
    /// The maximum number of nodes of all trees; a larger tree is kept alone.
    static constexpr std::size_t kMostNodes = 1'000'000;

    /// Null if the tree is not cached. Any thread.
    [[nodiscard]] std::shared_ptr<const Tree> find(TreeId id) const;
    /// Adds a tree and removes the oldest trees beyond kMostNodes. Any thread.
    void add(TreeId id, std::shared_ptr<const Tree> tree);

private:
    mutable std::mutex m_mutex;
    std::unordered_map<TreeId, std::shared_ptr<const Tree>> m_trees;
    std::deque<TreeId> m_order; // oldest first
    std::size_t m_nodes = 0;
};

// Rows of numbers for leaves that are not words, such as the pixels of an image. The rows are contiguous, so that a net
// can use the table like an embedding.

struct VectorTable {
    std::int32_t width = 0;     ///< numbers per row; 0 without rows
    std::vector<float> numbers; ///< rows() × width numbers, row by row

    [[nodiscard]] std::size_t rows() const { return width == 0 ? 0 : numbers.size() / static_cast<std::size_t>(width); }
    [[nodiscard]] std::span<const float> row(std::size_t index) const {
        const auto count = static_cast<std::size_t>(width);
        return std::span(numbers).subspan(index * count, count);
    }
};

/// A tree, or a place, that could not be read.
struct Diagnostic {
    std::string file;
    SourcePosition position;
    std::string message; ///< what was found, what was expected
    std::string excerpt; ///< the text at that position, at most 60 code points

    /// `file:line:column: error: message`.
    [[nodiscard]] std::string text() const;
};

/// A run of trees of one file, starting at `firstTree`.
struct FileSegment {
    std::size_t firstTree = 0;
    std::uint32_t file = 0;
    std::string_view format;                 ///< name of the format; empty for generated trees
    RecordReaderFactory records = nullptr;   ///< makes the reader for reading trees again; null if trees have no text
    std::shared_ptr<const ByteSource> bytes; ///< null if trees have no text
};

struct Treebank {
    std::vector<std::string> files;
    std::vector<std::string> skipped; ///< files of a named folder that are not treebanks
    std::string format;               ///< name of the format, see format_registry.h
    std::string origin;               ///< the original format of converted trees, else empty
    ReadOptions options;              ///< options that the text was read with
    TreeIndex trees;                  ///< entries of all trees, by TreeId
    SymbolTable words;
    SymbolTable labels;
    std::vector<std::string> classLabels; ///< labels by class if a trained model defines them; else empty
    VectorTable vectors;               ///< rows of numbers of leaves, instead of words; row = word id; empty for text
    std::string program;               ///< text of a program file (program_file.h), the only file then; else empty
    std::vector<SourcePosition> calls; ///< begin of each call of `program`, in text order
    std::vector<std::uint64_t> wordCounts;      ///< number of occurrences in all trees, by word id
    std::vector<std::uint64_t> labelCounts;     ///< number of occurrences, by label id
    std::vector<std::uint64_t> wordLabelCounts; ///< like labelCounts, but only nodes with a word
    std::vector<std::uint64_t> rootLabelCounts; ///< like labelCounts, but only roots
    std::vector<std::uint64_t> arities;         ///< number of nodes, by number of children (from 0)
    std::size_t nonProjective = 0;              ///< dependency trees whose arcs cross
    std::vector<Diagnostic> diagnostics;        ///< at most kMaxDiagnostics
    std::size_t badTrees = 0;                   ///< number of damaged trees, also beyond kMaxDiagnostics
    bool complete = true;                       ///< false: only the beginning of the files was read
    bool isCut = false;           ///< true: a file was not read to its end (damaged, or a limit); see diagnostics
    std::uint64_t bytesRead = 0;  ///< bytes of the files, as stored on disk
    std::uint64_t bytesTotal = 0; ///< 0 if unknown
    std::vector<FileSegment> segments;
    std::unique_ptr<TreeCache> cache = std::make_unique<TreeCache>();        ///< trees that were read again
    std::unique_ptr<ProgramCache> parsed = std::make_unique<ProgramCache>(); ///< parsed `program`

    static constexpr std::size_t kMaxDiagnostics = 10'000;
    /// The maximum total of nodes of held trees; further trees are not held if they can be read again.
    static constexpr std::size_t kHeldNodes = 2'000'000;
    /// The maximum number of held trees, since even a small tree takes some memory.
    static constexpr std::size_t kHeldTrees = 250'000;

    /// The approximate memory of the bank in bytes; budget.h limits the memory per file.
    [[nodiscard]] std::size_t bytes() const;
    /// The most children of any node.
    [[nodiscard]] std::size_t largestArity() const { return arities.empty() ? 0 : arities.size() - 1; }
    /// The tree, held or read again. Any thread. The handle is false if the file was changed since.
    [[nodiscard]] TreeHandle tree(TreeId id) const;
    /// The Io error to report in this case.
    [[nodiscard]] Error missingTree(TreeId id) const;
    /// The text of the tree's record, as written in the file. Config error for generated trees and binary files; Io
    /// error if the file was changed.
    [[nodiscard]] Result<std::string> sourceText(TreeId id) const;
    [[nodiscard]] const FileSegment& segmentOf(TreeId id) const;
    /// The index into `files`.
    [[nodiscard]] std::uint32_t fileOf(TreeId id) const { return segmentOf(id).file; }

    /// Appends a tree that has no text, counts its words, labels and children, and holds it. Its symbols must be in the
    /// tables.
    void addTree(Tree tree);
    /// Appends a tree from the text of the last segment; only its index entry is kept beyond kHeldNodes or kHeldTrees.
    void addTree(const Tree& tree, const RecordPlace& place, TreeMeasure& measure);
    /// Sets the label of a held tree that is a single leaf.
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

/// The tree of this entry, read from its record; none if the text no longer contains it. `symbols` must only look up.
[[nodiscard]] std::optional<Tree> readAgain(RecordReaderFactory makeReader, std::string_view record,
                                            const TreeEntry& entry, TreeSymbols& symbols);

} // namespace batchscope
