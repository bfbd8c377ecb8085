// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/slot_sums.h"

namespace batchscope {

/// Slots of different rows need not follow one another, so the offset of each slot is listed.
void SlotSums::launch(Shape shape, StoreMode mode, BatchId batch, ReverseLaunches& out) {
    if (m_rows.empty()) {
        return;
    }
    ReduceLaunch launch{.width = shape.width,
                        .mode = m_stores == Stores::AddAll ? StoreMode::Add : mode,
                        .rows = static_cast<std::uint32_t>(m_rows.size()),
                        .targets = out.offsets.next(),
                        .segments = out.segments.next()};
    const std::span<Offset> targets = out.offsets.extend(m_rows.size());
    const std::span<std::uint32_t> segments = out.segments.extend(m_rows.size() + 1);
    segments[0] = 0;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        targets[row] = m_rows[row].target;
        segments[row + 1] = segments[row] + m_rows[row].uses;
    }
    launch.firstSlot = out.offsets.next();
    Offset* slots = out.offsets.extend(segments[m_rows.size()]).data();
    for (const Row& row : m_rows) {
        for (std::uint32_t use = 0; use < row.uses; ++use) {
            *slots++ = row.firstSlot + use * shape.stride;
        }
    }
    m_rows.clear();
    const ReduceId id = out.reduces.push_back(launch);
    out.steps.push_back({GradientStep::Kind::Reduce, id.value, batch});
}

} // namespace batchscope
