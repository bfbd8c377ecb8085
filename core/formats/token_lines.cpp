// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads plain sentences, one per line, so that nets over sequences run on any text. Words are split at spaces and tabs
// (U+00A0 stays inside a word). A line becomes a node without label over its words; a single word becomes a leaf. Nets
// for trees need binary nodes: see Binarization.
//
// Any text would pass as this, so it is the last format that is asked, refuses what cannot be plain sentences, and is
// not looked for in folders. A damaged line (bytes that are not text, control characters) is skipped and gives a
// diagnostic.
#include "core/base/budget.h"
#include "core/formats/characters.h"
#include "core/formats/format_list.h"
#include "core/formats/line_reader.h"
#include "core/tree/tree_builder.h"
#include "core/treebank/record_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <string_view>

namespace batchscope {

namespace {

bool isControl(char character) {
    const auto byte = static_cast<unsigned char>(character);
    return (byte < 0x20 && character != '\t' && character != '\n' && character != '\r') || byte == 0x7F;
}

class TokenLineReader final : public LineReader {
public:
    using LineReader::LineReader;

private:
    bool takeLine(std::string_view line) override {
        if (!checkText(line)) {
            return true;
        }
        constexpr std::size_t kWordsBetweenPolls = 1U << 16U;
        m_builder.reset();
        std::size_t begin = skipSpace(line, 0);
        const std::size_t first = begin;
        m_builder.open(SymbolId(), at(first));
        for (std::size_t count = 1; begin < line.size(); ++count) {
            const auto* const found = std::find_if(line.begin() + begin, line.end(), isLineSpace);
            const auto end = static_cast<std::size_t>(found - line.begin());
            m_builder.token(sink().symbols().word(line.substr(begin, end - begin)), at(begin));
            begin = skipSpace(line, end);
            if (m_builder.nodes() > m_limits.nodes) {
                report(first, tooManyNodes(m_limits.nodes));
                return true;
            }
            if (count % kWordsBetweenPolls == 0 && !sink().goOn()) {
                return false;
            }
        }
        if (m_builder.close()) { // a line that is not blank has a word
            sink().addTree(m_builder.tree(), placeOf(first));
        }
        return true;
    }

    static std::size_t skipSpace(std::string_view line, std::size_t from) {
        return static_cast<std::size_t>(std::find_if_not(line.begin() + from, line.end(), isLineSpace) - line.begin());
    }

    bool checkText(std::string_view line) {
        const std::size_t bad = sink().symbols().findInvalid(line);
        const auto* const found = std::find_if(line.begin(), line.end(), isControl);
        const auto control = static_cast<std::size_t>(found - line.begin());
        if (bad == std::string_view::npos && control == line.size()) {
            return true;
        }
        if (control < bad) {
            report(control, fmt::format("found control character 0x{:02X}; expected words separated by spaces",
                                        static_cast<unsigned char>(line[control])));
        } else {
            report(bad, TreeSymbols::invalidText(line[bad]));
        }
        return false;
    }

    TreeBuilder m_builder;
    const TreeLimits m_limits = treeLimits();
};

/// A statement ends in a semicolon or a brace, and a call has its parenthesis right behind its name.
bool isStatement(std::string_view line) {
    for (std::size_t place = 1; place < line.size(); ++place) {
        if (line[place] == '(' && std::isalnum(static_cast<unsigned char>(line[place - 1])) != 0) {
            return true;
        }
    }
    return std::string_view(";{}").find(line.back()) != std::string_view::npos;
}

/// Source code is opened by mistake; half of its first lines are enough to see that.
bool looksLikeCode(std::string_view beginning) {
    constexpr std::size_t kLines = 20;
    std::size_t lines = 0;
    std::size_t statements = 0;
    while (!beginning.empty() && lines < kLines) {
        std::string_view line = cutLine(beginning);
        line = line.substr(0, line.find_last_not_of(" \t\r\n") + 1);
        if (!line.empty()) {
            ++lines;
            statements += isStatement(line) ? 1 : 0;
        }
    }
    return lines > 2 && 2 * statements > lines;
}

/// True if the beginning may be plain sentences: no bracket, `#` or `%` before the first word, no table (two tabs or
/// bars in the first line), no control characters.
bool acceptsTokenLines(std::string_view beginning) {
    constexpr std::string_view kNoWordBeginsSo = "()[]{}<>#%|";
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || kNoWordBeginsSo.find(beginning[first]) != std::string_view::npos) {
        return false;
    }
    std::string_view rest = beginning.substr(first);
    const std::string_view line = cutLine(rest);
    return std::count(line.begin(), line.end(), '\t') < 2 && std::count(line.begin(), line.end(), '|') < 2 &&
           std::none_of(beginning.begin(), beginning.end(), isControl) && !looksLikeCode(beginning.substr(first));
}

/// See Format::records. A record is a line.
std::unique_ptr<RecordReader> tokenLineReader(SourcePosition start) {
    return std::make_unique<TokenLineReader>(start);
}

} // namespace

constinit const Format kTokensFormat = {
    .name = "tokens",
    .description = "plain sentences, one per line, words separated by spaces",
    .accepts = acceptsTokenLines,
    .records = tokenLineReader,
    .onlyNamed = true,
    .traits = {.labels = false, .onlyChildren = false},
    .files = "*.txt",
};

} // namespace batchscope
