// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a text format one window at a time, because files may be larger than memory, or a single tree again from its
// bytes. The reader of a format takes whole records (a tree in brackets, a sentence, a line) from the beginning of the
// window and passes its trees to a sink. Between windows, it keeps its position and its knowledge of the file.
//
//     class Lines : public RecordReader { std::size_t take(const Window& window, TreeSink& sink) override; };
#pragma once

#include "core/base/result.h"
#include "core/tree/tree.h"
#include "core/tree/tree_symbols.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace batchscope {

enum class WindowEnd {
    More,  ///< the file continues: a record cut by the window must be left for the next window
    File,  ///< the file ends here
    Limit, ///< the file continues, but the record is too long: skip it, with a diagnostic
};

/// The bytes not taken yet, starting at `byte` of the file. A byte order mark is not part of any window.
struct Window {
    std::string_view text;
    std::uint64_t byte = 0;
    WindowEnd end = WindowEnd::File;
};

/// The place of a tree's text. A reader that starts at {line, column, recordBegin} and takes the record's bytes gives
/// the tree again, with the same line and column. (If records are lines, readers need no column to start.)
struct RecordPlace {
    std::uint64_t recordBegin = 0;  ///< byte of the file
    std::uint32_t recordLength = 0; ///< bytes
    std::uint32_t line = 0;         ///< line of the tree
    std::uint32_t column = 0;       ///< column of the tree; distinguishes the trees of one record
};

/// Receives the trees and diagnostics of a reader.
class TreeSink {
public:
    TreeSink() = default;
    TreeSink(const TreeSink&) = delete;
    TreeSink& operator=(const TreeSink&) = delete;
    virtual ~TreeSink() = default;

    [[nodiscard]] virtual TreeSymbols& symbols() = 0;
    /// Adds a tree, which is copied if it is kept. `tree.file` need not be set.
    virtual void addTree(const Tree& tree, const RecordPlace& place) = 0;
    /// Reports a damaged tree; `excerpt` as in source_text.h.
    virtual void addDiagnostic(SourcePosition at, std::string message, std::string excerpt) = 0;
    /// Called if the file names the format that the trees were converted from.
    virtual void setOrigin(std::string_view /*format*/) {}
    /// Called between records and, in long records, about every ten thousand steps. If false, the reader must return,
    /// having taken only complete records; the rest of the window may come again.
    [[nodiscard]] virtual bool goOn() = 0;
};

class RecordReader {
public:
    RecordReader() = default;
    RecordReader(const RecordReader&) = delete;
    RecordReader& operator=(const RecordReader&) = delete;
    virtual ~RecordReader() = default;

    /// Reads records and returns the number of bytes that are finished: at WindowEnd::File all, at WindowEnd::Limit at
    /// least one (both unless the sink stopped it). Otherwise, 0 requests a longer window. Windows are consecutive.
    [[nodiscard]] virtual std::size_t take(const Window& window, TreeSink& sink) = 0;
};

/// Makes a reader whose first window begins at `start`.
using RecordReaderFactory = std::unique_ptr<RecordReader> (*)(SourcePosition start);

} // namespace batchscope
