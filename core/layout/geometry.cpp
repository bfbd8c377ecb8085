// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/geometry.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

struct Extent {
    float width = 0.0F;
    float height = 0.0F;
};

Extent placeRows(std::vector<Box>& boxes, float limit, float gap) {
    Extent extent;
    float x = 0.0F;
    float y = 0.0F;
    float rowHeight = 0.0F;
    for (Box& box : boxes) {
        if (x > 0.0F && x + box.width > limit) {
            y += rowHeight + gap;
            x = 0.0F;
            rowHeight = 0.0F;
        }
        box.x = x;
        box.y = y;
        x += box.width + gap;
        rowHeight = std::max(rowHeight, box.height);
        extent.width = std::max(extent.width, box.right());
    }
    extent.height = y + rowHeight;
    return extent;
}

} // namespace

Box united(const Box& left, const Box& right) {
    if (left.width <= 0.0F && left.height <= 0.0F) {
        return right;
    }
    if (right.width <= 0.0F && right.height <= 0.0F) {
        return left;
    }
    const float x = std::min(left.x, right.x);
    const float y = std::min(left.y, right.y);
    return {x, y, std::max(left.right(), right.right()) - x, std::max(left.bottom(), right.bottom()) - y};
}

Point mixed(Point from, Point to, float share) {
    return {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
}

Box mixed(const Box& from, const Box& to, float share) {
    const Point corner = mixed(Point{from.x, from.y}, Point{to.x, to.y}, share);
    const Point size = mixed(Point{from.width, from.height}, Point{to.width, to.height}, share);
    return {corner.x, corner.y, size.x, size.y};
}

float eased(double share) {
    const double clamped = std::clamp(share, 0.0, 1.0);
    const double half =
        clamped < 0.5 ? 4.0 * clamped * clamped * clamped : 1.0 - std::pow(2.0 - 2.0 * clamped, 3.0) / 2.0;
    return static_cast<float>(half);
}

double uneased(double value) {
    const double clamped = std::clamp(value, 0.0, 1.0);
    return clamped < 0.5 ? std::cbrt(clamped / 4.0) : 1.0 - std::cbrt(2.0 - 2.0 * clamped) / 2.0;
}

std::size_t rowsFor(std::size_t count, std::size_t columns) {
    return (count + columns - 1) / columns;
}

Point cellCentre(Point corner, std::size_t slot, std::size_t columns) {
    const std::size_t row = slot / columns;
    const std::size_t column = slot % columns;
    return {corner.x + static_cast<float>(column) + 0.5F, corner.y + static_cast<float>(row) + 0.5F};
}

std::vector<Box> packed(std::vector<Box> boxes, float aspect, float gap) {
    constexpr int kTries = 48;
    double area = 0.0;
    float widest = 0.0F;
    for (const Box& box : boxes) {
        area += static_cast<double>(box.width + gap) * static_cast<double>(box.height + gap);
        widest = std::max(widest, box.width);
    }
    const float ideal = static_cast<float>(std::sqrt(area * static_cast<double>(aspect)));
    float bestLimit = std::max(widest, ideal);
    float bestScale = 0.0F; // the zoom at which the result fits a window of this aspect
    for (int attempt = 0; attempt < kTries; ++attempt) {
        const float share = static_cast<float>(attempt) / static_cast<float>(kTries);
        const float limit = std::max(widest, ideal * (0.8F + 0.8F * share));
        const Extent extent = placeRows(boxes, limit, gap);
        const float scale = std::min(aspect / std::max(extent.width, 1.0F), 1.0F / std::max(extent.height, 1.0F));
        if (scale > bestScale) {
            bestScale = scale;
            bestLimit = limit;
        }
    }
    placeRows(boxes, bestLimit, gap);
    return boxes;
}

} // namespace batchscope
