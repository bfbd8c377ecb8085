// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/bracket_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string beforeNextTree(std::uint32_t line) {
    return fmt::format("before the next tree at line {}", line);
}

std::string textOutsideBrackets(std::string_view text) {
    return fmt::format("found '{}' outside all brackets; expected '(' to start a tree", text);
}

std::string missingClosingBrackets(std::size_t missing, std::string_view where, std::uint32_t line,
                                   std::uint32_t column) {
    return fmt::format("this tree is missing {} closing bracket{} {}; the innermost unclosed '(' is at {}:{}", missing,
                       missing == 1 ? "" : "s", where, line, column);
}

} // namespace batchscope::words
