// SPDX-License-Identifier: GPL-3.0-or-later
//
// A registry is a list of pointers to rows, each a constant at the end of the row's source file. rowsOf() copies the
// rows, so that they are contiguous in memory.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace batchscope {

/// The rows of a list, in the same order.
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
