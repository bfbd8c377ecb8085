// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/english.h"

#include "tests/architecture/house_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <regex>

namespace batchscope::house {

namespace {

namespace fs = std::filesystem;

/// Files whose literals are the syntax of another program.
constexpr std::array<std::string_view, 3> kForeignSyntax = {"core/records/history_sql.h", "core/records/report_page.h",
                                                            "core/trace/chrome_trace.cpp"};

/// The literal as readers see it: nothing for what fmt replaces, a space for a line's end or a quote, a mark for a byte
/// that is written as a number.
std::string shown(std::string_view literal) {
    std::string text;
    for (std::size_t at = 0; at < literal.size(); ++at) {
        const std::size_t close = literal[at] == '{' ? literal.find('}', at) : std::string_view::npos;
        if (close != std::string_view::npos) {
            at = close;
        } else if (literal[at] != '\\' || at + 1 == literal.size()) {
            text += literal[at];
        } else {
            ++at;
            const bool isNumber = literal[at] == 'x' || (literal[at] >= '0' && literal[at] <= '7');
            text += isNumber ? '#' : ' ';
            while (isNumber && at + 1 < literal.size() && std::isxdigit(static_cast<unsigned char>(literal[at + 1]))) {
                ++at;
            }
        }
    }
    return text;
}

struct Literal {
    std::size_t line = 0;
    std::string text;
};

/// Reads the string literals of a source, and no others: comments, characters and the lines of the preprocessor count
/// for nothing. Adjacent literals are apart.
class LiteralReader {
public:
    explicit LiteralReader(std::string_view text) : m_text(text) {}

    std::vector<Literal> read() {
        while (m_at < m_text.size()) {
            step();
        }
        return std::move(m_literals);
    }

private:
    bool starts(std::string_view with) const { return m_text.substr(m_at).starts_with(with); }

    /// To just behind the next `end`, or to the end of the text.
    void skipPast(std::string_view end) {
        const std::size_t found = m_text.find(end, m_at);
        m_at = found == std::string_view::npos ? m_text.size() : found + end.size();
    }

    void step() {
        if (starts("//") || (m_text[m_at] == '#' && m_lineIsEmpty)) {
            skipPast("\n");
            m_lineIsEmpty = true;
        } else if (starts("/*")) {
            skipPast("*/");
        } else if (starts("R\"")) {
            readRaw();
        } else if (m_text[m_at] == '"') {
            readQuoted('"', true);
        } else if (m_text[m_at] == '\'' && !(m_at > 0 && std::isalnum(static_cast<unsigned char>(m_text[m_at - 1])))) {
            readQuoted('\'', false);
        } else {
            m_lineIsEmpty = m_text[m_at] == '\n' || (m_lineIsEmpty && m_text[m_at] == ' ');
            ++m_at;
        }
    }

    void readRaw() {
        const std::size_t open = m_text.find('(', m_at);
        const std::string end = fmt::format("){}\"", m_text.substr(m_at + 2, open - m_at - 2));
        const std::size_t close = std::min(m_text.find(end, open), m_text.size());
        keep(open + 1, close);
        m_at = std::min(close + end.size(), m_text.size());
    }

    void readQuoted(char quote, bool keeps) {
        const std::size_t begin = ++m_at;
        while (m_at < m_text.size() && m_text[m_at] != quote && m_text[m_at] != '\n') {
            m_at += m_text[m_at] == '\\' ? 2 : 1;
        }
        m_at = std::min(m_at, m_text.size());
        if (keeps) {
            keep(begin, m_at);
        }
        ++m_at;
    }

    void keep(std::size_t begin, std::size_t end) {
        const auto lines = std::count(m_text.begin(), m_text.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
        m_literals.push_back({static_cast<std::size_t>(lines) + 1, std::string(m_text.substr(begin, end - begin))});
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_lineIsEmpty = true;
    std::vector<Literal> m_literals;
};

bool isChecked(std::string_view path) {
    return path.starts_with("core/") && !path.starts_with("core/words/") &&
           std::find(kForeignSyntax.begin(), kForeignSyntax.end(), path) == kForeignSyntax.end();
}

} // namespace

bool isEnglish(std::string_view literal) {
    static const std::regex twoWords(R"([A-Za-z]{2}[,.:;)]?\s+\(?[A-Za-z]{2})");
    static const std::regex pieceOfSentence(R"(^\s.*[A-Za-z]{2}|[A-Za-z]{2}.*\s$)");
    const std::string text = shown(literal);
    return std::regex_search(text, twoWords) || std::regex_search(text, pieceOfSentence);
}

std::vector<std::string> englishOutsideWords(const fs::path& root) {
    std::vector<std::string> faults;
    for (const std::string& path : sourceFiles(root, {"core"})) {
        if (!isChecked(path)) {
            continue;
        }
        std::ifstream in(root / path);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        for (const Literal& literal : LiteralReader(text).read()) {
            if (isEnglish(literal.text)) {
                faults.push_back(
                    fmt::format("{}:{}: English outside core/words: {}", path, literal.line, literal.text));
            }
        }
    }
    return faults;
}

} // namespace batchscope::house
