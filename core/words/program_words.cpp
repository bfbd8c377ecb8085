// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/program_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string secondNamed(std::string_view kind, std::string_view name) {
    return fmt::format("found a second {} named '{}'; rename one of them", kind, name);
}

} // namespace batchscope::words
