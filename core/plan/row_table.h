// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: every row that a run reads or writes, with its place in memory. A row is a number; its class says what it takes
// part in (which products, whether a kernel reads it), and rows of one class lie together in order of creation, so that
// a product of many rows reads one block of memory.
//
// Offsets are in units of kRowUnit from the base of the arena.
#pragma once

#include "core/plan/cell_code.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace batchscope {

using RowId = std::uint32_t;
constexpr RowId kNoRow = 0xFFFFFFFF;

/// Bits of a row's demand: products by group, and whether a kernel reads the row itself. Groups beyond kDemandBits
/// share bits: rows of the same width then get products that nobody asked for, which is slower and still right.
constexpr std::uint64_t kReadDirectly = std::uint64_t{1} << 63U;
constexpr std::uint32_t kDemandBits = 62;
[[nodiscard]] constexpr std::uint64_t demandBit(GroupId group) {
    return std::uint64_t{1} << (group.value % kDemandBits);
}

/// Rows of one space that are demanded alike.
struct RowClass {
    std::uint32_t space = 0;
    std::uint64_t demand = 0;
    std::uint32_t rows = 0;
    std::uint32_t first = 0;  ///< offset of its first row
    std::uint32_t stride = 0; ///< from a row to the next
};

/// Where the rows of a space lie, and what they are.
struct RowSpace {
    std::int32_t width = 0;
    std::uint32_t stride = 0;
    bool isReadInside = false; ///< see CodeSpace
    std::uint32_t first = 0;
    std::uint32_t rows = 0;
};

/// Offset units that so many numbers in a row take.
[[nodiscard]] std::uint32_t rowUnits(std::int64_t numbers, DType dtype);

/// Gives out memory from one end to the other. It counts on beyond what an offset can say, so that whoever asked can
/// see that not all of it fits; such offsets must not be used.
class OffsetCursor {
public:
    static constexpr std::uint64_t kMost = 0xFFFFFFF0; ///< units that offsets reach

    explicit OffsetCursor(std::uint64_t begin) : m_next(begin) {}
    /// `count` rows of `stride` units; gives the first.
    std::uint32_t take(std::uint64_t count, std::uint64_t stride) {
        const std::uint64_t first = m_next;
        m_next += count * stride;
        return static_cast<std::uint32_t>(std::min(first, kMost));
    }
    [[nodiscard]] std::uint64_t end() const { return m_next; }

private:
    std::uint64_t m_next;
};

/// A growing array whose old contents are not cleared between runs.
template <typename T>
class Recycled {
public:
    void clear() { m_size = 0; }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] T* data() { return m_memory.data(); }
    [[nodiscard]] const T* data() const { return m_memory.data(); }
    [[nodiscard]] T& operator[](std::size_t index) { return m_memory[index]; }
    [[nodiscard]] const T& operator[](std::size_t index) const { return m_memory[index]; }
    /// Adds `count` entries of any content; gives the first. Earlier pointers become invalid.
    T* extend(std::size_t count) {
        if (m_size + count > m_memory.size()) {
            m_memory.resize((m_size + count) * 3 / 2);
        }
        m_size += count;
        return m_memory.data() + (m_size - count);
    }
    void push_back(const T& value) { *extend(1) = value; }
    [[nodiscard]] std::span<const T> span(std::size_t first, std::size_t count) const {
        return {m_memory.data() + first, count};
    }

private:
    std::vector<T> m_memory;
    std::size_t m_size = 0;
};

} // namespace batchscope
