// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/run_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string placeOfBatch(std::string_view batch, std::string_view op, std::size_t size, std::string_view operands) {
    return fmt::format("in batch {}, op '{}' ×{}, operands {}", batch, op, size, operands);
}

} // namespace batchscope::words
