// SPDX-License-Identifier: GPL-3.0-or-later
//
// The second stage of a launch plan: where each row and each of its products is stored. Rows of one space with the same
// demand form a class. Under PlanRules::orderRows, rows of one class are stored together in order of creation, so that
// a product of many rows reads one block of memory; products are always stored like this.
#pragma once

#include "core/plan/found_rows.h"

#include <cstdint>

namespace batchscope {

/// The rows of one space that have the same demand.
struct RowClass {
    SpaceId space = {};
    std::uint64_t demand = 0;
    std::uint32_t rows = 0;
    Offset first = 0;         ///< offset of its first row
    std::uint32_t stride = 0; ///< distance from a row to the next
    bool operator==(const RowClass&) const = default;
};

/// The rows of a space and where they are stored.
struct RowSpace {
    std::int32_t width = 0;
    std::uint32_t stride = 0;
    bool isReadInside = false; ///< see CodeSpace
    Offset first = 0;
    std::uint32_t rows = 0;
    bool operator==(const RowSpace&) const = default;
};

/// All static rows from one source. One launch copies them, or with Launching::PerBatch several (CopyStep).
struct CopyLaunch {
    StaticSource source = {};
    IdRange<StaticEntryId> rows = {};
    bool operator==(const CopyLaunch&) const = default;
};

struct PlacedRows {
    FlatList<SpaceId, RowSpace> spaces; ///< spaces of the code, then static ones, one for each copy
    SpaceId firstStatic = {};           ///< first static entry of `spaces`
    FlatList<ClassId, RowClass> classes;
    FlatList<RowId, ClassId> rowClasses;
    FlatList<RowId, std::uint32_t> rowPlaces;   ///< place of the row, and of its products, in its class
    bool ordered = true;                        ///< true: rows of a class are stored together; false: rows of a space
    FlatList<RowId, std::uint32_t> spacePlaces; ///< only when not ordered: place in its space
    FlatList<ClassGroupId, Offset> products;    ///< product of a class's first row; kNoOffset if there is none
    FlatList<GroupId, std::uint32_t> strides;   ///< distance from a product row to the next
    FlatList<CopyId, CopyLaunch> copies;
    FlatList<StaticEntryId, std::uint32_t> staticIds; ///< row of the table, or constant
    FlatList<StaticEntryId, Offset> staticOffsets;
    std::uint64_t end = 0; ///< past the last unit in use

    /// True if offsets reach all of the memory (256 GiB); otherwise only `end` is valid.
    [[nodiscard]] bool fits() const { return end <= OffsetCursor::kMost; }

    [[nodiscard]] const RowClass& classOf(RowId row) const { return classes[rowClasses[row]]; }
    [[nodiscard]] const RowSpace& spaceOf(RowId row) const { return spaces[classOf(row).space]; }
    [[nodiscard]] Offset offsetOf(RowId row) const {
        const RowClass& rows = classes[rowClasses[row]];
        return rows.first + (ordered ? rowPlaces[row] : spacePlaces[row]) * rows.stride;
    }
    [[nodiscard]] ClassGroupId pairOf(ClassId rows, GroupId group) const {
        return ClassGroupId(rows.index() * strides.size() + group.index());
    }
    /// Where the product of a row is stored; the row must have one.
    [[nodiscard]] Offset productOffsetOf(RowId row, GroupId group) const {
        return products[pairOf(rowClasses[row], group)] + rowPlaces[row] * strides[group];
    }
    [[nodiscard]] SpaceId staticSpaceOf(CopyId copy) const { return SpaceId(firstStatic.index() + copy.index()); }
    /// The launch that fills a space of static rows; null for the rows of kernels.
    [[nodiscard]] const CopyLaunch* copyInto(SpaceId space) const {
        return space < firstStatic ? nullptr : &copies[CopyId(space.index() - firstStatic.index())];
    }
};

/// Decides where rows and products are stored. Reuses the memory of `recycled`. O(rows + classes · groups).
[[nodiscard]] PlacedRows placeRows(const PlanInput& input, const FoundRows& found, PlacedRows recycled = {});

} // namespace batchscope
