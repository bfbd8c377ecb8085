// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/tree_filter.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace batchscope {

namespace {

using Kind = FilterTerm::Kind;

constexpr auto kKeys = std::to_array<FilterKey>({
    {Kind::Size, "size", "size:10..20", "nodes of the tree"},
    {Kind::Words, "words", "words>=30", "words of the sentence"},
    {Kind::Leaves, "leaves", "leaves<5", "nodes without children"},
    {Kind::Height, "height", "height<8", "edges from the root to the deepest leaf"},
    {Kind::Arity, "arity", "arity=2", "most children of any node"},
    {Kind::Label, "label", "label:NP", "some node has this label"},
    {Kind::Pos, "pos", "pos:NOUN", "some word has this part of speech"},
    {Kind::Rel, "rel", "rel:nsubj", "some word has this relation to its head (rel:nsubj also finds nsubj:pass)"},
    {Kind::Lemma, "lemma", "lemma:be", "some word has this lemma, in CoNLL-U"},
    {Kind::Root, "root", "root:S", "the root has this label"},
    {Kind::Word, "word", R"(word:"not")", "the sentence contains this whole word"},
    {Kind::Shape, "shape", "shape:same",
     "same shape as the selected tree (shape:17: as tree 17; shape:shared: "
     "of several trees; shape:single: of one tree only)"},
    {Kind::File, "file", "file:dev", "the file's path contains this"},
    {Kind::Line, "line", "line:100..200", "line of the file"},
    {Kind::Number, "tree", "tree<=1000", "number of the tree, counted from 0 here: tree:0 is tree 1"},
});

bool isQuerySpace(char character) {
    return character == ' ' || character == '\t' || character == '\n' || character == '\r';
}

bool isLetter(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

bool isNumber(Kind kind) {
    return kind == Kind::Size || kind == Kind::Words || kind == Kind::Leaves || kind == Kind::Height ||
           kind == Kind::Arity || kind == Kind::Line || kind == Kind::Number || kind == Kind::Level ||
           kind == Kind::Step || kind == Kind::Batch || kind == Kind::Node || kind == Kind::Value ||
           kind == Kind::Time || kind == Kind::Copied;
}

const FilterKey* keyNamed(std::span<const FilterKey> keys, std::string_view name) {
    const auto found =
        std::find_if(keys.begin(), keys.end(), [name](const FilterKey& key) { return name == key.name; });
    return found == keys.end() ? nullptr : &*found;
}

std::string keyNames(std::span<const FilterKey> keys) {
    std::string names;
    for (const FilterKey& key : keys) {
        names += names.empty() ? "" : ", ";
        names += key.name;
    }
    return names;
}

std::optional<std::uint64_t> parsedNumber(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = code == std::errc() && end == text.data() + text.size() && !text.empty();
    return whole ? std::optional(value) : std::nullopt;
}

Error errorAt(std::size_t byte, std::string_view message) {
    return Error{
        ErrorCode::Parse, std::string(message), {}, SourcePosition{1, static_cast<std::uint32_t>(byte + 1), byte}};
}

/// What stands between key and value: `:`, `=`, `!=`, `<`, `<=`, `>`, `>=`; empty when none does.
std::string_view comparisonAt(std::string_view text) {
    for (const std::string_view sign : {"!=", "<=", ">=", ":", "=", "<", ">"}) {
        if (text.starts_with(sign)) {
            return sign;
        }
    }
    return {};
}

/// Reads terms and brackets, and keeps what waits for its right side on a stack (Dijkstra's shunting yard).
class FilterParser {
public:
    FilterParser(std::string_view text, std::span<const FilterKey> keys) : m_text(text), m_keys(keys) {}

    Result<TreeFilter> parse() {
        if (const std::size_t bad = findInvalidUtf8(m_text); bad != std::string_view::npos) {
            return errorAt(bad, "this is not UTF-8");
        }
        for (skipSpace(); m_at < m_text.size(); skipSpace()) {
            TRY(takeOne());
        }
        TRY(finish());
        return std::move(m_filter);
    }

private:
    enum class Sign : std::uint8_t { Or, And, Not, Open }; // from weak to strong; brackets stand apart
    struct Waiting {
        Sign sign;
        std::size_t at;
    };

    void skipSpace() {
        while (m_at < m_text.size() && isQuerySpace(m_text[m_at])) {
            ++m_at;
        }
    }

    [[nodiscard]] std::size_t wordEnd(std::size_t from) const {
        while (from < m_text.size() && !isQuerySpace(m_text[from]) && m_text[from] != '(' && m_text[from] != ')') {
            ++from;
        }
        return from;
    }

    Status takeOne() {
        const char character = m_text[m_at];
        if (character == ')') {
            return close();
        }
        if (m_text.substr(m_at, wordEnd(m_at) - m_at) == "OR") {
            return takeOr();
        }
        joinWithBefore();
        if (character == '(') {
            m_waiting.push_back({Sign::Open, m_at++});
            return Ok{};
        }
        const bool denies = character == '-' && m_at + 1 < m_text.size() && !isQuerySpace(m_text[m_at + 1]);
        if (denies) {
            m_waiting.push_back({Sign::Not, m_at++});
            m_plainText = false;
            return Ok{};
        }
        return takeTerm();
    }

    Status takeOr() {
        if (!m_whole) {
            return errorAt(m_at, "expected a condition before OR (put \"OR\" in quotes to search for it)");
        }
        reduce(Sign::Or);
        m_waiting.push_back({Sign::Or, m_at});
        m_at += 2;
        m_whole = m_plainText = false;
        return Ok{};
    }

    /// Two conditions side by side must both hold.
    void joinWithBefore() {
        if (m_whole && !continuesText()) {
            reduce(Sign::And);
            m_waiting.push_back({Sign::And, m_at});
            m_whole = m_plainText = false;
        }
    }

    /// Whether a plain word stands here, right behind another: together they are one text.
    [[nodiscard]] bool continuesText() const {
        const char character = m_text[m_at];
        return m_plainText && character != '(' && character != '"' && character != '-' && !keyHere();
    }

    /// A key and its sign, or nothing where plain text stands.
    struct KeyHere {
        std::string_view name;
        std::string_view sign;
    };
    [[nodiscard]] std::optional<KeyHere> keyHere() const {
        std::size_t end = m_at;
        while (end < m_text.size() && isLetter(m_text[end])) {
            ++end;
        }
        const std::string_view sign = comparisonAt(m_text.substr(end));
        return end == m_at || sign.empty() ? std::nullopt
                                           : std::optional(KeyHere{m_text.substr(m_at, end - m_at), sign});
    }

    Status takeTerm() {
        const std::size_t at = m_at;
        if (const auto key = keyHere()) {
            return takeKeyed(*key);
        }
        const bool quoted = m_text[m_at] == '"';
        const Result<std::string> value = takeValue();
        TRY(value);
        if (value->find_first_not_of(" \t\r\n") == std::string::npos) {
            return errorAt(at, "expected text between the quotes");
        }
        if (m_plainText && !quoted) {
            m_filter.terms.back().text += ' ' + *value;
            return Ok{};
        }
        FilterTerm term;
        term.text = *value;
        addTerm(std::move(term));
        m_plainText = !quoted && (m_waiting.empty() || m_waiting.back().sign != Sign::Not);
        reduceNot();
        return Ok{};
    }

    /// Text up to white space or a bracket, or between quotes.
    Result<std::string> takeValue() {
        if (m_at < m_text.size() && m_text[m_at] == '"') {
            const std::size_t end = m_text.find('"', m_at + 1);
            if (end == std::string_view::npos) {
                return errorAt(m_at, "this quote is not closed; expected another \"");
            }
            std::string value(m_text.substr(m_at + 1, end - m_at - 1));
            m_at = end + 1;
            return value;
        }
        const std::size_t end = wordEnd(m_at);
        std::string value(m_text.substr(m_at, end - m_at));
        m_at = end;
        return value;
    }

    Status takeKeyed(const KeyHere& here) {
        const std::size_t at = m_at;
        const FilterKey* key = keyNamed(m_keys, here.name);
        if (key == nullptr) {
            return errorAt(at, fmt::format("there is no key \"{}\"; expected one of {}, or quotes around text",
                                           here.name, keyNames(m_keys)));
        }
        m_at += here.name.size();
        const bool compares = here.sign.front() == '<' || here.sign.front() == '>';
        if (compares && !isNumber(key->kind)) {
            return errorAt(
                m_at, fmt::format("{} is not a number; expected ':', '=' or '!=', as in {}", key->name, key->example));
        }
        m_at += here.sign.size();
        const std::size_t valueAt = m_at;
        const Result<std::string> value = takeValue();
        TRY(value);
        if (value->empty()) {
            return errorAt(at, fmt::format("{}{} needs a value, as in {}", key->name, here.sign, key->example));
        }
        const Result<FilterTerm> term = termOf(*key, here.sign, *value, valueAt);
        TRY(term);
        addTerm(*term);
        if (here.sign == "!=") {
            m_filter.steps.push_back({TreeFilter::Action::Not, 0});
        }
        m_plainText = false;
        reduceNot();
        return Ok{};
    }

    static Result<FilterTerm> termOf(const FilterKey& key, std::string_view sign, const std::string& value,
                                     std::size_t at) {
        FilterTerm term;
        term.kind = key.kind;
        if (key.kind == Kind::Value) {
            return magnitudeOf(term, key, sign, value, at);
        }
        if (key.kind == Kind::Sync) {
            term.isYes = value == "yes";
            return term.isYes || value == "no"
                       ? Result<FilterTerm>(term)
                       : errorAt(at, fmt::format("found \"{}\"; expected yes or no, as in {}", value, key.example));
        }
        if (key.kind == Kind::Differs) {
            const bool isKnown = value == "yes" || value == "no" || value == "values" || value == "gradients";
            term.text = value;
            return isKnown ? Result<FilterTerm>(term)
                           : errorAt(at, fmt::format("found \"{}\"; expected yes, no, values or gradients, as in {}",
                                                     value, key.example));
        }
        if (isNumber(key.kind)) {
            const Status read = readRange(term, key, sign, value, at);
            return read ? Result<FilterTerm>(term) : read.error();
        }
        if (key.kind != Kind::Shape) {
            term.text = value;
            return term;
        }
        const std::optional<std::uint64_t> tree = parsedNumber(value);
        if (value != "same" && value != "shared" && value != "single" && !tree) {
            return errorAt(at, fmt::format("found \"{}\"; expected same, shared, single or a tree number", value));
        }
        term.shape = tree                ? FilterTerm::Shape::OfTree
                     : value == "shared" ? FilterTerm::Shape::Shared
                     : value == "single" ? FilterTerm::Shape::Single
                                         : FilterTerm::Shape::Selected;
        term.least = tree.value_or(0);
        return term;
    }

    /// `value:nan`, or a comparison with any number.
    static Result<FilterTerm> magnitudeOf(FilterTerm term, const FilterKey& key, std::string_view sign,
                                          const std::string& value, std::size_t at) {
        const bool compares = sign.front() == '<' || sign.front() == '>';
        const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), term.limit);
        const bool isNumeric = code == std::errc() && end == value.data() + value.size() && std::isfinite(term.limit);
        if (compares ? !isNumeric : value != "nan") {
            return errorAt(at, fmt::format("found \"{}\"; expected a comparison with a number, or :nan, as in {}",
                                           value, key.example));
        }
        term.sign = sign == "<"    ? FilterTerm::Sign::Below
                    : sign == "<=" ? FilterTerm::Sign::AtMost
                    : sign == ">"  ? FilterTerm::Sign::Above
                    : sign == ">=" ? FilterTerm::Sign::AtLeast
                                   : FilterTerm::Sign::NotFinite;
        return term;
    }

    static Status readRange(FilterTerm& term, const FilterKey& key, std::string_view sign, std::string_view value,
                            std::size_t at) {
        const bool compares = sign.front() == '<' || sign.front() == '>';
        const std::size_t dots = compares ? std::string_view::npos : value.find("..");
        const std::string_view first = value.substr(0, dots);
        const std::string_view last = dots == std::string_view::npos ? first : value.substr(dots + 2);
        const std::optional<std::uint64_t> least = parsedNumber(first);
        const std::optional<std::uint64_t> most = parsedNumber(last);
        const bool fine = (least || (first.empty() && most)) && (most || (last.empty() && least));
        if (!fine) {
            return errorAt(at, compares
                                   ? fmt::format("found \"{}\"; expected a whole number, as in {}", value, key.example)
                                   : fmt::format("found \"{}\"; expected a whole number or a range, as in {}", value,
                                                 key.example));
        }
        term.least = least.value_or(term.least);
        term.most = most.value_or(term.most);
        if (term.least > term.most) {
            return errorAt(at, fmt::format("this range ends before it begins; expected {}..{}", term.most, term.least));
        }
        constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();
        const std::uint64_t bound = term.least;
        if (sign == "<=" || sign == ">=") {
            term.least = sign == "<=" ? 0 : bound;
            term.most = sign == "<=" ? bound : kLargest;
        } else if (compares) { // nothing is below 0, and nothing above the largest number: least > most
            const bool none = bound == (sign == "<" ? 0 : kLargest);
            term.least = none ? 1 : sign == "<" ? 0 : bound + 1;
            term.most = none ? 0 : sign == "<" ? bound - 1 : kLargest;
        }
        return Ok{};
    }

    void addTerm(FilterTerm term) {
        m_filter.steps.push_back({TreeFilter::Action::Term, m_filter.terms.size()});
        m_filter.terms.push_back(std::move(term));
        m_whole = true;
    }

    void emitTop() {
        const Sign sign = m_waiting.back().sign;
        m_filter.steps.push_back({sign == Sign::Not   ? TreeFilter::Action::Not
                                  : sign == Sign::And ? TreeFilter::Action::And
                                                      : TreeFilter::Action::Or,
                                  0});
        m_waiting.pop_back();
    }

    /// Whatever binds at least as strongly as `sign` has its right side now.
    void reduce(Sign sign) {
        while (!m_waiting.empty() && m_waiting.back().sign != Sign::Open && m_waiting.back().sign >= sign) {
            emitTop();
        }
    }

    void reduceNot() { reduce(Sign::Not); }

    Status close() {
        const std::size_t at = m_at++;
        if (!m_whole) {
            return errorAt(at, "expected a condition before ')'");
        }
        reduce(Sign::Or);
        if (m_waiting.empty()) {
            return errorAt(at, "this ')' has no matching '(' (put it in quotes to search for it)");
        }
        m_waiting.pop_back();
        m_plainText = false;
        reduceNot();
        return Ok{};
    }

    Status finish() {
        if (!m_whole && !m_waiting.empty()) {
            const Waiting& last = m_waiting.back();
            return errorAt(last.at, last.sign == Sign::Or    ? std::string_view("expected a condition after OR")
                                    : last.sign == Sign::Not ? "expected a condition after '-'"
                                                             : "expected a condition after '('");
        }
        reduce(Sign::Or);
        return m_waiting.empty() ? Status(Ok{}) : errorAt(m_waiting.back().at, "this '(' is not closed; expected ')'");
    }

    std::string_view m_text;
    std::span<const FilterKey> m_keys;
    std::size_t m_at = 0;
    TreeFilter m_filter;
    std::vector<Waiting> m_waiting;
    bool m_whole = false;     // what stands before is a condition
    bool m_plainText = false; // … and was a plain word, which the next one goes on
};

} // namespace

Result<TreeFilter> parseTreeFilter(std::string_view text) {
    return FilterParser(text, kKeys).parse();
}

Result<TreeFilter> parseFilter(std::string_view text, std::span<const FilterKey> keys) {
    return FilterParser(text, keys).parse();
}

std::span<const FilterKey> filterKeys() {
    return kKeys;
}

std::string filterValue(std::string_view text) {
    const bool plain = !text.empty() && text.find_first_of(" \t()\"") == std::string_view::npos && text.front() != '-';
    return plain ? std::string(text) : fmt::format("\"{}\"", text);
}

} // namespace batchscope
