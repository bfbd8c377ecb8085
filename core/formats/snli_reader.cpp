// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads SNLI and MultiNLI (https://nlp.stanford.edu/projects/snli): one JSON object per line, with premise and
// hypothesis bracketed without labels, `( ( a b ) c )`, or a single word without brackets. Each line gives two trees,
// the premise first; both roots get gold_label ('-', no agreement, means no label).
//
// Damage: a line that is not a JSON object or lacks a key gives one diagnostic and no tree; a damaged parse loses only
// its own tree.
#include "core/base/budget.h"
#include "core/base/json_pull.h"
#include "core/base/source_text.h"
#include "core/formats/characters.h"
#include "core/formats/format_list.h"
#include "core/formats/line_reader.h"
#include "core/tree/tree_builder.h"
#include "core/words/file_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace batchscope {

namespace {

/// `line` and `column` are those of the innermost open bracket.
std::string missingInParse(std::size_t missing, std::uint32_t line, std::uint32_t column) {
    return fmt::format("this parse is missing {} closing bracket{}; the innermost unclosed '(' is at {}:{}", missing,
                       missing == 1 ? "" : "s", line, column);
}

constexpr std::array<std::string_view, 3> kKeys = {"gold_label", "sentence1_binary_parse", "sentence2_binary_parse"};
constexpr std::size_t kLabel = 0;

/// A string in the line.
struct Text {
    std::string_view raw; ///< between the quotes
    std::size_t offset;   ///< position in the line
};
using Values = std::array<std::optional<Text>, kKeys.size()>;

class SnliReader final : public LineReader {
public:
    using LineReader::LineReader;

private:
    bool takeLine(std::string_view line) override {
        Values values;
        m_stopped = false;
        if (!readValues(line, values)) {
            return true;
        }
        const std::string_view gold = values[kLabel]->raw;
        const SymbolId label = gold == "-" ? SymbolId() : sink().symbols().label(text(*values[kLabel]));
        for (std::size_t key = kLabel + 1; key < kKeys.size(); ++key) {
            if (readParse(*values[key], label)) {
                sink().addTree(m_builder.tree(), placeOf(values[key]->offset));
            }
            if (m_stopped) {
                return false;
            }
        }
        return true;
    }

    /// Reads the values of kKeys. Returns false after an error was reported.
    bool readValues(std::string_view line, Values& values) {
        JsonPull json(line);
        JsonPiece piece = json.next();
        if (piece != JsonPiece::ObjectBegin && piece != JsonPiece::Fault) {
            report(
                json.offset(),
                std::string("found JSON that is not an object; expected an object with the two parses on each line"));
            return false;
        }
        for (piece = json.next(); piece == JsonPiece::Key; piece = json.next()) {
            const auto* const key = std::find(kKeys.begin(), kKeys.end(), json.text());
            const JsonPiece first = json.next();
            if (key != kKeys.end() && first != JsonPiece::Fault) {
                if (!readValue(json, first, *key, values[static_cast<std::size_t>(key - kKeys.begin())])) {
                    return false;
                }
            } else if (json.skip(first) == JsonPiece::Fault) {
                break;
            }
        }
        if (json.next() == JsonPiece::Fault) {
            report(json.offset(), json.fault());
            return false;
        }
        return checkComplete(values);
    }

    bool readValue(const JsonPull& json, JsonPiece piece, std::string_view key, std::optional<Text>& value) {
        if (piece != JsonPiece::String) {
            report(json.offset(), fmt::format("found a value of \"{}\" that is not a string; expected {}", key,
                                              key == kKeys[kLabel] ? "a label in quotes" : "words in brackets"));
            return false;
        }
        const std::size_t bad = sink().symbols().findInvalid(json.text());
        if (bad != std::string_view::npos) {
            report(json.textOffset() + bad, TreeSymbols::invalidText(json.text()[bad]));
            return false;
        }
        // A string with escapes needs an unescaped copy and the offset of each of its bytes.
        constexpr std::size_t kBytesOfEscaped = 16;
        const bool escaped = json.text().find('\\') != std::string_view::npos;
        if (escaped && json.text().size() > inputLimit() / kBytesOfEscaped) {
            report(json.offset(), tooMuchText());
            return false;
        }
        value = Text{json.text(), json.textOffset()};
        return true;
    }

    bool checkComplete(const Values& values) {
        for (std::size_t key = 0; key < kKeys.size(); ++key) {
            if (!values[key]) {
                report(0, fmt::format("the key \"{}\" is missing; expected gold_label, sentence1_binary_parse and "
                                      "sentence2_binary_parse on each line",
                                      kKeys[key]));
                return false;
            }
        }
        return true;
    }

    /// Unescapes a value; the result is valid until the next call. m_offsets then has the offset of each byte.
    std::string_view text(const Text& value) {
        m_offsets.clear();
        m_textOffset = value.offset;
        if (value.raw.find('\\') == std::string_view::npos) {
            return value.raw;
        }
        m_text = unescapedJson(value.raw, sink().symbols().encoding(), &m_offsets);
        m_offsets.push_back(value.raw.size());
        return m_text;
    }
    [[nodiscard]] std::size_t offsetOf(std::size_t byte) const {
        return m_textOffset + (m_offsets.empty() ? byte : m_offsets[byte]);
    }

    /// Leaves the tree in m_builder. Returns false after an error was reported or reading was stopped.
    bool readParse(const Text& value, SymbolId label) {
        const std::string_view parse = text(value);
        m_builder.reset();
        m_whole = false;
        std::size_t steps = 0;
        for (std::size_t at = 0; at < parse.size();) {
            constexpr std::size_t kStepsBetweenPolls = 1U << 16U;
            if (++steps % kStepsBetweenPolls == 0 && !sink().goOn()) {
                m_stopped = true;
                return false;
            }
            if (isSpace(parse[at])) {
                ++at;
            } else if (!step(parse, at, label)) {
                return false;
            }
        }
        if (m_builder.depth() > 0) {
            const SourcePosition inner = m_builder.innermost();
            report(offsetOf(0), missingInParse(m_builder.depth(), inner.line, inner.column));
            return false;
        }
        if (!m_whole) {
            report(offsetOf(0), std::string("found an empty parse; expected words in brackets, or a single word"));
        }
        return m_whole;
    }

    /// Takes one bracket or word and advances `byte` past it.
    bool step(std::string_view parse, std::size_t& byte, SymbolId label) {
        const std::size_t offset = offsetOf(byte);
        const std::size_t end = std::min(parse.size(), wordEnd(parse, byte));
        const std::string_view found = parse.substr(byte, std::max(end, byte + 1) - byte);
        const bool outside = m_builder.depth() == 0;
        if (outside && (m_whole || found == ")")) {
            report(
                offset,
                m_whole
                    ? fmt::format(
                          "found '{}' after the end of the parse; expected one tree; are its outer brackets missing?",
                          shownToken(found))
                    : std::string("found a ')' without a matching '('; expected '(' or a single word"));
            return false;
        }
        byte += found.size();
        if (m_builder.nodes() > m_limits.nodes) {
            report(offset, tooManyNodes(m_limits.nodes));
            return false;
        }
        if (found == "(") {
            m_builder.open(outside ? label : SymbolId(), at(offset));
            return true;
        }
        if (found == ")") {
            const bool closed = m_builder.close();
            if (!closed) {
                report(offset, std::string(words::kEmptyBrackets));
            }
            m_whole = m_builder.depth() == 0;
            return closed;
        }
        addWord(found, at(offset), label);
        return true;
    }

    void addWord(std::string_view word, SourcePosition position, SymbolId label) {
        const bool alone = m_builder.depth() == 0;
        if (alone) {
            m_builder.open(label, position);
        }
        m_builder.token(sink().symbols().word(word), position);
        if (alone) {
            m_whole = m_builder.close();
        }
    }

    static std::size_t wordEnd(std::string_view parse, std::size_t from) {
        return static_cast<std::size_t>(std::find_if(parse.begin() + from, parse.end(), isDelimiter) - parse.begin());
    }

    TreeBuilder m_builder;
    const TreeLimits m_limits = treeLimits();
    std::string m_text;                 // the unescaped text of a string with escapes
    std::vector<std::size_t> m_offsets; // offsets of its bytes in the raw string; empty without escapes
    std::size_t m_textOffset = 0;       // offset of the raw string in the line
    bool m_whole = false;               // the parse is complete
    bool m_stopped = false;             // the sink stopped reading
};

/// True for an object with the key "sentence1_binary_parse" or "sentence2_binary_parse".
bool acceptsSnli(std::string_view beginning) {
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && beginning[first] == '{' &&
           (beginning.find(R"("sentence1_binary_parse")") != std::string_view::npos ||
            beginning.find(R"("sentence2_binary_parse")") != std::string_view::npos);
}

/// Implements Format::records. A record is a line; the column of a tree is that of its parse, after the quote.
std::unique_ptr<RecordReader> snliReader(SourcePosition start) {
    return std::make_unique<SnliReader>(start);
}

} // namespace

constinit const Format kSnliFormat = {
    .name = "snli",
    .description = "JSON lines, each with two bracketed sentences and a label (SNLI, MultiNLI)",
    .accepts = acceptsSnli,
    .records = snliReader,
    .isJson = true,
    .files = "*.jsonl",
};

} // namespace batchscope
