// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/module_source_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string sizeOutOfRange(std::int64_t largest) {
    return fmt::format("expected a whole number from 1 to {}", largest);
}

std::string declaredTwice(std::string_view name) {
    return fmt::format("{} is declared twice; give one of the two another name", name);
}

std::string nothingOfThatName(std::string_view name) {
    return fmt::format(
        "there is no parameter or method {0}; declare it above the methods: {0} = parameter(ROWS, COLUMNS)", name);
}

std::string cannotCompile(std::string_view reason) {
    return fmt::format("this is no TorchScript: {}", reason);
}

} // namespace batchscope::words
