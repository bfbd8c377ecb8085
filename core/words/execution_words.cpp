// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/execution_words.h"

#include <fmt/format.h>

#include <cstddef>

namespace batchscope::words {

std::string listed(std::span<const std::string> parts) {
    std::string text;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        text += part == 0 ? "" : part + 1 == parts.size() ? " and " : ", ";
        text += parts[part];
    }
    return text;
}

} // namespace batchscope::words
