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

constexpr std::size_t kMostInSkyline = 5000;
constexpr std::size_t kManyBoxes = 200;

/// The given order is easier to read; another must be larger by this factor.
constexpr float kWorthDisorder = 1.3F;

/// A stretch of the packing's lower edge.
struct Ledge {
    float x = 0.0F;
    float width = 0.0F;
    float y = 0.0F;
};

/// How high a box of this width can go when it begins at ledge `first`: the lowest of the ledges that it spans. The
/// ledges reach to the limit, so a box that would stick out finds none.
float restingPlace(const std::vector<Ledge>& ledges, std::size_t first, float width) {
    float y = 0.0F;
    float left = width;
    for (std::size_t index = first; index < ledges.size() && left > 0.0F; ++index) {
        y = std::max(y, ledges[index].y);
        left -= ledges[index].width;
    }
    constexpr float kHair = 1e-3F;
    return left > kHair ? std::numeric_limits<float>::max() : y;
}

/// Lowers the edge under [x, x + width) to y.
void cover(std::vector<Ledge>& ledges, std::size_t first, float width, float y) {
    const float x = ledges[first].x;
    std::size_t last = first;
    while (last < ledges.size() && ledges[last].x + ledges[last].width <= x + width) {
        ++last;
    }
    if (last < ledges.size()) { // the rest of a ledge that is covered in part
        const float cut = x + width - ledges[last].x;
        ledges[last].x += cut;
        ledges[last].width -= cut;
    }
    const auto begin = ledges.begin() + static_cast<std::ptrdiff_t>(first);
    ledges.erase(begin, ledges.begin() + static_cast<std::ptrdiff_t>(last));
    ledges.insert(ledges.begin() + static_cast<std::ptrdiff_t>(first), {x, width, y});
}

/// The skyline heuristic: each box in turn to the highest, then leftmost place where it fits.
Extent placeSkyline(std::vector<Box>& boxes, const std::vector<std::size_t>& order, float limit, float gap) {
    std::vector<Ledge> ledges{{0.0F, limit + gap, 0.0F}};
    Extent extent;
    for (const std::size_t turn : order) {
        Box& box = boxes[turn];
        std::size_t best = 0;
        float bestY = std::numeric_limits<float>::max();
        for (std::size_t index = 0; index < ledges.size(); ++index) {
            const float y = restingPlace(ledges, index, box.width + gap);
            if (y < bestY) {
                bestY = y;
                best = index;
            }
        }
        box.x = ledges[best].x;
        box.y = bestY;
        cover(ledges, best, box.width + gap, bestY + box.height + gap);
        extent.width = std::max(extent.width, box.right());
        extent.height = std::max(extent.height, box.bottom());
    }
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
    double area = 0.0;
    float widest = 0.0F;
    std::vector<std::size_t> given(boxes.size());
    for (std::size_t index = 0; index < boxes.size(); ++index) {
        const Box& box = boxes[index];
        area += static_cast<double>(box.width + gap) * static_cast<double>(box.height + gap);
        widest = std::max(widest, box.width);
        given[index] = index;
    }
    std::vector<std::size_t> byHeight = given;
    std::stable_sort(byHeight.begin(), byHeight.end(),
                     [&](std::size_t left, std::size_t right) { return boxes[left].height > boxes[right].height; });
    const bool many = boxes.size() > kMostInSkyline;
    const auto place = [&](const std::vector<std::size_t>& order, float limit) {
        return many ? placeRows(boxes, limit, gap) : placeSkyline(boxes, order, limit, gap);
    };
    const float ideal = static_cast<float>(std::sqrt(area * static_cast<double>(aspect)));
    const std::vector<std::size_t>* bestOrder = &given;
    float bestLimit = std::max(widest, ideal);
    float bestScale = 0.0F; // the zoom at which the result fits a window of this aspect
    const int tries = boxes.size() > kManyBoxes ? 10 : 48;
    for (const auto* order : {&given, &byHeight}) {
        for (int attempt = 0; attempt < tries; ++attempt) {
            const float share = static_cast<float>(attempt) / static_cast<float>(tries);
            const float limit = std::max(widest, ideal * (0.8F + 0.8F * share));
            const Extent extent = place(*order, limit);
            const float scale = std::min(aspect / std::max(extent.width, 1.0F), 1.0F / std::max(extent.height, 1.0F));
            if (scale > bestScale * (order == bestOrder ? 1.0F : kWorthDisorder)) {
                bestScale = scale;
                bestLimit = limit;
                bestOrder = order;
            }
        }
    }
    place(*bestOrder, bestLimit);
    return boxes;
}

} // namespace batchscope
