// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads bracketed trees as treebanks contain them: one per line (Stanford Sentiment Treebank) or over many lines with
// an empty outer bracket (Penn Treebank). White space is space, tab, CR and LF only: U+00A0 is part of words in SST.
//
// Damage: a tree without a closing bracket ends where the next tree begins, that is, at an opening bracket that starts
// its line and is indented no further than the file's first tree, unless earlier trees of this file contained such
// brackets. Any other damaged tree ends at its closing bracket. Each damaged tree gives one diagnostic; reading
// continues after it. Iterative: depth is limited only by memory.
#include "core/base/budget.h"
#include "core/base/source_text.h"
#include "core/formats/characters.h"
#include "core/formats/format_list.h"
#include "core/tree/tree_builder.h"
#include "core/treebank/record_reader.h"
#include "core/words/file_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>

namespace batchscope {

namespace {

/// `line` and `column` are those of the innermost open bracket.
std::string missingClosingBrackets(std::size_t missing, std::string_view where, std::uint32_t line,
                                   std::uint32_t column) {
    return fmt::format("this tree is missing {} closing bracket{} {}; the innermost unclosed '(' is at {}:{}", missing,
                       missing == 1 ? "" : "s", where, line, column);
}

/// A position in the window that tracks line and column.
class Scanner {
public:
    Scanner() = default;
    explicit Scanner(SourcePosition start) : m_lineBegin(start.byte - (start.column - 1)), m_line(start.line) {}

    /// Continues at the same place in the next window.
    void enter(const Window& window) {
        m_text = window.text;
        m_base = window.byte;
        m_offset = 0;
    }
    [[nodiscard]] bool atEnd() const { return m_offset >= m_text.size(); }
    [[nodiscard]] char peek() const { return m_text[m_offset]; }
    [[nodiscard]] std::size_t offset() const { return m_offset; }
    [[nodiscard]] SourcePosition position() const {
        const std::uint64_t byte = m_base + m_offset;
        return {m_line, static_cast<std::uint32_t>(byte - m_lineBegin + 1), byte};
    }
    void advance() {
        if (m_text[m_offset++] == '\n') {
            ++m_line;
            m_lineBegin = m_base + m_offset;
        }
    }
    void skipSpace() {
        while (!atEnd() && isSpace(peek())) {
            advance();
        }
    }
    std::string_view token() {
        const std::size_t begin = m_offset;
        while (!atEnd() && !isDelimiter(peek())) {
            ++m_offset; // a token contains no line end
        }
        return m_text.substr(begin, m_offset - begin);
    }
    [[nodiscard]] std::string excerpt(std::uint64_t byte) const { return lineExcerpt(m_text, byte - m_base); }
    /// True if only white space precedes this place on its line, within this window.
    [[nodiscard]] bool atLineBeginning() const {
        if (m_lineBegin < m_base) {
            return false;
        }
        const std::size_t begin = m_lineBegin - m_base;
        const std::string_view before = m_text.substr(begin, m_offset - begin);
        return std::all_of(before.begin(), before.end(), isSpace);
    }
    /// Moves back over the white space at the beginning of the line, so that the next window starts with the line.
    void backToLineBeginning() {
        if (atLineBeginning()) {
            m_offset = m_lineBegin - m_base;
        }
    }

private:
    std::string_view m_text;
    std::uint64_t m_base = 0;  // position of the window in the file
    std::size_t m_offset = 0;  // position in the window
    std::uint64_t m_lineBegin; // position of the line in the file
    std::uint32_t m_line;
};

class BracketReader final : public RecordReader {
public:
    explicit BracketReader(SourcePosition start) : m_scanner(start) {}

    std::size_t take(const Window& window, TreeSink& sink) override {
        m_sink = &sink;
        m_end = window.end;
        m_scanner.enter(window);
        if (m_skippedDepth > 0) { // a damaged tree continues from the previous window
            skipTree();
        }
        while (m_sink->goOn()) {
            m_scanner.skipSpace();
            if (m_scanner.atEnd() || !takeRecord()) {
                break;
            }
            m_end = window.end == WindowEnd::File ? WindowEnd::File : WindowEnd::More; // a later record may be cut
        }
        if (m_end == WindowEnd::More) {
            m_scanner.backToLineBeginning();
        }
        return m_scanner.offset();
    }

private:
    void report(SourcePosition position, std::string message) {
        m_sink->addDiagnostic(position, std::move(message), m_scanner.excerpt(position.byte));
    }

    /// Takes a tree or rejects stray text. False if the window cuts it; the scanner is then back at its beginning.
    bool takeRecord() {
        const Scanner start = m_scanner;
        const bool whole = m_scanner.peek() == '(' ? readTree(start) : rejectStray();
        if (!whole) {
            m_scanner = start;
        }
        return whole;
    }

    /// Reports text outside all brackets, up to the next bracket or the end of the line, as one diagnostic.
    bool rejectStray() {
        const SourcePosition at = m_scanner.position();
        const bool isBracket = m_scanner.peek() == ')';
        std::string message = isBracket
                                  ? std::string("found a ')' without a matching '('; expected '(' to start a tree")
                                  : fmt::format("found '{}' outside all brackets; expected '(' to start a tree",
                                                shownToken(m_scanner.token()));
        while (!m_scanner.atEnd() && m_scanner.peek() != '\n' && m_scanner.peek() != '(') {
            m_scanner.advance();
        }
        if (m_scanner.atEnd() && m_end == WindowEnd::More) {
            return false;
        }
        report(at, std::move(message));
        return true;
    }

    /// Reads one tree; reports damage and leaves the scanner where the next tree may begin. False if the window cuts
    /// the tree or the sink stopped reading.
    bool readTree(const Scanner& start) {
        m_builder.reset();
        m_sawBoundary = false;
        m_cut = false;
        if (!m_anyTree && m_scanner.atLineBeginning()) {
            m_treeColumn = m_scanner.position().column;
        }
        std::size_t steps = 0;
        do {
            constexpr std::size_t kStepsBetweenPolls = 1U << 16U;
            if (++steps % kStepsBetweenPolls == 0 && !m_sink->goOn()) {
                return false;
            }
            if (!step(start) || !checkSize(start)) {
                return !m_cut;
            }
            m_scanner.skipSpace();
        } while (m_builder.depth() > 0 && !m_scanner.atEnd());
        if (m_builder.depth() == 0) {
            keepTree(start);
            return true;
        }
        if (m_end == WindowEnd::More) {
            return false;
        }
        if (m_end == WindowEnd::Limit) {
            report(start.position(), tooMuchText());
        } else {
            reportMissing(start, "before the end of the file");
        }
        m_resync = true; // now a '(' at the tree column starts a tree: at most one tree is read to the end
        skipTree(start);
        return true;
    }

    void keepTree(const Scanner& start) {
        m_boundaryInside = m_boundaryInside || m_sawBoundary;
        m_anyTree = true;
        const SourcePosition begin = start.position();
        const std::uint64_t length = m_closed - begin.byte;
        m_sink->addTree(m_builder.tree(), {.recordBegin = begin.byte,
                                           .recordLength = static_cast<std::uint32_t>(length),
                                           .line = begin.line,
                                           .column = begin.column});
    }

    /// True at a bracket that starts its line and is not indented further than the file's first tree.
    [[nodiscard]] bool atTreeColumn() const {
        return m_scanner.position().column <= m_treeColumn && m_scanner.atLineBeginning();
    }

    /// True if such a bracket begins the next tree, even though brackets are still open.
    [[nodiscard]] bool boundariesHold() const { return m_resync || (m_anyTree && !m_boundaryInside); }

    /// Skips a damaged tree from its beginning to its closing bracket, or to the next tree.
    void skipTree(const Scanner& start) {
        m_scanner = start;
        m_skippedDepth = 0;
        skipTree();
    }

    /// Skips the rest of a damaged tree; at the end of the window, skipping continues in the next one.
    void skipTree() {
        for (; !m_scanner.atEnd(); m_scanner.advance()) {
            if (m_scanner.peek() == '(') {
                if (m_skippedDepth > 0 && (boundariesHold() || !m_anyTree) && atTreeColumn()) {
                    m_skippedDepth = 0;
                    return;
                }
                ++m_skippedDepth;
            } else if (m_scanner.peek() == ')' && m_skippedDepth > 0 && --m_skippedDepth == 0) {
                m_scanner.advance();
                return;
            }
        }
    }

    /// Takes one bracket or token. False if the tree was given up (and reported) or is cut.
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
            m_closed = m_scanner.position().byte;
            if (!m_builder.close()) {
                return giveUp(at, start, std::string(words::kEmptyBrackets));
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
            if (isCut() || !checkText(text, labelAt, start)) {
                return false;
            }
            label = m_sink->symbols().label(text);
        }
        m_builder.open(label, at);
        return true;
    }

    bool addToken(SourcePosition at, const Scanner& start) {
        const std::string_view text = m_scanner.token();
        if (isCut() || !checkText(text, at, start)) {
            return false;
        }
        m_builder.token(m_sink->symbols().word(text), at);
        return true;
    }

    /// Gives the tree up and returns false if it has more nodes than one tree may have.
    bool checkSize(const Scanner& start) {
        return m_builder.nodes() <= m_limits.nodes || giveUp(start.position(), start, tooManyNodes(m_limits.nodes));
    }

    /// True if the token just read may continue in the next window.
    bool isCut() {
        m_cut = m_scanner.atEnd() && m_end == WindowEnd::More;
        return m_cut;
    }

    bool checkText(std::string_view text, SourcePosition at, const Scanner& start) {
        const std::size_t bad = m_sink->symbols().findInvalid(text);
        if (bad == std::string_view::npos) {
            return true;
        }
        at.byte += bad;
        at.column += static_cast<std::uint32_t>(bad);
        return giveUp(at, start, TreeSymbols::invalidText(text[bad]));
    }

    /// Reports damage inside a tree and skips the rest of that tree.
    bool giveUp(SourcePosition at, const Scanner& start, std::string message) {
        report(at, std::move(message));
        skipTree(start);
        return false;
    }

    void reportMissing(const Scanner& start, std::string_view where) {
        const SourcePosition inner = m_builder.innermost();
        report(start.position(), missingClosingBrackets(m_builder.depth(), where, inner.line, inner.column));
    }

    Scanner m_scanner;
    TreeSink* m_sink = nullptr; // sink of the current call
    WindowEnd m_end = WindowEnd::File;
    TreeBuilder m_builder;
    const TreeLimits m_limits = treeLimits();
    std::uint64_t m_closed = 0;     // byte after the last closing bracket
    std::size_t m_skippedDepth = 0; // depth inside a damaged tree that is being skipped
    std::uint32_t m_treeColumn = 1; // column of the first tree that starts a line
    bool m_cut = false;             // the window ends inside a token of the current tree
    bool m_anyTree = false;         // a complete tree was read
    bool m_sawBoundary = false;     // the current tree contains a '(' at that column
    bool m_boundaryInside = false;  // a complete tree of this file contained such a '('
    bool m_resync = false;          // an unclosed tree once reached the end of the file
};

/// True if every line after the first begins with '(' or continues a tree, and the first of these lines has a nested
/// bracket. The first line is then a heading: it gets a diagnostic, and the trees are read. Sentences, even some in
/// parentheses, do not count as trees.
bool treesFollowHeading(std::string_view text) {
    bool isFirst = true;
    std::size_t end = text.find('\n');
    while (end != std::string_view::npos) {
        const std::size_t begin = end + 1;
        end = text.find('\n', begin);
        const std::string_view line = text.substr(begin, end == std::string_view::npos ? end : end - begin);
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
            continue;
        }
        const bool isTree = line.front() == '(';
        const bool continues = !isFirst && isSpace(line.front());
        const bool isNested = line.find('(', 1) != std::string_view::npos;
        if (!(isTree || continues) || (isFirst && !isNested)) {
            return false;
        }
        isFirst = false;
    }
    return !isFirst;
}

/// True if the first character other than white space is '(', or if the first line is a heading and all others begin
/// with '(' or continue a tree.
bool acceptsBrackets(std::string_view beginning) {
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (beginning[first] == '(' || treesFollowHeading(beginning.substr(first)));
}

/// Implements Format::records. A record is a tree from its opening to its closing bracket.
std::unique_ptr<RecordReader> bracketReader(SourcePosition start) {
    return std::make_unique<BracketReader>(start);
}

} // namespace

constinit const Format kPtbFormat = {
    .name = "ptb",
    .description = "bracketed trees, each on one or more lines (Penn Treebank, Stanford Sentiment Treebank)",
    .accepts = acceptsBrackets,
    .records = bracketReader,
    .traits = {.constituents = true},
    .files = "*.txt *.ptb *.mrg",
};

} // namespace batchscope
