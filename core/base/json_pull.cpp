// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_pull.h"

#include "core/base/check.h"
#include "core/base/source_text.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

constexpr std::string_view kEndOfText = "the end of the line";
constexpr std::string_view kUnknownEscape =
    R"(found an unknown escape; expected one of \" \\ \/ \b \f \n \r \t \uXXXX)";
constexpr std::string_view kHalfSurrogatePair =
    R"(found half of a surrogate pair; expected \uD800 to \uDBFF followed by \uDC00 to \uDFFF)";
std::string controlCharacterInString(unsigned character) {
    return fmt::format("found control character 0x{:02X} in a string; write it as \\u{:04x}", character, character);
}

bool isDigit(char character) {
    return character >= '0' && character <= '9';
}

int hexValue(char digit) {
    return isDigit(digit)                 ? digit - '0'
           : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
           : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10
                                          : -1;
}

bool isHighSurrogate(int code) {
    return code >= 0xD800 && code < 0xDC00;
}

bool isLowSurrogate(int code) {
    return code >= 0xDC00 && code < 0xE000;
}

/// The value of the four hexadecimal digits at `from`, or -1.
int codeAt(std::string_view text, std::size_t from) {
    if (from + 4 > text.size()) {
        return -1;
    }
    int code = 0;
    for (const char digit : text.substr(from, 4)) {
        const int value = hexValue(digit);
        if (value < 0) {
            return -1;
        }
        code = code * 16 + value;
    }
    return code;
}

/// The text at a damaged place, for quoting in a message.
std::string shownAt(std::string_view text, std::size_t at) {
    constexpr std::string_view kEnds = " \t\r\n,:[]{}\"";
    if (at >= text.size()) {
        return std::string(kEndOfText);
    }
    const std::size_t end = std::min(text.find_first_of(kEnds, at + 1), text.size());
    return "'" + shownToken(text.substr(at, kEnds.find(text[at]) == std::string_view::npos ? end - at : 1)) + "'";
}

/// A code point in the given encoding; empty if the encoding lacks it.
std::string encoded(char32_t code, Encoding encoding) {
    constexpr char32_t kMostLatin1 = 0xFF;
    std::string out;
    if (encoding == Encoding::Utf8) {
        appendUtf8(out, code);
    } else if (code <= kMostLatin1) {
        out += static_cast<char>(code);
    }
    return out;
}

} // namespace

std::string foundInJson(std::string_view found, std::string_view expected) {
    return fmt::format("found {}; expected {}", found, expected);
}

std::string_view JsonPull::expected() const {
    switch (m_expect) {
    case Expect::Value: return "a value";
    case Expect::ValueOrEnd: return "a value or ']'";
    case Expect::Key: return "a key in quotes";
    case Expect::KeyOrEnd: return "a key in quotes or '}'";
    case Expect::Colon: return "':'";
    case Expect::CommaOrEnd: return inObject() ? "',' or '}'" : "',' or ']'";
    case Expect::Nothing: return kEndOfText;
    }
    return {};
}

JsonPiece JsonPull::failed(std::size_t offset, std::string found) {
    m_offset = offset;
    m_fault = std::move(found);
    return JsonPiece::Fault;
}

void JsonPull::skipSpace() {
    while (m_at < m_text.size() &&
           (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\t' || m_text[m_at] == '\r')) {
        ++m_at;
    }
}

JsonPiece JsonPull::next() {
    while (m_fault.empty()) {
        skipSpace();
        const bool atEnd = m_at == m_text.size();
        if (atEnd && m_expect == Expect::Nothing) {
            m_offset = m_at;
            return JsonPiece::End;
        }
        const char character = atEnd ? '\0' : m_text[m_at];
        const bool isSeparator = !atEnd && ((m_expect == Expect::CommaOrEnd && character == ',') ||
                                            (m_expect == Expect::Colon && character == ':'));
        if (!isSeparator) {
            return atEnd ? failed(m_at, foundInJson(kEndOfText, expected())) : value();
        }
        m_expect = character == ',' && inObject() ? Expect::Key : Expect::Value;
        ++m_at;
    }
    return JsonPiece::Fault;
}

JsonPiece JsonPull::value() {
    const char character = m_text[m_at];
    const bool mayBegin = m_expect == Expect::Value || m_expect == Expect::ValueOrEnd;
    const bool mayBeKey = m_expect == Expect::Key || m_expect == Expect::KeyOrEnd;
    const bool mayEnd =
        m_expect == Expect::ValueOrEnd || m_expect == Expect::KeyOrEnd || m_expect == Expect::CommaOrEnd;
    if (mayEnd && character == (inObject() ? '}' : ']')) {
        return close();
    }
    if (character == '"' && (mayBegin || mayBeKey)) {
        return string(mayBeKey ? JsonPiece::Key : JsonPiece::String);
    }
    if (mayBegin && (character == '[' || character == '{')) {
        return open(character);
    }
    if (mayBegin && (character == '-' || isDigit(character))) {
        return number();
    }
    return mayBegin ? literal() : failed(m_at, foundInJson(shownAt(m_text, m_at), expected()));
}

JsonPiece JsonPull::open(char bracket) {
    const bool isObject = bracket == '{';
    m_offset = m_at;
    m_piece = m_text.substr(m_at++, 1);
    m_open.push_back(isObject);
    m_expect = isObject ? Expect::KeyOrEnd : Expect::ValueOrEnd;
    return isObject ? JsonPiece::ObjectBegin : JsonPiece::ArrayBegin;
}

JsonPiece JsonPull::close() {
    const bool isObject = inObject();
    m_offset = m_at;
    m_piece = m_text.substr(m_at++, 1);
    m_open.pop_back();
    valueEnded();
    return isObject ? JsonPiece::ObjectEnd : JsonPiece::ArrayEnd;
}

void JsonPull::valueEnded() {
    m_expect = m_open.empty() ? Expect::Nothing : Expect::CommaOrEnd;
}

JsonPiece JsonPull::string(JsonPiece piece) {
    const std::size_t begin = m_at++;
    for (;;) {
        while (m_at < m_text.size() && m_text[m_at] != '"' && m_text[m_at] != '\\' &&
               static_cast<unsigned char>(m_text[m_at]) >= 0x20) {
            ++m_at;
        }
        if (m_at == m_text.size()) {
            return failed(begin, std::string("found a string without a closing quote; expected '\"'"));
        }
        if (m_text[m_at] == '"') {
            break;
        }
        if (m_text[m_at] != '\\') {
            return failed(m_at, controlCharacterInString(static_cast<unsigned>(m_text[m_at])));
        }
        if (!escape()) {
            return JsonPiece::Fault;
        }
    }
    m_offset = begin;
    m_piece = m_text.substr(begin + 1, m_at++ - begin - 1);
    if (piece == JsonPiece::Key) {
        m_expect = Expect::Colon;
    } else {
        valueEnded();
    }
    return piece;
}

/// Moves past the escape at the current byte.
bool JsonPull::escape() {
    constexpr std::string_view kSingle = R"("\/bfnrt)";
    const char kind = m_at + 1 < m_text.size() ? m_text[m_at + 1] : '\0';
    if (kind != 'u') {
        const bool known = kind != '\0' && kSingle.find(kind) != std::string_view::npos;
        if (!known) {
            (void)failed(m_at, std::string(kUnknownEscape));
        }
        m_at += 2;
        return known;
    }
    const int code = codeAt(m_text, m_at + 2);
    const bool paired =
        isHighSurrogate(code) && m_text.substr(m_at + 6, 2) == "\\u" && isLowSurrogate(codeAt(m_text, m_at + 8));
    const bool half = (isHighSurrogate(code) && !paired) || isLowSurrogate(code);
    if (code < 0 || half) {
        (void)failed(
            m_at, std::string(
                      half ? kHalfSurrogatePair
                           : std::string_view("found an unknown escape; expected four hexadecimal digits after \\u")));
        return false;
    }
    m_at += paired ? 12 : 6;
    return true;
}

JsonPiece JsonPull::number() {
    const std::size_t begin = m_at;
    const auto digits = [this] {
        const std::size_t from = m_at;
        while (m_at < m_text.size() && isDigit(m_text[m_at])) {
            ++m_at;
        }
        return m_at - from;
    };
    const auto take = [this](std::string_view any) {
        const bool found = m_at < m_text.size() && any.find(m_text[m_at]) != std::string_view::npos;
        m_at += found ? 1 : 0;
        return found;
    };
    take("-");
    bool valid = take("0") || digits() > 0;
    valid = valid && (!take(".") || digits() > 0);
    if (valid && take("eE")) {
        take("+-");
        valid = digits() > 0;
    }
    const bool ends =
        m_at == m_text.size() || std::string_view(" \t\r\n,]}").find(m_text[m_at]) != std::string_view::npos;
    if (!valid || !ends) {
        return failed(begin, foundInJson(shownAt(m_text, begin), "a number"));
    }
    m_offset = begin;
    m_piece = m_text.substr(begin, m_at - begin);
    valueEnded();
    return JsonPiece::Number;
}

JsonPiece JsonPull::literal() {
    constexpr std::string_view kEnds = " \t\r\n,:[]{}\"";
    const std::size_t end = std::min(m_text.find_first_of(kEnds, m_at), m_text.size());
    const std::string_view word = m_text.substr(m_at, end - m_at);
    const JsonPiece piece = word == "null"    ? JsonPiece::Null
                            : word == "true"  ? JsonPiece::True
                            : word == "false" ? JsonPiece::False
                                              : JsonPiece::Fault;
    if (piece == JsonPiece::Fault) {
        return failed(m_at, foundInJson(shownAt(m_text, m_at), expected()));
    }
    m_offset = m_at;
    m_piece = word;
    m_at = end;
    valueEnded();
    return piece;
}

JsonPiece JsonPull::skip(JsonPiece first) {
    if (first != JsonPiece::ObjectBegin && first != JsonPiece::ArrayBegin) {
        return first;
    }
    const std::size_t outer = depth() - 1;
    JsonPiece piece = first;
    while (depth() > outer && piece != JsonPiece::Fault) {
        piece = next();
    }
    return piece;
}

std::string unescapedJson(std::string_view raw, Encoding encoding) {
    std::string out;
    for (std::size_t at = 0; at < raw.size();) {
        if (raw[at] != '\\') {
            out += raw[at++];
            continue;
        }
        constexpr std::string_view kKinds = "bfnrt";
        constexpr std::string_view kMeaning = "\b\f\n\r\t";
        const char kind = raw[at + 1];
        if (kind != 'u') {
            const std::size_t known = kKinds.find(kind);
            out += known == std::string_view::npos ? kind : kMeaning[known];
            at += 2;
            continue;
        }
        const int code = codeAt(raw, at + 2);
        BATCHSCOPE_CHECK(code >= 0);
        const bool paired = isHighSurrogate(code);
        const int low = paired ? codeAt(raw, at + 8) : 0;
        const int whole = paired ? 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00) : code;
        const std::string character = encoded(static_cast<char32_t>(whole), encoding);
        const std::size_t length = paired ? 12 : 6;
        out += character.empty() ? raw.substr(at, length) : std::string_view(character);
        at += length;
    }
    return out;
}

} // namespace batchscope
