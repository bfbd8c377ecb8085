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
        const SymbolId label = gold == "-" ? SymbolId() : sink().symbols().label(decoded(gold));
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

    /// The text without escapes; valid until the next call.
    std::string_view decoded(std::string_view raw) {
        if (raw.find('\\') == std::string_view::npos) {
            return raw;
        }
        m_text = unescapedJson(raw, sink().symbols().encoding());
        return m_text;
    }

    /// Leaves the tree in m_builder. Returns false after an error was reported or reading was stopped. Only words are
    /// decoded, so that places in the parse are places in the line.
    bool readParse(const Text& value, SymbolId label) {
        const std::string_view parse = value.raw;
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
            } else if (!step(value, at, label)) {
                return false;
            }
        }
        if (m_builder.depth() > 0) {
            const SourcePosition inner = m_builder.innermost();
            report(value.offset, missingInParse(m_builder.depth(), inner.line, inner.column));
            return false;
        }
        if (!m_whole) {
            report(value.offset, std::string("found an empty parse; expected words in brackets, or a single word"));
        }
        return m_whole;
    }

    /// Takes one bracket or word and advances `byte` past it.
    bool step(const Text& value, std::size_t& byte, SymbolId label) {
        const std::string_view parse = value.raw;
        const std::size_t offset = value.offset + byte;
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
        m_builder.token(sink().symbols().word(decoded(word)), position);
        if (alone) {
            m_whole = m_builder.close();
        }
    }

    static std::size_t wordEnd(std::string_view parse, std::size_t from) {
        return static_cast<std::size_t>(std::find_if(parse.begin() + from, parse.end(), isDelimiter) - parse.begin());
    }

    TreeBuilder m_builder;
    const TreeLimits m_limits = treeLimits();
    std::string m_text;     // a text that had escapes
    bool m_whole = false;   // the parse is complete
    bool m_stopped = false; // the sink stopped reading
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
