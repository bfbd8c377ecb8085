// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/reading_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string treesUseTooMuchMemory(std::string_view trees, std::string_view used, std::string_view advice) {
    return fmt::format("the trees read so far ({}) use {} of memory; {}; the rest was not read", trees, used, advice);
}

} // namespace batchscope::words
