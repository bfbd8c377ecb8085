// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/search_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string noSuchOp(std::string_view asked, std::string_view names) {
    return fmt::format("there is no op \"{}\"; expected one of {}", asked, names);
}

std::string noSuchPlace(std::string_view kind, std::size_t asked, std::size_t first, std::size_t last) {
    return last < first ? fmt::format("there is no {} {}; there are none yet", kind, asked)
                        : fmt::format("there is no {} {}; expected {} to {}", kind, asked, first, last);
}

std::string treeNotInGraph(std::size_t tree) {
    return fmt::format("tree {} is not in the graph", tree);
}

} // namespace batchscope::words
