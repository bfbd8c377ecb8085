// SPDX-License-Identifier: GPL-3.0-or-later
//
// Launches that sum the slots of rows, put together row by row.
#pragma once

#include "core/plan/reverse_launches.h"

#include <vector>

namespace batchscope {

/// The rows of the next launch.
class SlotSums {
public:
    /// AddAll: where all gradients begin at zero.
    enum class Stores : std::uint8_t { AsAsked, AddAll };
    explicit SlotSums(Stores stores) : m_stores(stores) {}

    /// The gradient at `target` is the sum of `uses` slots.
    void add(Offset target, std::uint32_t uses, Offset firstSlot) { m_rows.push_back({target, uses, firstSlot}); }

    /// What the rows of one launch have in common. Slots of one row follow each other by `stride`.
    struct Shape {
        std::int32_t width = 0;
        std::uint32_t stride = 0;
    };
    /// Appends the launch of the rows that were added since the last one, and its step; nothing where there are none.
    void launch(Shape shape, StoreMode mode, BatchId batch, ReverseLaunches& out);

private:
    struct Row {
        Offset target = 0;
        std::uint32_t uses = 0;
        Offset firstSlot = 0;
    };
    Stores m_stores;
    std::vector<Row> m_rows;
};

} // namespace batchscope
