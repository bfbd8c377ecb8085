// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: which memory each reader of a row writes its gradient to.
#pragma once

#include "core/plan/gradient_plan.h"

namespace batchscope {

/// Readers of rows of one kind (the rows of all spaces, or the products of one group), counted, then served in order.
/// The gradient of a row with one reader may be written in place; else each reader gets a slot.
class UseSlots {
public:
    void resize(std::size_t rows) { m_counts.assign(rows, 0); }
    [[nodiscard]] std::size_t size() const { return m_counts.size(); }
    void count(std::size_t row) { ++m_counts[row]; }
    [[nodiscard]] std::uint32_t uses(std::size_t row) const { return m_counts[row]; }
    /// The row's slots begin at `first`, in units, and follow each other by `stride`.
    void begin() { m_next.assign(m_counts.size(), kNoIndex); }
    void place(std::size_t row, std::uint32_t first) { m_next[row] = first; }
    [[nodiscard]] bool hasSlots(std::size_t row) const { return m_next[row] != kNoIndex; }
    /// Where the next reader writes.
    std::uint32_t take(std::size_t row, std::uint32_t stride) {
        const std::uint32_t slot = m_next[row];
        m_next[row] += stride;
        return slot;
    }
    /// After all have been served: the first slot.
    [[nodiscard]] std::uint32_t first(std::size_t row, std::uint32_t stride) const {
        return m_next[row] - m_counts[row] * stride;
    }

private:
    std::vector<std::uint32_t> m_counts;
    std::vector<std::uint32_t> m_next;
};

} // namespace batchscope
