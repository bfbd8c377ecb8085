// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is wrong with what the C++ function of an op returned. Shapes come as text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

[[nodiscard]] std::string wrongOutputCount(std::string_view op, std::size_t found, std::size_t expected);
[[nodiscard]] std::string wrongOutputShape(std::string_view op, std::size_t output, std::string_view found,
                                           std::string_view expected);

} // namespace batchscope::words
