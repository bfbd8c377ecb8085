// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/search_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string noSuchOp(std::string_view asked, std::string_view names) {
    return fmt::format("there is no op \"{}\"; expected one of {}", asked, names);
}

std::string noSuchPlace(std::string_view kind, std::size_t asked, std::size_t count) {
    return count == 0 ? fmt::format("there is no {} {}; there are none yet", kind, asked)
                      : fmt::format("there is no {} {}; expected 0 to {}", kind, asked, count - 1);
}

std::string treeNotInGraph(std::size_t tree) {
    return fmt::format("tree {} is not in the graph", tree);
}

} // namespace batchscope::words
