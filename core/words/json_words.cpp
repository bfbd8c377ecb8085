// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/json_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string foundInJson(std::string_view found, std::string_view expected) {
    return fmt::format("found {}; expected {}", found, expected);
}

} // namespace batchscope::words
