// SPDX-License-Identifier: GPL-3.0-or-later
//
// What ran for a batch: who ran it, why nothing was computed, what was computed elsewhere, how its operands were read.
// Numbers come as text; a parameter that includes the noun ("3 rows") is named after that noun.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace batchscope::words {

/// "a", "a and b", "a, b and c".
[[nodiscard]] std::string listed(std::span<const std::string> parts);

// Why nothing was launched.

// What was done elsewhere.

// How an operand was read.

// The same after a number, in a narrow column; also kPassedOn.

} // namespace batchscope::words
