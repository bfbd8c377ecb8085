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
    {Kind::Shape, "shape", "shape:17", "same shape as tree 17, counted from 0 here"},
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

/// The operator at the beginning of `text`: `:`, `=`, `!=`, `<`, `<=`, `>` or `>=`; empty if there is none.
std::string_view comparisonAt(std::string_view text) {
    for (const std::string_view sign : {"!=", "<=", ">=", ":", "=", "<", ">"}) {
        if (text.starts_with(sign)) {
            return sign;
        }
    }
    return {};
}

/// A recursive descent parser: alternatives joined by OR, of adjacent conditions, each after any number of `-`.
class FilterParser {
public:
    FilterParser(std::string_view text, std::span<const FilterKey> keys) : m_text(text), m_keys(keys) {}

    Result<TreeFilter> parse() {
        if (const std::size_t bad = findInvalidUtf8(m_text); bad != std::string_view::npos) {
            return errorAt(bad, "this is not UTF-8");
        }
        skipSpace();
        if (m_at == m_text.size()) {
            return std::move(m_filter); // every tree
        }
        TRY(takeAny());
        if (m_at < m_text.size()) {
            return errorAt(m_at, "this ')' has no matching '(' (put it in quotes to search for it)");
        }
        return std::move(m_filter);
    }

private:
    enum class Continues : std::uint8_t { No, Yes };
    static constexpr int kDeepest = 200;

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

    [[nodiscard]] bool isOrHere() const { return m_text.substr(m_at, wordEnd(m_at) - m_at) == "OR"; }
    /// True if a sequence of adjacent conditions ends here.
    [[nodiscard]] bool endsHere() const { return m_at == m_text.size() || m_text[m_at] == ')' || isOrHere(); }

    void emit(TreeFilter::Action action) { m_filter.steps.push_back({action, 0}); }

    /// Alternatives, up to a closing bracket or the end.
    Status takeAny() {
        TRY(takeAll());
        while (m_at < m_text.size() && isOrHere()) {
            m_before = m_at;
            m_at += 2;
            TRY(takeAll());
            emit(TreeFilter::Action::Or);
        }
        return Ok{};
    }

    /// Adjacent conditions, which must all hold.
    Status takeAll() {
        TRY(takeOne());
        for (skipSpace(); !endsHere(); skipSpace()) {
            TRY(takeOne());
            emit(TreeFilter::Action::And);
        }
        return Ok{};
    }

    Status takeOne() {
        skipSpace();
        if (endsHere()) {
            return m_at == m_text.size()
                       ? errorAt(m_before, "expected a condition behind this")
                       : errorAt(m_at, "expected a condition before this (put it in quotes to search for it)");
        }
        m_before = m_at;
        const bool denies = m_text[m_at] == '-' && m_at + 1 < m_text.size() && !isQuerySpace(m_text[m_at + 1]);
        if (!denies && m_text[m_at] != '(') {
            return takeTerm(Continues::Yes);
        }
        if (m_depth == kDeepest) {
            return errorAt(m_at, "too many brackets and signs within one another");
        }
        ++m_depth;
        const Status taken = denies ? takeDenied() : takeBracket();
        --m_depth;
        return taken;
    }

    Status takeDenied() {
        ++m_at;
        const bool isTerm = m_text[m_at] != '-' && m_text[m_at] != '(';
        TRY(isTerm && !endsHere() ? takeTerm(Continues::No) : takeOne());
        emit(TreeFilter::Action::Not);
        return Ok{};
    }

    Status takeBracket() {
        const std::size_t at = m_at++;
        TRY(takeAny());
        if (m_at == m_text.size()) {
            return errorAt(at, "this '(' is not closed; expected ')'");
        }
        ++m_at;
        return Ok{};
    }

    /// A key and its operator.
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

    /// Parses one keyed condition, quoted text, or plain words; if it `continues`, adjacent plain words form one text.
    Status takeTerm(Continues continues) {
        const std::size_t at = m_at;
        if (const auto key = keyHere()) {
            return takeKeyed(*key);
        }
        const bool isQuoted = m_text[m_at] == '"';
        Result<std::string> value = takeValue();
        TRY(value);
        if (value->find_first_not_of(" \t\r\n") == std::string::npos) {
            return errorAt(at, "expected text between the quotes");
        }
        skipSpace();
        while (continues == Continues::Yes && !isQuoted && isPlainWordHere()) {
            *value += ' ' + *takeValue();
            skipSpace();
        }
        FilterTerm term;
        term.text = *value;
        addTerm(std::move(term));
        return Ok{};
    }

    [[nodiscard]] bool isPlainWordHere() const {
        return !endsHere() && std::string_view("(\"-").find(m_text[m_at]) == std::string_view::npos && !keyHere();
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
            emit(TreeFilter::Action::Not);
        }
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
        term.least = tree.value_or(0);
        return tree ? Result<FilterTerm>(term)
                    : errorAt(at, fmt::format("found \"{}\"; expected a tree number", value));
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
        if (compares) { // an empty range (below 0 or above the largest number) has least > most
            const bool isStrict = sign.size() == 1;
            const bool isBelow = sign.front() == '<';
            const bool none = isStrict && bound == (isBelow ? 0 : kLargest);
            term.least = none ? 1 : isBelow ? 0 : bound + (isStrict ? 1 : 0);
            term.most = none ? 0 : isBelow ? bound - (isStrict ? 1 : 0) : kLargest;
        }
        return Ok{};
    }

    void addTerm(FilterTerm term) {
        m_filter.steps.push_back({TreeFilter::Action::Term, m_filter.terms.size()});
        m_filter.terms.push_back(std::move(term));
    }

    std::string_view m_text;
    std::span<const FilterKey> m_keys;
    std::size_t m_at = 0;
    std::size_t m_before = 0; // begin of the last operator or condition
    int m_depth = 0;          // nesting of brackets and negations
    TreeFilter m_filter;
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
