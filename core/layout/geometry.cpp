// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
    const double half = clamped < 0.5 ? 4.0 * clamped * clamped * clamped : 1.0 - std::pow(2.0 - 2.0 * clamped, 3.0) / 2.0;
    return static_cast<float>(half);
}

std::vector<Box> packedInRows(std::vector<Box> boxes, float aspect, float gap) {
    double area = 0.0;
    float widest = 0.0F;
    for (const Box& box : boxes) {
        area += static_cast<double>(box.width + gap) * static_cast<double>(box.height + gap);
        widest = std::max(widest, box.width);
    }
    const float ideal = static_cast<float>(std::sqrt(area * static_cast<double>(aspect)));
    float best = std::max(widest, ideal);
    float bestScale = 0.0F; // the zoom at which the result fits a window of this aspect
    constexpr int kTries = 12;
    for (int attempt = 0; attempt < kTries; ++attempt) {
        const float limit = std::max(widest, ideal * (0.7F + 0.08F * static_cast<float>(attempt)));
        const Extent extent = placeRows(boxes, limit, gap);
        const float scale = std::min(aspect / std::max(extent.width, 1.0F), 1.0F / std::max(extent.height, 1.0F));
        if (scale > bestScale) {
            bestScale = scale;
            best = limit;
        }
    }
    placeRows(boxes, best, gap);
    return boxes;
}

} // namespace batchscope
