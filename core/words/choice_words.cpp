// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/choice_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string netTip(std::string_view description, std::string_view input) {
    return fmt::format("{}. Takes {}.", description, input);
}

std::string rareWordsTip(std::string_view times) {
    return fmt::format("Words that occur fewer than {} times become <unk>.", times);
}

} // namespace batchscope::words
