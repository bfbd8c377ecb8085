// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs: their memory, where one failed and why, the options of an optimizer, and the libraries used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

// Memory. Sizes are texts; `advice` is base/budget.h's limitAdvice().

[[nodiscard]] std::string placeOfBatch(std::string_view batch, std::string_view op, std::size_t size,
                                       std::string_view operands);

} // namespace batchscope::words
