// SPDX-License-Identifier: GPL-3.0-or-later
//
// From where nodes, trees, steps and rows are counted in sentences: scripts count ids from 0, the window from 1.
#pragma once

#include <cstdint>

namespace batchscope {

enum class NumbersFrom : std::uint8_t { Zero = 0, One = 1 };

/// What a sentence says for the id `value`.
[[nodiscard]] constexpr std::uint32_t numbered(std::uint32_t value, NumbersFrom from) {
    return value + static_cast<std::uint32_t>(from);
}

} // namespace batchscope
