// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a text format a window at a time, because files are larger than memory, and a tree again from its own bytes. A
// format's reader takes whole records (a tree in brackets, a sentence, a line) off the beginning of the window and
// gives what it finds to a sink. Between windows it keeps its position and what it has learned about the file.
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
    More,  ///< the file goes on: a record that the window cuts must be left for the next one
    File,  ///< the file ends here
    Limit, ///< the file goes on, but a record must not be longer than this: give it up, with a diagnostic
};

/// The bytes that were not taken yet, from the file's `byte` on. The byte order mark is no part of any window.
struct Window {
    std::string_view text;
    std::uint64_t byte = 0;
    WindowEnd end = WindowEnd::File;
};

/// Where the text of a tree is. A reader that starts at {line, column, recordBegin} and takes the record's bytes gives
/// the tree again, with the same line and column. (Where records are lines, readers need no column to start.)
struct RecordPlace {
    std::uint64_t recordBegin = 0;  ///< byte of the file
    std::uint32_t recordLength = 0; ///< bytes
    std::uint32_t line = 0;         ///< of the tree
    std::uint32_t column = 0;       ///< of the tree; tells apart the trees of one record
};

/// What a reader finds goes here.
class TreeSink {
public:
    TreeSink() = default;
    TreeSink(const TreeSink&) = delete;
    TreeSink& operator=(const TreeSink&) = delete;
    virtual ~TreeSink() = default;

    [[nodiscard]] virtual TreeSymbols& symbols() = 0;
    /// Copies what it keeps of the tree. `tree.file` need not be set.
    virtual void addTree(const Tree& tree, const RecordPlace& place) = 0;
    /// One damaged tree; `excerpt` from source_text.h.
    virtual void addDiagnostic(SourcePosition at, std::string message, std::string excerpt) = 0;
    /// The format that the trees had before they were converted to this one, where the file says so.
    virtual void setOrigin(std::string_view /*format*/) {}
    /// Asked between records and, in long ones, every some ten thousand steps. False: return, having taken only what
    /// was read whole; the rest of the window may come again.
    [[nodiscard]] virtual bool goOn() = 0;
};

class RecordReader {
public:
    RecordReader() = default;
    RecordReader(const RecordReader&) = delete;
    RecordReader& operator=(const RecordReader&) = delete;
    virtual ~RecordReader() = default;

    /// Bytes of the window that are done with; at WindowEnd::File all of them, at WindowEnd::Limit at least one (both
    /// unless the sink stopped it). 0 otherwise asks for a longer window that begins at the same byte. Windows come one
    /// after the other.
    [[nodiscard]] virtual std::size_t take(const Window& window, TreeSink& sink) = 0;
};

/// Makes a reader whose first window begins at `start`.
using RecordReaderFactory = std::unique_ptr<RecordReader> (*)(SourcePosition start);

} // namespace batchscope
