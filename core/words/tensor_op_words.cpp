// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/tensor_op_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string wrongOutputCount(std::string_view op, std::size_t found, std::size_t expected) {
    return fmt::format("the function of {} returned {} tensors; expected {}", op, found, expected);
}

std::string wrongOutputShape(std::string_view op, std::size_t output, std::string_view found,
                             std::string_view expected) {
    return fmt::format("output {} of the function of {} has the shape {}; expected {}", output, op, found, expected);
}

} // namespace batchscope::words
