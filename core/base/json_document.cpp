// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_document.h"

#include "core/base/budget.h"
#include "core/base/json_string.h"
#include "core/base/source_text.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace batchscope {

namespace {

constexpr std::size_t kShownCodePoints = 40;

std::string pathStep(std::string_view key) {
    std::string step = "/";
    for (const char letter : key) {
        step += letter == '~' ? "~0" : letter == '/' ? "~1" : std::string(1, letter);
    }
    return step;
}

/// The path as shown in messages.
std::string pathText(const std::string& path) {
    constexpr std::size_t kLongestPath = 120;
    if (path.empty()) {
        return std::string("the document");
    }
    std::string text = elided(path, kLongestPath);
    std::replace_if(
        text.begin(), text.end(), [](char letter) { return static_cast<unsigned char>(letter) < ' '; }, '?');
    return text;
}

template <typename T>
std::optional<T> wholeNumber(std::string_view digits) {
    T number = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, code] = std::from_chars(digits.data(), end, number);
    return code == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

} // namespace

Result<JsonDocument> JsonDocument::parse(std::string_view text, std::string file) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    text.remove_prefix(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
    JsonDocument document(text, std::move(file));
    const auto failed = [&](std::size_t byte, std::string_view message) {
        return Error{ErrorCode::Parse, fmt::format("this is not JSON: {}", message), document.m_file,
                     positionAt(text, byte)};
    };
    if (const std::size_t bad = findInvalidUtf8(text); bad != std::string_view::npos) {
        return failed(bad, "found a byte that is not UTF-8");
    }
    const std::uint64_t limit = fileLimit(text.size());
    const std::uint64_t most =
        std::min<std::uint64_t>(limit / sizeof(Piece), std::numeric_limits<std::uint32_t>::max() - 1);
    std::vector<std::uint32_t> open;
    Keys keys;
    std::vector<Piece>& pieces = document.m_pieces;
    JsonPull json(text);
    for (JsonPiece piece = json.next(); piece != JsonPiece::End; piece = json.next()) {
        if (piece == JsonPiece::Fault) {
            return failed(json.offset(), json.fault());
        }
        if (piece == JsonPiece::ObjectEnd || piece == JsonPiece::ArrayEnd) {
            pieces[open.back()].end = static_cast<std::uint32_t>(pieces.size());
            const auto second = piece == JsonPiece::ObjectEnd ? document.secondKey(open.back(), keys) : std::nullopt;
            if (second) {
                document.fail(*second,
                              fmt::format("duplicate key {}; remove one", shownJsonString(document.decoded(*second))));
                return document.status().error();
            }
            open.pop_back();
            continue;
        }
        if (pieces.size() == most || text.size() > most * sizeof(Piece)) {
            return Error{ErrorCode::Parse,
                         fmt::format("this JSON document has too many values; {}", raiseAdvice(limit)),
                         document.m_file};
        }
        const bool isQuoted = piece == JsonPiece::Key || piece == JsonPiece::String;
        std::size_t end = json.offset() + json.text().size() + (isQuoted ? 2 : 0);
        if (piece == JsonPiece::ObjectBegin || piece == JsonPiece::ArrayBegin) {
            open.push_back(static_cast<std::uint32_t>(pieces.size()));
            end = std::numeric_limits<std::uint32_t>::max(); // set when it closes
        }
        pieces.push_back({static_cast<std::uint32_t>(json.offset()), static_cast<std::uint32_t>(end)});
    }
    return document;
}

Status JsonDocument::status() const {
    return hasFault() ? Status(**m_fault) : Status(Ok{});
}

/// The source text, without quotes.
std::string_view JsonDocument::raw(std::uint32_t at) const {
    const auto [byte, end] = m_pieces[at];
    return m_text[byte] == '"' ? m_text.substr(byte + 1, end - byte - 2) : m_text.substr(byte, end - byte);
}

std::string_view JsonDocument::decoded(std::uint32_t at) const {
    const std::string_view text = raw(at);
    return text.find('\\') == std::string_view::npos
               ? text
               : std::string_view(m_decoded->emplace_back(unescapedJson(text, Encoding::Utf8)));
}

bool JsonDocument::isKey(std::uint32_t at, std::string_view key) const {
    const std::string_view text = raw(at);
    return text == key || (text.find('\\') != std::string_view::npos && unescapedJson(text, Encoding::Utf8) == key);
}

std::optional<std::uint32_t> JsonDocument::secondKey(std::uint32_t object, Keys& keys) const {
    keys.clear();
    for (std::uint32_t at = object + 1; at < m_pieces[object].end; at = after(at + 1)) {
        keys.emplace_back(decoded(at), at);
    }
    std::sort(keys.begin(), keys.end());
    const auto first = std::adjacent_find(keys.begin(), keys.end(),
                                          [](const auto& one, const auto& next) { return one.first == next.first; });
    return first == keys.end() ? std::nullopt : std::optional(std::next(first)->second);
}

/// The path of a key is that of its object.
std::string JsonDocument::pathTo(std::uint32_t at) const {
    std::string path;
    for (std::uint32_t open = 0; open != at;) {
        const bool isObject = m_text[m_pieces[open].byte] == '{';
        std::size_t index = 0;
        std::uint32_t child = open + 1;
        while (child + (isObject ? 1 : 0) <= at && after(child + (isObject ? 1 : 0)) <= at) {
            child = after(child + (isObject ? 1 : 0));
            ++index;
        }
        if (isObject && child == at) {
            return path;
        }
        path += isObject ? pathStep(decoded(child)) : fmt::format("/{}", index);
        open = child + (isObject ? 1 : 0);
    }
    return path;
}

void JsonDocument::fail(std::uint32_t at, std::string_view message) const {
    if (!hasFault()) {
        *m_fault = Error{ErrorCode::Parse, fmt::format("{}: {}", pathText(pathTo(at)), message), m_file,
                         positionAt(m_text, m_pieces[at].byte)};
    }
}

char JsonValue::first() const {
    return *this ? m_document->m_text[byte()] : ' ';
}

std::string_view JsonValue::raw() const {
    return m_document->raw(m_at);
}

JsonValue JsonValue::operator[](std::string_view key) const {
    if (isObject()) {
        const std::uint32_t end = m_document->after(m_at);
        for (std::uint32_t at = m_at + 1; at < end; at = m_document->after(at + 1)) {
            if (m_document->isKey(at, key)) {
                return {*m_document, at + 1};
            }
        }
    }
    return {*m_document, m_at, key};
}

bool JsonValue::hasOnly(std::span<const std::string_view> keys, std::string_view what) const {
    if (!isObject()) {
        return failFound(fmt::format("{}, an object with keys such as {}", what, namesText(keys)));
    }
    const std::uint32_t end = m_document->after(m_at);
    for (std::uint32_t at = m_at + 1; at < end; at = m_document->after(at + 1)) {
        const bool isKnown =
            std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return m_document->isKey(at, key); });
        if (!isKnown) {
            m_document->fail(at, fmt::format("found the unknown key {}; expected {} in {}; remove the key or correct "
                                             "its name",
                                             shownJsonString(m_document->decoded(at)), namesText(keys), what));
            return false;
        }
    }
    return true;
}

std::size_t JsonValue::size() const {
    std::size_t count = 0;
    if (isObject() || isArray()) {
        const std::uint32_t key = isObject() ? 1 : 0;
        const std::uint32_t end = m_document->after(m_at);
        for (std::uint32_t at = m_at + 1; at < end; at = m_document->after(at + key)) {
            ++count;
        }
    }
    return count;
}

std::int64_t JsonValue::integer(std::int64_t low, std::int64_t high) const {
    const auto number = isNumber() ? wholeNumber<std::int64_t>(raw()) : std::nullopt;
    if (!number || *number < low || *number > high) {
        failFound(integerBetween(low, high));
        return low;
    }
    return *number;
}

std::uint64_t JsonValue::count() const {
    const auto number = isNumber() ? wholeNumber<std::uint64_t>(raw()) : std::nullopt;
    if (!number) {
        failFound("a non-negative integer");
    }
    return number.value_or(0);
}

double JsonValue::number() const {
    if (!isNumber()) {
        failFound("a number");
        return 0.0;
    }
    const std::string_view digits = raw();
    double number = 0.0;
    const std::errc code = std::from_chars(digits.data(), digits.data() + digits.size(), number).ec;
    if (code == std::errc::result_out_of_range) {
        const bool isTiny = digits.find("e-") != std::string_view::npos || digits.find("E-") != std::string_view::npos;
        if (!isTiny) {
            fail("found a number that does not fit into 64 bits; expected a smaller one");
        }
        return 0.0;
    }
    return digits == "-0" ? 0.0 : number;
}

bool JsonValue::boolean() const {
    if (!isBoolean()) {
        failFound("true or false");
    }
    return first() == 't';
}

std::string_view JsonValue::text() const {
    if (!isString()) {
        failFound("a string");
        return {};
    }
    return m_document->decoded(m_at);
}

std::string_view JsonValue::someText() const {
    if (!isString() || raw().empty()) {
        failFound("a string");
        return {};
    }
    return m_document->decoded(m_at);
}

std::string_view JsonValue::name() const {
    const std::string_view name = isString() ? m_document->decoded(m_at) : std::string_view();
    const bool fits =
        !name.empty() && name.size() <= kLongestName &&
        std::none_of(name.begin(), name.end(), [](char c) { return c == '.' || static_cast<unsigned char>(c) < ' '; });
    if (!fits) {
        failFound(fmt::format("a name: a string of 1 to {} bytes without dots or control characters", kLongestName));
        return {};
    }
    return name;
}

std::string_view JsonValue::source() const {
    const std::string_view rest = m_document->m_text.substr(byte());
    JsonPull json(rest);
    const JsonPiece begin = json.next();
    json.skip(begin);
    return rest.substr(0, json.offset() + json.text().size() + (begin == JsonPiece::String ? 2 : 0));
}

std::size_t JsonValue::byte() const {
    return m_document->m_pieces[m_at].byte;
}

SourcePosition JsonValue::position() const {
    return positionAt(m_document->m_text, byte());
}

bool JsonValue::hasFault() const {
    return m_document->hasFault();
}

bool JsonValue::fail(std::string_view message) const {
    m_document->fail(m_at, message);
    return false;
}

bool JsonValue::failFound(std::string_view expected) const {
    if (m_document->hasFault()) {
        return false;
    }
    return fail(*this ? fmt::format("found {}; expected {}", found(), expected) : missingKey(m_missing, expected));
}

std::string JsonValue::found() const {
    switch (first()) {
    case '{': return "an object";
    case '[': return fmt::format("an array of {}", size());
    case '"': return fmt::format("the string {}", shownJsonString(m_document->decoded(m_at)));
    case 't':
    case 'f':
    case 'n': return std::string(raw());
    default: return fmt::format("the number {}", elided(raw(), kShownCodePoints));
    }
}

std::string shownJsonString(std::string_view text) {
    std::string shown;
    appendJsonString(shown, elided(text, kShownCodePoints));
    return shown;
}

std::string missingKey(std::string_view key, std::string_view expected) {
    return fmt::format("the key '{}' is missing; expected {}", key, expected);
}

std::string namesText(std::span<const std::string_view> names) {
    constexpr std::size_t kShown = 10;
    const bool areMore = names.size() > kShown;
    std::string text;
    for (std::size_t index = 0; index < std::min(names.size(), kShown); ++index) {
        const bool isLast = !areMore && index + 1 == names.size();
        text += fmt::format("{}'{}'", index == 0 ? "" : isLast ? " or " : ", ", elided(names[index], kShownCodePoints));
    }
    return text.empty() ? "none" : areMore ? text + ", …" : text;
}

std::string integerBetween(std::int64_t low, std::int64_t high) {
    return fmt::format("an integer from {} to {}", low, high);
}

} // namespace batchscope
