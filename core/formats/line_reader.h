// SPDX-License-Identifier: GPL-3.0-or-later
//
// The base of readers for formats with one record per line. It cuts windows into lines (LF or CRLF; blank ones are
// skipped), keeps count of them, and gives up a line that is longer than a record may be. The format says what a line
// means.
//
//     class Tokens final : public LineReader { bool takeLine(std::string_view line) override; };
#pragma once

#include "core/treebank/record_reader.h"

#include <string_view>

namespace batchscope {

class LineReader : public RecordReader {
public:
    /// `start` is where the first line begins; its column does not matter.
    explicit LineReader(SourcePosition start) : m_begin{start.line, 1, start.byte} {}

    [[nodiscard]] std::size_t take(const Window& window, TreeSink& sink) final;

protected:
    /// A line that is not blank, without its end. False: the sink stopped it; the line comes again.
    [[nodiscard]] virtual bool takeLine(std::string_view line) = 0;

    // Of the present line:
    [[nodiscard]] TreeSink& sink() { return *m_sink; }
    /// A byte of it.
    [[nodiscard]] SourcePosition at(std::size_t offset) const {
        return {m_begin.line, static_cast<std::uint32_t>(offset + 1), m_begin.byte + offset};
    }
    /// Its only diagnostic, or one of several.
    void report(std::size_t offset, std::string message);
    /// The line as the record of a tree that begins at this byte of it.
    [[nodiscard]] RecordPlace placeOf(std::size_t offset) const;

private:
    void passOverLongLine(const Window& window);

    SourcePosition m_begin;     // of the present line
    std::string_view m_line;    // without its end
    TreeSink* m_sink = nullptr; // of the present call
    bool m_passingOver = false; // inside a line that was given up
};

/// The first line of the text, without its end (LF or CRLF), which is cut off the text with it.
[[nodiscard]] std::string_view cutLine(std::string_view& text);

} // namespace batchscope
