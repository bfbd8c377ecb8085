// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/remedy_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope::words {

std::string changedChoice(std::string_view title, std::string_view value) {
    std::string plain(title);
    plain.erase(std::remove(plain.begin(), plain.end(), '&'), plain.end());
    return fmt::format("{}: {}", plain, value);
}

} // namespace batchscope::words
