// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/snli_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string valueIsNoString(std::string_view key, std::string_view expected) {
    return fmt::format("found a value of \"{}\" that is not a string; expected {}", key, expected);
}

std::string snliKeyIsMissing(std::string_view key) {
    return fmt::format("the key \"{}\" is missing; expected gold_label, sentence1_binary_parse and "
                       "sentence2_binary_parse on each line",
                       key);
}

std::string missingInParse(std::size_t missing, std::uint32_t line, std::uint32_t column) {
    return fmt::format("this parse is missing {} closing bracket{}; the innermost unclosed '(' is at {}:{}", missing,
                       missing == 1 ? "" : "s", line, column);
}

std::string textAfterParse(std::string_view text) {
    return fmt::format("found '{}' after the end of the parse; expected one tree; are its outer brackets missing?",
                       text);
}

} // namespace batchscope::words
