// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ids of a plan: one type per table, so that the compiler rejects an id of another table. An id that is not valid()
// names no entry. Consecutive entries of a table are an IdRange.
//
// Offsets are not ids: they are places in memory that code computes with.
#pragma once

#include "core/base/id.h"

namespace batchscope {

// Ids in an op's code (cell_code.h).
using GroupId = Id<struct GroupTag>;           ///< weights that are applied together
using SpaceId = Id<struct SpaceTag>;           ///< rows of one body value; in a plan also static rows
using OperandId = Id<struct OperandTag>;       ///< operands of an op's kernels: CellCode::operands
using CodeKernelId = Id<struct CodeKernelTag>; ///< a kernel of an op: CellCode::kernels

// Ids of the rows that a schedule needs (found_rows.h).
using RowId = Id<struct RowTag>;                 ///< a row that a run reads or writes
using UseId = Id<struct UseTag>;                 ///< one row that one operand of one batch reads
using OperandUsesId = Id<struct OperandUsesTag>; ///< all rows that one operand of one batch reads
using SegmentId = Id<struct SegmentTag>;         ///< first item of a node
using RunId = Id<struct RunTag>;                 ///< rows of one space that one batch makes
using ValuePlaceId = Id<struct ValuePlaceTag>;   ///< an output of a node
using CopyId = Id<struct CopyTag>;               ///< a source of static rows, and the launch that copies them

// Ids of places in memory (placed_rows.h).
using ClassId = Id<struct ClassTag>;             ///< rows of one space with the same demand
using ClassGroupId = Id<struct ClassGroupTag>;   ///< products of the rows of one class with one group
using StaticEntryId = Id<struct StaticEntryTag>; ///< a static row, in the order in which copies list them

// Ids of launches (launches.h).
using CopyStepId = Id<struct CopyStepTag>; ///< rows of one copy for one batch
using ProductId = Id<struct ProductTag>;   ///< a launch of a matrix product
using KernelId = Id<struct KernelTag>;     ///< a launch of a fused kernel
using BindingId = Id<struct BindingTag>;   ///< an input or output of a launched kernel
using ListedId = Id<struct ListedTag>;     ///< an offset in a list
using LookupId = Id<struct LookupTag>;     ///< a row of a table whose product may be kept

// Ids of the backward pass (gradient_plan.h).
using ReduceId = Id<struct ReduceTag>;                   ///< a launch that sums slots into rows
using ProductGradientId = Id<struct ProductGradientTag>; ///< a product in reverse
using KernelGradientId = Id<struct KernelGradientTag>;   ///< a kernel in reverse
using WeightGradientId = Id<struct WeightGradientTag>;   ///< a product that computes gradients of weights
using GradientBindingId = Id<struct GradientBindingTag>; ///< an input or output of a kernel in reverse
using GradientListedId = Id<struct GradientListedTag>;   ///< an offset in a list of the gradient plan
using ReduceSegmentId = Id<struct ReduceSegmentTag>;     ///< first slot of a row
using ParameterSumId = Id<struct ParameterSumTag>;       ///< a parameter that kernels read as a row
using ProductRowId = Id<struct ProductRowTag>;           ///< a product row, counted within its group

/// Consecutive entries of one table.
template <typename IdType>
class IdRange {
public:
    class Iterator {
    public:
        constexpr explicit Iterator(std::uint32_t value) : m_value(value) {}
        constexpr IdType operator*() const { return IdType(m_value); }
        constexpr Iterator& operator++() {
            ++m_value;
            return *this;
        }
        constexpr bool operator==(const Iterator&) const = default;

    private:
        std::uint32_t m_value;
    };

    constexpr IdRange() = default;
    constexpr IdRange(IdType first, std::size_t count) : m_first(first), m_count(static_cast<std::uint32_t>(count)) {}
    /// The entries [first, end).
    [[nodiscard]] static constexpr IdRange between(IdType first, IdType end) {
        return {first, end.index() - first.index()};
    }

    [[nodiscard]] constexpr IdType first() const { return m_first; }
    [[nodiscard]] constexpr std::uint32_t size() const { return m_count; }
    [[nodiscard]] constexpr bool empty() const { return m_count == 0; }
    [[nodiscard]] constexpr IdType operator[](std::size_t index) const { return IdType(m_first.index() + index); }
    /// The id after the last one.
    [[nodiscard]] constexpr IdType next() const { return IdType(m_first.index() + m_count); }
    [[nodiscard]] constexpr Iterator begin() const { return Iterator(m_first.value); }
    [[nodiscard]] constexpr Iterator end() const { return Iterator(m_first.value + m_count); }
    constexpr bool operator==(const IdRange&) const = default;

private:
    IdType m_first = {};
    std::uint32_t m_count = 0;
};

} // namespace batchscope
