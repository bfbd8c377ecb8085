// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of numbers for leaves that are not words, such as the pixels of an image. The rows are contiguous, so that a net
// can take the table as it would take its embedding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace batchscope {

struct VectorTable {
    std::int32_t width = 0;     ///< numbers in a row; 0 without rows
    std::vector<float> numbers; ///< row after row, rows() * width

    [[nodiscard]] std::size_t rows() const { return width == 0 ? 0 : numbers.size() / static_cast<std::size_t>(width); }
    [[nodiscard]] std::span<const float> row(std::size_t index) const {
        const auto count = static_cast<std::size_t>(width);
        return std::span(numbers).subspan(index * count, count);
    }
};

} // namespace batchscope
