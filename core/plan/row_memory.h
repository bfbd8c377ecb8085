// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places in the memory of a run: offsets in units of kRowUnit from the base of the arena.
#pragma once

#include "core/graph/op_body.h"

#include <algorithm>
#include <cstdint>

namespace batchscope {

/// The same type as the offsets of a RowBinding, which reads lists of them.
using Offset = std::uint32_t;
constexpr Offset kNoOffset = 0xFFFFFFFF;

/// Units that so many numbers in a row take.
[[nodiscard]] std::uint32_t rowUnits(std::int64_t numbers, DType dtype);

/// Gives out memory from one end to the other. It counts on beyond what an offset can say, so that the caller sees that
/// not all of it fits; such offsets must not be used.
class OffsetCursor {
public:
    static constexpr std::uint64_t kMost = 0xFFFFFFF0; ///< units that offsets reach

    explicit OffsetCursor(std::uint64_t begin) : m_next(begin) {}
    /// `count` rows of `stride` units; gives the first.
    Offset take(std::uint64_t count, std::uint64_t stride) {
        const std::uint64_t first = m_next;
        m_next += count * stride;
        return static_cast<Offset>(std::min(first, kMost));
    }
    [[nodiscard]] std::uint64_t end() const { return m_next; }

private:
    std::uint64_t m_next;
};

} // namespace batchscope
