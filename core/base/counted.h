// SPDX-License-Identifier: GPL-3.0-or-later
//
// A number before its noun, in singular or plural.
#pragma once

#include "core/base/text.h"
#include "core/words/noun_words.h"

#include <cstddef>
#include <string>

namespace batchscope {

/// "1 row", "12,345 rows".
[[nodiscard]] inline std::string counted(std::size_t count, const words::Noun& noun) {
    std::string text = withThousands(count) + ' ';
    text += count == 1 ? noun.one : noun.many;
    return text;
}

} // namespace batchscope
