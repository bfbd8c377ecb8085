// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/program_position.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace batchscope {

namespace {

constexpr std::string_view kBlank = " \t\r\n";

/// Goes over JSON without reading it. Never beyond the end, whatever the text is.
class Walker {
public:
    explicit Walker(std::string_view text) : m_text(text) {
        constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
        m_at = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
        skipBlank();
    }
    [[nodiscard]] std::size_t at() const { return m_at; }

    /// Into the child of the value that begins here; false, and nowhere in particular, when there is none.
    bool enter(const std::string& step) {
        const bool isObject = take('{');
        if (!isObject && !take('[')) {
            return false;
        }
        for (std::size_t index = 0; m_at < m_text.size() && peek() != '}' && peek() != ']'; ++index) {
            bool found = !isObject && std::to_string(index) == step;
            if (isObject) {
                const std::size_t begin = m_at;
                skipString();
                found = keyOf(m_text.substr(begin, m_at - begin)) == step;
                skipBlank();
                take(':');
            }
            if (found) {
                return true;
            }
            skipValue();
            take(',');
        }
        return false;
    }

private:
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

    bool take(char wanted) {
        if (peek() != wanted) {
            return false;
        }
        ++m_at;
        skipBlank();
        return true;
    }

    void skipBlank() { m_at = std::min(m_text.find_first_not_of(kBlank, m_at), m_text.size()); }

    void skipString() {
        for (++m_at; m_at < m_text.size() && m_text[m_at] != '"'; ++m_at) {
            m_at += m_text[m_at] == '\\' ? 1 : 0;
        }
        m_at = std::min(m_at + 1, m_text.size());
    }

    void skipValue() {
        std::size_t depth = 0;
        do {
            const char letter = peek();
            if (letter == '"') {
                skipString();
            } else if (letter == '{' || letter == '[') {
                ++depth;
                ++m_at;
            } else if (letter == '}' || letter == ']') {
                depth -= std::min<std::size_t>(depth, 1);
                ++m_at;
            } else {
                m_at = std::min(m_text.find_first_of("\"{}[],:", m_at + 1), m_text.size());
            }
            skipBlank();
        } while (depth > 0 && m_at < m_text.size());
    }

    static std::string keyOf(std::string_view quoted) {
        const nlohmann::json key = nlohmann::json::parse(quoted, nullptr, false);
        return key.is_string() ? key.get<std::string>() : std::string();
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

/// A step of a JSON pointer without the escapes of RFC 6901, section 4: `~1` is a slash, `~0` a tilde.
std::string pointerStep(std::string_view step) {
    std::string text;
    for (std::size_t at = 0; at < step.size(); ++at) {
        const char next = step[at] == '~' && at + 1 < step.size() ? step[at + 1] : '\0';
        const bool isEscape = next == '0' || next == '1';
        text += !isEscape ? step[at] : next == '1' ? '/' : '~';
        at += isEscape ? 1 : 0;
    }
    return text;
}

} // namespace

SourcePosition positionOfJson(std::string_view text, std::string_view pointer) {
    Walker walker(text);
    std::size_t at = walker.at();
    const std::vector<std::string> steps = split(pointer, '/');
    for (std::size_t index = 1; index < steps.size(); ++index) {
        if (!walker.enter(pointerStep(steps[index]))) {
            break;
        }
        at = walker.at();
    }
    return positionAt(text, at);
}

} // namespace batchscope
