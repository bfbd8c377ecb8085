// SPDX-License-Identifier: GPL-3.0-or-later
//
// Counts, ordinals and lists as text for people.
#pragma once

#include "core/base/text.h"
#include "core/words/noun_words.h"

#include <cstddef>
#include <span>
#include <string>

namespace batchscope {

/// "1 row", "12,345 rows".
[[nodiscard]] inline std::string counted(std::size_t count, const words::Noun& noun) {
    std::string text = withThousands(count) + ' ';
    text += count == 1 ? noun.one : noun.many;
    return text;
}

/// The number shown to people for the tree, batch or row at `index`: counted from 1. Queries, files, JSON and the
/// options and columns of the command line hold the index itself.
[[nodiscard]] inline std::string ordinal(std::size_t index) {
    return withThousands(index + 1);
}

/// "a", "a and b", "a, b and c".
[[nodiscard]] inline std::string listed(std::span<const std::string> parts) {
    std::string text;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        text += part == 0 ? "" : part + 1 == parts.size() ? " and " : ", ";
        text += parts[part];
    }
    return text;
}

} // namespace batchscope
