// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/story_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string shareOfWhole(std::string_view part, std::string_view whole) {
    return fmt::format("{} of {}", part, whole);
}

std::string readNumber(std::string_view read, std::string_view reads) {
    return fmt::format("read {}", shareOfWhole(read, reads));
}

} // namespace batchscope::words
