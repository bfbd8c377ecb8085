// SPDX-License-Identifier: GPL-3.0-or-later
//
// The base class of readers for formats with one record per line. It splits windows into lines (LF or CRLF; blank lines
// are skipped), counts them, and gives up a line that exceeds the size limit of a record. Derived classes interpret the
// lines.
//
//     class Tokens final : public LineReader { bool takeLine(std::string_view line) override; };
#pragma once

#include "core/treebank/record_reader.h"

#include <string_view>

namespace batchscope {

class LineReader : public RecordReader {
public:
    /// `start` is the position of the first line; its column is ignored.
    explicit LineReader(SourcePosition start) : m_begin{start.line, 1, start.byte} {}

    [[nodiscard]] std::size_t take(const Window& window, TreeSink& sink) final;

protected:
    /// Takes a line that is not blank, without its end. False: the sink stopped reading, and the line will come again.
    [[nodiscard]] virtual bool takeLine(std::string_view line) = 0;

    // For the current line:
    [[nodiscard]] TreeSink& sink() { return *m_sink; }
    /// The position of a byte of the line.
    [[nodiscard]] SourcePosition at(std::size_t offset) const {
        return {m_begin.line, static_cast<std::uint32_t>(offset + 1), m_begin.byte + offset};
    }
    /// Adds a diagnostic for the line.
    void report(std::size_t offset, std::string message);
    /// The place of a tree that begins at byte `offset` of the line; the record is the whole line.
    [[nodiscard]] RecordPlace placeOf(std::size_t offset) const;

private:
    void passOverLongLine(const Window& window);

    SourcePosition m_begin;     // position of the current line
    std::string_view m_line;    // without its end
    TreeSink* m_sink = nullptr; // sink of the current call
    bool m_passingOver = false; // inside a line that is too long
};

/// Removes the first line from `text` and returns it without its end (LF or CRLF).
[[nodiscard]] std::string_view cutLine(std::string_view& text);

} // namespace batchscope
