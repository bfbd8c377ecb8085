// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/kind_words.h"

#include <fmt/format.h>

#include <cstddef>

namespace batchscope::words {

namespace {

/// "A, B or C".
std::string alternatives(std::span<const std::string_view> names) {
    std::string text;
    for (std::size_t index = 0; index < names.size(); ++index) {
        const bool isLast = index + 1 == names.size();
        text += index == 0 ? "" : isLast ? " or " : ", ";
        text += names[index];
    }
    return text;
}

} // namespace

std::string unknownName(std::string_view kind, std::string_view name, std::span<const std::string_view> known) {
    return fmt::format("unknown {} '{}'; expected {}", kind, name, alternatives(known));
}

} // namespace batchscope::words
