// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kinds of ASCII characters. Unlike those of <cctype>, they depend on no locale and take any char.
#pragma once

namespace batchscope {

[[nodiscard]] inline bool isDigit(char character) {
    return character >= '0' && character <= '9';
}

/// Separates words of a line. U+00A0 is part of a word.
[[nodiscard]] inline bool isLineSpace(char character) {
    return character == ' ' || character == '\t' || character == '\r';
}

/// Separates words, across lines too.
[[nodiscard]] inline bool isSpace(char character) {
    return isLineSpace(character) || character == '\n';
}

/// Ends a token in brackets.
[[nodiscard]] inline bool isDelimiter(char character) {
    return isSpace(character) || character == '(' || character == ')';
}

} // namespace batchscope
