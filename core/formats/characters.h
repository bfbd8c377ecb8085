// SPDX-License-Identifier: GPL-3.0-or-later
//
// Classes of ASCII characters. Unlike <cctype>, they do not depend on the locale and accept any char.
#pragma once

namespace batchscope {

[[nodiscard]] inline bool isDigit(char character) {
    return character >= '0' && character <= '9';
}

/// Separates the words of a line. U+00A0 is part of a word.
[[nodiscard]] inline bool isLineSpace(char character) {
    return character == ' ' || character == '\t' || character == '\r';
}

/// Separates words, also across lines.
[[nodiscard]] inline bool isSpace(char character) {
    return isLineSpace(character) || character == '\n';
}

/// Ends a token in brackets.
[[nodiscard]] inline bool isDelimiter(char character) {
    return isSpace(character) || character == '(' || character == ')';
}

} // namespace batchscope
