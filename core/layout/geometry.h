// SPDX-License-Identifier: GPL-3.0-or-later
//
// Points and boxes of the picture's world, without Qt. One unit is the side of a node; x grows to the right, y
// downward, as on a screen.
#pragma once

#include <cstddef>
#include <vector>

namespace batchscope {

struct Point {
    float x = 0.0F;
    float y = 0.0F;
    bool operator==(const Point&) const = default;
};

struct Box {
    float x = 0.0F; ///< left
    float y = 0.0F; ///< top
    float width = 0.0F;
    float height = 0.0F;

    [[nodiscard]] float right() const { return x + width; }
    [[nodiscard]] float bottom() const { return y + height; }
    [[nodiscard]] bool contains(Point point) const {
        return point.x >= x && point.x <= right() && point.y >= y && point.y <= bottom();
    }
    bool operator==(const Box&) const = default;
};

[[nodiscard]] Box united(const Box& left, const Box& right);
[[nodiscard]] Box mixed(const Box& from, const Box& to, float share);
[[nodiscard]] Point mixed(Point from, Point to, float share);

/// Slow-in, slow-out: cubic, 0 → 0, 1 → 1, clamped outside.
[[nodiscard]] float eased(double share);
/// The share at which eased() has come to `value`.
[[nodiscard]] double uneased(double value);

/// Rows that `count` cells need at `columns` cells a row.
[[nodiscard]] std::size_t rowsFor(std::size_t count, std::size_t columns);
/// Center of the unit cell `slot` in rows of `columns` cells that begin at `corner`.
[[nodiscard]] Point cellCentre(Point corner, std::size_t slot, std::size_t columns);

/// Places boxes of given sizes in rows, in order, so that they appear as large as possible in a window of this aspect.
/// Returns the boxes with x and y set; `gap` units between neighbors and rows.
[[nodiscard]] std::vector<Box> packed(std::vector<Box> boxes, float aspect, float gap);

} // namespace batchscope
