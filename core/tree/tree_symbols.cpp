// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/tree_symbols.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cwctype>
#include <utility>

namespace batchscope {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kBrackets = {
    {{"-LRB-", "("}, {"-RRB-", ")"}, {"-LCB-", "{"}, {"-RCB-", "}"}, {"-LSB-", "["}, {"-RSB-", "]"}}};

bool isAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

char asciiLower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// Reads the code point at `at` of valid UTF-8 and advances `at` past it.
char32_t takeCodePoint(std::string_view text, std::size_t& at) {
    const auto lead = static_cast<unsigned char>(text[at++]);
    const int tail = lead < 0x80 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    char32_t code = tail == 0 ? lead : lead & (0x3FU >> static_cast<unsigned>(tail));
    for (int index = 0; index < tail && at < text.size(); ++index) {
        code = code << 6U | (static_cast<unsigned char>(text[at++]) & 0x3FU);
    }
    return code;
}

/// A locale with Unicode's character tables, whatever the language of the user's session is.
locale_t unicodeLocale() {
    static const locale_t kLocale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return kLocale;
}

char32_t lowerOf(char32_t code) {
    const locale_t locale = unicodeLocale();
    return locale == nullptr ? code : static_cast<char32_t>(towlower_l(static_cast<wint_t>(code), locale));
}

} // namespace

TreeSymbols::TreeSymbols(SymbolTable& words, SymbolTable& labels, const ReadOptions& options)
    : m_newWords(&words), m_newLabels(&labels), m_words(words), m_labels(labels), m_options(options) {}

TreeSymbols::TreeSymbols(const SymbolTable& words, const SymbolTable& labels, const ReadOptions& options)
    : m_words(words), m_labels(labels), m_options(options) {}

SymbolId TreeSymbols::word(std::string_view text) {
    const std::string_view known = prepared(text);
    if (m_newWords != nullptr) {
        return m_newWords->intern(known);
    }
    const SymbolId found = m_words.find(known);
    return found.valid() ? found : m_words.find(kUnknownWord);
}

SymbolId TreeSymbols::label(std::string_view text) {
    std::string_view known = decoded(text);
    if (m_options.labels == LabelText::Category) {
        known = categoryOf(known);
    }
    if (known.empty()) {
        return {};
    }
    if (m_newLabels != nullptr) {
        return m_newLabels->intern(known);
    }
    const SymbolId found = m_labels.find(known);
    m_hasUnknownLabel = m_hasUnknownLabel || !found.valid();
    return found;
}

std::size_t TreeSymbols::findInvalid(std::string_view text) const {
    return m_options.encoding == Encoding::Latin1 ? std::string_view::npos : findInvalidUtf8(text);
}

SymbolId TreeSymbols::unwantedLabel() const {
    return m_options.traces == Traces::Remove ? m_labels.find(kTraceLabel) : SymbolId();
}

std::string TreeSymbols::invalidText(char byte) {
    return fmt::format("byte 0x{:02X} is not UTF-8; expected UTF-8 text (or choose Latin-1 as the encoding)",
                       static_cast<unsigned char>(byte));
}

/// Decodes the text; the result is valid until the next call.
std::string_view TreeSymbols::decoded(std::string_view text) {
    if (m_options.encoding == Encoding::Utf8 || isAscii(text)) {
        return text;
    }
    m_scratch = latin1ToUtf8(text);
    return m_scratch;
}

/// Applies the options for words; the result is valid until the next call.
std::string_view TreeSymbols::prepared(std::string_view text) {
    std::string_view result = decoded(text);
    if (m_options.escapes == Escapes::Decode) {
        m_scratch = unescaped(result);
        result = m_scratch;
    }
    if (m_options.letterCase == LetterCase::Lower) {
        m_scratch = lowerCase(result);
        result = m_scratch;
    }
    return result;
}

std::string latin1ToUtf8(std::string_view text) {
    std::string out;
    out.reserve(text.size() + text.size() / 8);
    for (const char byte : text) {
        appendUtf8(out, static_cast<unsigned char>(byte));
    }
    return out;
}

std::string unescaped(std::string_view word) {
    const auto* const bracket =
        std::find_if(kBrackets.begin(), kBrackets.end(), [&](const auto& pair) { return pair.first == word; });
    if (bracket != kBrackets.end()) {
        return std::string(bracket->second);
    }
    std::string out;
    for (std::size_t at = 0; at < word.size(); ++at) {
        const bool escapes = word[at] == '\\' && at + 1 < word.size() && (word[at + 1] == '/' || word[at + 1] == '*');
        if (!escapes) {
            out += word[at];
        }
    }
    return out;
}

std::string_view categoryOf(std::string_view label) {
    return label.starts_with('-') ? label : label.substr(0, std::min(label.find_first_of("-=_|"), label.size()));
}

std::string lowerCase(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    if (isAscii(text)) {
        std::transform(text.begin(), text.end(), std::back_inserter(out), asciiLower);
        return out;
    }
    for (std::size_t at = 0; at < text.size();) {
        appendUtf8(out, lowerOf(takeCodePoint(text, at)));
    }
    return out;
}

} // namespace batchscope
