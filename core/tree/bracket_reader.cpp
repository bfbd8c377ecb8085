// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/bracket_reader.h"

#include "core/base/text.h"
#include "core/tree/format_registry.h"
#include "core/tree/source_text.h"
#include "core/tree/tree_builder.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

bool isSpace(char character) {
    return character == ' ' || character == '\t' || character == '\n' || character == '\r';
}

bool isDelimiter(char character) {
    return isSpace(character) || character == '(' || character == ')';
}

/// Position in the text, with line and column kept on the way.
class Scanner {
public:
    explicit Scanner(std::string_view text) : m_text(text), m_byte(byteOrderMarkLength(text)), m_lineStart(m_byte) {}

    [[nodiscard]] bool atEnd() const { return m_byte >= m_text.size(); }
    [[nodiscard]] char peek() const { return m_text[m_byte]; }
    [[nodiscard]] SourcePosition position() const {
        return {m_line, static_cast<std::uint32_t>(m_byte - m_lineStart + 1), m_byte};
    }
    void advance() {
        if (m_text[m_byte++] == '\n') {
            ++m_line;
            m_lineStart = m_byte;
        }
    }
    void skipSpace() {
        while (!atEnd() && isSpace(peek())) {
            advance();
        }
    }
    std::string_view token() {
        const std::size_t begin = m_byte;
        while (!atEnd() && !isDelimiter(peek())) {
            ++m_byte; // a token holds no line end
        }
        return m_text.substr(begin, m_byte - begin);
    }
    [[nodiscard]] std::string excerpt(std::size_t byte) const { return lineExcerpt(m_text, byte); }
    /// Whether only white space stands before this place on its line.
    [[nodiscard]] bool atLineBeginning() const {
        const std::string_view before = m_text.substr(m_lineStart, m_byte - m_lineStart);
        return std::all_of(before.begin(), before.end(), isSpace);
    }

private:
    std::string_view m_text;
    std::size_t m_byte;
    std::size_t m_lineStart;
    std::uint32_t m_line = 1;
};

class BracketReader {
public:
    BracketReader(std::string_view text, std::uint32_t file, Treebank& bank, const RunControl& control)
        : m_scanner(text), m_total(text.size()), m_file(file), m_bank(bank), m_control(control) {}

    Status read() {
        for (m_scanner.skipSpace(); !m_scanner.atEnd(); m_scanner.skipSpace()) {
            if (m_control.stopRequested()) {
                return cancelledError();
            }
            m_control.report("parse", m_scanner.position().byte, m_total);
            if (m_scanner.peek() != '(') {
                rejectStray();
            } else if (Status status = readTree(); !status) {
                return status;
            }
        }
        m_control.report("parse", m_total, m_total);
        return Ok{};
    }

private:
    void report(SourcePosition position, std::string message) {
        m_bank.addDiagnostic({m_bank.files[m_file], position, std::move(message), m_scanner.excerpt(position.byte)});
    }

    /// Something outside all brackets: one diagnostic for it, up to the next bracket or the end of the line.
    void rejectStray() {
        const SourcePosition at = m_scanner.position();
        const bool isBracket = m_scanner.peek() == ')';
        const std::string found = isBracket ? std::string("a ')' that closes nothing")
                                            : fmt::format("'{}' outside any bracket", shownToken(m_scanner.token()));
        report(at, fmt::format("found {}; expected '(' to begin a tree", found));
        while (!m_scanner.atEnd() && m_scanner.peek() != '\n' && m_scanner.peek() != '(') {
            m_scanner.advance();
        }
    }

    /// Reads one tree; on damage reports it and leaves the scanner where the next tree may begin.
    Status readTree() {
        const Scanner start = m_scanner;
        m_builder.reset();
        m_sawBoundary = false;
        if (!m_anyTree && m_scanner.atLineBeginning()) {
            m_treeColumn = m_scanner.position().column;
        }
        std::size_t steps = 0;
        do {
            constexpr std::size_t kStepsBetweenPolls = 1U << 16U;
            if (++steps % kStepsBetweenPolls == 0 && m_control.stopRequested()) {
                return cancelledError();
            }
            if (!step(start)) {
                return Ok{};
            }
            m_scanner.skipSpace();
        } while (m_builder.depth() > 0 && !m_scanner.atEnd());
        if (m_builder.depth() > 0) {
            reportMissing(start, "before the end of the file");
            m_resync = true; // from here on such a bracket begins a tree: one reading to the end at most
            skipTree(start);
            return Ok{};
        }
        m_boundaryInside = m_boundaryInside || m_sawBoundary;
        m_anyTree = true;
        Tree tree = m_builder.take();
        tree.file = m_file;
        m_bank.addTree(std::move(tree));
        return Ok{};
    }

    /// An opening bracket where the trees of this file begin: first on its line and not indented further.
    [[nodiscard]] bool atTreeColumn() const {
        return m_scanner.position().column <= m_treeColumn && m_scanner.atLineBeginning();
    }

    /// Whether such a bracket is the next tree, even though brackets are open.
    [[nodiscard]] bool boundariesHold() const { return m_resync || (m_anyTree && !m_boundaryInside); }

    /// From the beginning of a damaged tree to its closing bracket, or to where the next tree begins.
    void skipTree(const Scanner& start) {
        m_scanner = start;
        std::size_t depth = 0;
        for (; !m_scanner.atEnd(); m_scanner.advance()) {
            if (m_scanner.peek() == '(') {
                if (depth > 0 && (boundariesHold() || !m_anyTree) && atTreeColumn()) {
                    return;
                }
                ++depth;
            } else if (m_scanner.peek() == ')' && depth > 0 && --depth == 0) {
                m_scanner.advance();
                return;
            }
        }
    }

    /// One bracket or token. False when the tree was given up (and reported).
    bool step(const Scanner& start) {
        const SourcePosition at = m_scanner.position();
        const char character = m_scanner.peek();
        if (character == '(') {
            if (m_builder.depth() > 0 && atTreeColumn()) {
                m_sawBoundary = true;
                if (boundariesHold()) {
                    reportMissing(start, fmt::format("before the next tree at line {}", at.line));
                    return false;
                }
            }
            m_scanner.advance();
            return openConstituent(at, start);
        }
        if (character == ')') {
            m_scanner.advance();
            if (!m_builder.close()) {
                return giveUp(at, start, "found ')' right after '('; expected a word or a constituent");
            }
            return true;
        }
        return addToken(at, start);
    }

    bool openConstituent(SourcePosition at, const Scanner& start) {
        m_scanner.skipSpace();
        SymbolId label;
        if (!m_scanner.atEnd() && !isDelimiter(m_scanner.peek())) {
            const SourcePosition labelAt = m_scanner.position();
            const std::string_view text = m_scanner.token();
            if (!checkUtf8(text, labelAt, start)) {
                return false;
            }
            label = m_bank.labels.intern(text);
        }
        m_builder.open(label, at);
        return true;
    }

    bool addToken(SourcePosition at, const Scanner& start) {
        const std::string_view text = m_scanner.token();
        if (!checkUtf8(text, at, start)) {
            return false;
        }
        m_builder.token(m_bank.words.intern(text), at);
        return true;
    }

    bool checkUtf8(std::string_view text, SourcePosition at, const Scanner& start) {
        const std::size_t bad = findInvalidUtf8(text);
        if (bad == std::string_view::npos) {
            return true;
        }
        at.byte += bad;
        at.column += static_cast<std::uint32_t>(bad);
        const auto value = static_cast<unsigned>(static_cast<unsigned char>(text[bad]));
        return giveUp(at, start, fmt::format("byte 0x{:02X} is not UTF-8; expected UTF-8 text", value));
    }

    /// Reports damage inside a tree and skips the rest of that tree.
    bool giveUp(SourcePosition at, const Scanner& start, std::string message) {
        report(at, std::move(message));
        skipTree(start);
        return false;
    }

    void reportMissing(const Scanner& start, const std::string& where) {
        const std::size_t missing = m_builder.depth();
        const SourcePosition inner = m_builder.innermost();
        report(start.position(),
               fmt::format("this tree misses {} closing bracket{} {}; the innermost open one is at {}:{}", missing,
                           missing == 1 ? "" : "s", where, inner.line, inner.column));
    }

    Scanner m_scanner;
    std::size_t m_total;
    std::uint32_t m_file;
    Treebank& m_bank;
    const RunControl& m_control;
    TreeBuilder m_builder;
    std::uint32_t m_treeColumn = 1; // where the first tree that begins a line begins
    bool m_anyTree = false;         // a whole tree was read
    bool m_sawBoundary = false;     // the present tree holds a '(' at that column
    bool m_boundaryInside = false;  // a whole tree of this file held one
    bool m_resync = false;          // an unclosed tree ran to the end of the file once
};

} // namespace

bool acceptsBrackets(std::string_view beginning) {
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && beginning[first] == '(';
}

Status readBrackets(std::string_view text, std::uint32_t file, Treebank& bank, const RunControl& control) {
    return BracketReader(text, file, bank, control).read();
}

} // namespace batchscope
