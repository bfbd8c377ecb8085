// SPDX-License-Identifier: GPL-3.0-or-later
//
// A registry lists the rows of its kind as pointers, each to the constant at the end of the row's own source file.
// Callers go over the rows themselves, side by side in memory.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace batchscope {

/// The rows of a list, in its order.
template <typename Row, std::size_t Count>
[[nodiscard]] std::vector<Row> rowsOf(const std::array<const Row*, Count>& list) {
    std::vector<Row> rows;
    rows.reserve(Count);
    for (const Row* row : list) {
        rows.push_back(*row);
    }
    return rows;
}

} // namespace batchscope
