// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the dependency trees of Universal Dependencies, CoNLL-U (https://universaldependencies.org/format.html): one
// line per token, ten columns separated by tabs, a blank line after each sentence, comments after '#'. A token becomes
// a node with its FORM as word and its DEPREL, or UPOS, as label ('_': no label); multiword ranges (1-2) and empty
// nodes (1.1) are skipped. CRLF, a byte order mark and a missing last blank line are accepted. Non-projective trees are
// kept.
//
// Damage: the first fault of a sentence gives one diagnostic with its column; reading continues after the next blank
// line.
#include "core/base/budget.h"
#include "core/base/source_text.h"
#include "core/formats/characters.h"
#include "core/formats/format_list.h"
#include "core/formats/line_reader.h"
#include "core/tree/dependency_tree.h"
#include "core/treebank/record_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <string_view>

namespace batchscope {

namespace {

enum class IdAdvice { NumberFromOne, BlankLineBefore };

constexpr std::size_t kColumns = 10;
constexpr std::size_t kId = 0;
constexpr std::size_t kForm = 1;
constexpr std::size_t kHead = 6;
constexpr std::size_t kUpos = 3;
constexpr std::size_t kDeprel = 7;

using Columns = std::array<std::string_view, kColumns>;

bool isBlank(std::string_view line) {
    return line.find_first_not_of(" \t") == std::string_view::npos;
}

/// Returns the number of columns and stores the first ten in `columns`.
std::size_t splitColumns(std::string_view line, Columns& columns) {
    std::size_t count = 0;
    for (;;) {
        const std::size_t tab = line.find('\t');
        if (count < kColumns) {
            columns[count] = line.substr(0, tab);
        }
        ++count;
        if (tab == std::string_view::npos) {
            return count;
        }
        line.remove_prefix(tab + 1);
    }
}

std::optional<std::uint32_t> numberOf(std::string_view text) {
    std::uint32_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = code == std::errc() && end == text.data() + text.size();
    return whole ? std::optional(value) : std::nullopt;
}

/// True for `1-2`, tokens that are written as one word, and `1.1`, an empty node of the enhanced graph.
bool isRangeOrEmptyNode(std::string_view id) {
    const std::size_t mark = id.find_first_of("-.");
    return mark != std::string_view::npos && numberOf(id.substr(0, mark)) && numberOf(id.substr(mark + 1));
}

bool isKnownComment(std::string_view line) {
    constexpr std::array<std::string_view, 5> kKeys = {"sent_id", "text", "newdoc", "newpar", "global.columns"};
    line.remove_prefix(1);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    return std::any_of(kKeys.begin(), kKeys.end(), [&](std::string_view key) {
        return line.starts_with(key) &&
               (line.size() == key.size() || line[key.size()] == ' ' || line[key.size()] == '=');
    });
}

class ConlluReader final : public RecordReader {
public:
    explicit ConlluReader(SourcePosition start) : m_start{start.line, 1, start.byte} {}

    std::size_t take(const Window& window, TreeSink& sink) override {
        m_sink = &sink;
        m_window = window;
        std::string_view rest = window.text;
        SourcePosition sentence = m_start; // start of the current sentence
        while (!rest.empty() && m_sink->goOn()) {
            const bool isCut = window.end != WindowEnd::File && rest.find('\n') == std::string_view::npos;
            if (isCut && (window.end == WindowEnd::More || rest.size() < window.text.size())) {
                break;
            }
            m_start.byte = window.byte + (window.text.size() - rest.size());
            m_line = cutLine(rest);
            if (isCut) {
                giveUpLongLine();
                return window.text.size();
            }
            if (isBlank(m_line)) {
                endSentence();
                sentence = {m_start.line + 1, 1, window.byte + (window.text.size() - rest.size())};
            } else if (m_line.front() != '#' && !m_damaged) {
                takeRow();
            }
            ++m_start.line;
        }
        m_start.byte = window.byte + (window.text.size() - rest.size());
        if (window.end == WindowEnd::File && rest.empty()) {
            endSentence();
        } else if (window.end == WindowEnd::Limit && sentence.byte == window.byte) {
            giveUpLongSentence();
        } else if (!m_damaged) { // cut by the window: the whole sentence comes again
            forgetRows();
            m_start = sentence;
        }
        return m_start.byte - window.byte;
    }

private:
    /// Gives up a line that exceeds the limit for the text of a tree; its rest comes with the next window, as damage.
    void giveUpLongLine() {
        if (!m_damaged) {
            report(m_start, 1, tooMuchText());
        }
        forgetRows();
        m_start.byte += m_line.size();
    }

    void giveUpLongSentence() {
        if (!m_damaged && m_firstRow) {
            report(*m_firstRow, 1, tooMuchText());
        }
        forgetRows();
    }

    /// A token line of the current sentence, kept as text until the sentence is complete.
    struct Row {
        std::string_view form;
        std::string_view label;
        SourcePosition line;
        std::uint32_t headColumn;
    };

    [[nodiscard]] std::string_view labelOf(const Columns& columns) const {
        return columns[m_sink->symbols().labelsAreUpos() ? kUpos : kDeprel];
    }

    static std::uint32_t columnOf(std::string_view line, std::string_view column) {
        return static_cast<std::uint32_t>(column.data() - line.data() + 1);
    }

    void report(SourcePosition line, std::uint32_t column, std::string message) {
        const SourcePosition at{line.line, column, line.byte + column - 1};
        const std::string_view text = m_window.text;
        m_sink->addDiagnostic(at, std::move(message), lineExcerpt(text, at.byte - m_window.byte));
        m_damaged = true;
    }

    /// Takes a line that is neither blank nor a comment.
    void takeRow() {
        Columns columns;
        const std::size_t count = splitColumns(m_line, columns);
        m_firstRow = m_firstRow.value_or(m_start);
        if (count != kColumns) {
            report(m_start, 1,
                   fmt::format("found {} column{}; expected {} separated by tabs{}", count, count == 1 ? "" : "s",
                               kColumns,
                               count == 1 ? " (are there spaces instead of tabs?)" : "; write '_' for an empty one"));
            return;
        }
        if (isRangeOrEmptyNode(columns[kId])) {
            return;
        }
        if (checkId(columns[kId]) && checkText(columns[kForm]) && checkText(labelOf(columns))) {
            addToken(columns);
        }
    }

    bool checkId(std::string_view id) {
        const std::size_t expected = m_rows.size() + 1;
        const std::optional<std::uint32_t> number = numberOf(id);
        if (number && *number == expected) {
            return true;
        }
        const auto advice = number == 1U ? IdAdvice::BlankLineBefore : IdAdvice::NumberFromOne;
        report(m_start, columnOf(m_line, id),
               fmt::format("found id '{}'; expected {}; {}", shownToken(id), expected,
                           advice == IdAdvice::BlankLineBefore
                               ? "a new sentence needs a blank line before it"
                               : "number the tokens of a sentence from 1 without gaps"));
        return false;
    }

    bool checkText(std::string_view column) {
        if (column.empty()) {
            report(m_start, columnOf(m_line, column),
                   std::string("found an empty column; expected a word or relation, or '_' for none"));
            return false;
        }
        const std::size_t bad = m_sink->symbols().findInvalid(column);
        const std::size_t nul = column.find('\0');
        if (bad == std::string_view::npos && nul == std::string_view::npos) {
            return true;
        }
        const std::string_view wrong = column.substr(std::min(bad, nul)); // npos is greater than any position
        report(m_start, columnOf(m_line, wrong),
               nul < bad ? std::string("found a zero byte; expected a word or relation")
                         : TreeSymbols::invalidText(wrong.front()));
        return false;
    }

    void addToken(const Columns& columns) {
        if (m_rows.size() == m_limits.tokens) {
            report(*m_firstRow, 1, tooManyNodes(m_limits.tokens));
            return;
        }
        const std::uint32_t headColumn = columnOf(m_line, columns[kHead]);
        const std::optional<std::uint32_t> head = numberOf(columns[kHead]);
        if (!head) {
            report(m_start, headColumn,
                   fmt::format("found head '{}'; expected the id of a token of this sentence, or 0 for the root",
                               shownToken(columns[kHead])));
            return;
        }
        m_rows.push_back({columns[kForm], labelOf(columns), m_start, headColumn});
        m_heads.push_back(*head);
        m_rowsEnd = m_start.byte + m_line.size();
    }

    void endSentence() {
        if (!m_damaged && m_firstRow && m_rows.empty()) {
            report(*m_firstRow, 1,
                   std::string("found a sentence with only ranges and empty nodes; expected a token with id 1"));
        } else if (!m_damaged && m_firstRow) {
            keepSentence();
        }
        forgetRows();
        m_damaged = false;
    }

    void forgetRows() {
        m_rows.clear();
        m_heads.clear();
        m_firstRow.reset();
    }

    void keepSentence() {
        if (const std::optional<HeadFault> fault = findHeadFault(m_heads)) {
            const Row& row = m_rows[fault->token];
            report(row.line, row.headColumn, fault->message);
            return;
        }
        DependencySentence sentence;
        sentence.heads = m_heads;
        TreeSymbols& symbols = m_sink->symbols();
        for (const Row& row : m_rows) {
            sentence.words.push_back(symbols.word(row.form));
            sentence.labels.push_back(row.label == "_" ? SymbolId() : symbols.label(row.label));
            sentence.positions.push_back(row.line);
        }
        const SourcePosition first = m_rows.front().line;
        const auto length = static_cast<std::uint32_t>(m_rowsEnd - first.byte);
        m_sink->addTree(dependencyTree(sentence),
                        {.recordBegin = first.byte, .recordLength = length, .line = first.line, .column = 1});
    }

    Window m_window;
    TreeSink* m_sink = nullptr; // sink of the current call
    std::string_view m_line;    // the current line
    SourcePosition m_start;     // start of the current line
    const TreeLimits m_limits = treeLimits();
    std::vector<Row> m_rows;
    std::vector<std::uint32_t> m_heads;       // heads of the tokens in m_rows
    std::uint64_t m_rowsEnd = 0;              // byte after the last of m_rows
    std::optional<SourcePosition> m_firstRow; // first line of the sentence that is not a comment
    bool m_damaged = false;                   // the sentence was given up
};

/// True if the first line that is neither blank nor a comment begins with an id and has about the right number of
/// columns, or if there are comments of Universal Dependencies (`# sent_id`, `# text`, `# newdoc`, …).
bool acceptsConllu(std::string_view beginning) {
    // Two missing columns are tolerated, so that a damaged first line becomes a diagnostic; other tables are refused.
    constexpr std::size_t kEnough = kColumns - 2;
    while (!beginning.empty()) {
        const std::string_view line = cutLine(beginning);
        if (isBlank(line)) {
            continue;
        }
        if (line.front() != '#') {
            Columns columns;
            return isDigit(line.front()) && splitColumns(line, columns) >= kEnough &&
                   (numberOf(columns[kId]) || isRangeOrEmptyNode(columns[kId]));
        }
        if (isKnownComment(line)) {
            return true;
        }
    }
    return false;
}

/// Implements Format::records. A record is the lines of a sentence from its first token to its last. Words and labels
/// of damaged sentences are not added to the tables.
std::unique_ptr<RecordReader> conlluReader(SourcePosition start) {
    return std::make_unique<ConlluReader>(start);
}

} // namespace

constinit const Format kConlluFormat = {
    .name = "conllu",
    .description = "dependency trees, one token per line, ten columns (Universal Dependencies, CoNLL-U)",
    .accepts = acceptsConllu,
    .records = conlluReader,
    .traits = {.onlyChildren = false},
    .files = "*.conllu",
};

} // namespace batchscope
