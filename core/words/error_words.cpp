// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/error_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string lineAndColumn(std::uint32_t line, std::uint32_t column) {
    return fmt::format("line {}:{}", line, column);
}

std::string errorText(std::string_view message) {
    return fmt::format("error: {}", message);
}

std::string errorTextAt(std::string_view place, std::string_view message) {
    return fmt::format("{}: error: {}", place, message);
}

std::string brokenCheck(std::string_view condition, std::string_view file, int line) {
    return fmt::format("{}:{}: internal error: BATCHSCOPE_CHECK({}) failed\n", file, line, condition);
}

std::string cannotContinue(std::string_view reason) {
    return fmt::format("cannot continue: {}", reason);
}

} // namespace batchscope::words
