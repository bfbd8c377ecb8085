// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/net_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string notBinary(std::size_t children, std::string_view net) {
    return children == 1
               ? fmt::format(
                     "a node has 1 child; {} takes binary trees (choose a binarization and collapse unary nodes)", net)
               : fmt::format("a node has {} children; {} takes binary trees (choose a binarization: left, right, "
                             "balanced or head)",
                             children, net);
}

} // namespace batchscope::words
