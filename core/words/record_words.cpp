// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/record_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string oneOfNames(std::string_view names) {
    return fmt::format("one of {}", names);
}

std::string valueOrNull(std::string_view expected) {
    return fmt::format("{} or null", expected);
}

std::string missingOrNot(std::string_view place, std::string_view expected) {
    return fmt::format("{} is missing or is not {}", place, expected);
}

std::string otherRunSchema(std::string_view found, int known) {
    return fmt::format("this run has schema {}, but this version reads schema {}; measure it again", found, known);
}

std::string expectedTreeRange(std::string_view found) {
    return fmt::format("expected A:B (trees A up to but not including B, counted from 0), got '{}'", found);
}

std::string emptyTreeRange(std::string_view range) {
    return fmt::format("the range {} is empty; expected A < B", range);
}

} // namespace batchscope::words
