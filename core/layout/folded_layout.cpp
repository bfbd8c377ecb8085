// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/folded_layout.h"

#include "core/base/check.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace batchscope {

namespace {

constexpr float kBlockGap = 0.6F;
constexpr float kColumnGap = 1.0F;

/// Labels have a size on the screen, not in the world. As shares of the picture's height, at some 700 pixels:
constexpr float kBlockLabelShare = 0.15F;
constexpr float kArcShare = 0.07F;
constexpr float kGapShare = 0.005F;
constexpr float kPitchShare = 0.019F; // what one block takes at least, so that its label fits
constexpr float kLeastBlockLabelWidth = 6.0F;
constexpr float kLeastArcWidth = 2.0F;

/// With more blocks than this nothing can be read anyway; room for labels would only make the blocks smaller.
constexpr std::size_t kMostLabels = 160;

/// Several columns must make the picture larger by this factor.
constexpr float kWorthColumns = 1.6F;

struct Shape {
    std::size_t tilesPerRow = 1;
    float columnHeight = 1.0F;
    float labelWidth = kLeastBlockLabelWidth;
    float arcWidth = kLeastArcWidth;
    float gap = kBlockGap;
    float leastPitch = 1.0F + kBlockGap;
};

Shape shapeFor(std::size_t tilesPerRow, float columnHeight, std::size_t blocks) {
    Shape shape;
    shape.tilesPerRow = tilesPerRow;
    shape.columnHeight = columnHeight;
    if (blocks <= kMostLabels) {
        shape.labelWidth = std::max(kLeastBlockLabelWidth, columnHeight * kBlockLabelShare);
        shape.arcWidth = std::max(kLeastArcWidth, columnHeight * kArcShare);
        shape.gap = std::max(kBlockGap, columnHeight * kGapShare);
        shape.leastPitch = std::max(1.0F + kBlockGap, columnHeight * kPitchShare);
    }
    return shape;
}

/// Places blocks upwards, column after column. y is 0 at the bottom and negative above; returns the bounds.
Box place(const Schedule& schedule, const Shape& shape, std::vector<Box>& boxes) {
    boxes.clear();
    Box bounds;
    float left = 0.0F;
    float y = 0.0F;
    float widest = 0.0F;
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const std::size_t size = schedule.batchSize(BatchId(step));
        const float height = static_cast<float>(rowsFor(size, shape.tilesPerRow));
        const float pitch = std::max(height + shape.gap, shape.leastPitch);
        if (y < 0.0F && -y + pitch > shape.columnHeight) {
            left += shape.arcWidth + widest + shape.labelWidth + kColumnGap;
            y = 0.0F;
            widest = 0.0F;
        }
        const auto width = static_cast<float>(std::min(size, shape.tilesPerRow));
        boxes.push_back({left + shape.arcWidth, y - (pitch + height) / 2.0F, width, height});
        bounds = united(bounds, {left, y - pitch, shape.arcWidth + width + shape.labelWidth, pitch});
        y -= pitch;
        widest = std::max(widest, width);
    }
    return bounds;
}

/// Tries some numbers of columns and keeps the one that appears largest in a window of this aspect.
Shape bestShape(const Schedule& schedule, std::size_t tilesPerRow, float aspect) {
    float total = 0.0F;
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        total += static_cast<float>(rowsFor(schedule.batchSize(BatchId(step)), tilesPerRow)) + kBlockGap;
    }
    std::vector<Box> boxes;
    const auto scaleOf = [&](const Shape& shape) {
        const Box bounds = place(schedule, shape, boxes);
        return std::min(aspect / std::max(bounds.width, 1.0F), 1.0F / std::max(bounds.height, 1.0F));
    };
    Shape best = shapeFor(tilesPerRow, total, schedule.batchCount());
    best.columnHeight = std::numeric_limits<float>::infinity();
    float bestScale = scaleOf(best) * kWorthColumns; // one column reads best: upwards is later
    for (float columns = 2.0F; columns <= 64.0F; columns = std::ceil(columns * 1.3F)) {
        const Shape shape = shapeFor(tilesPerRow, total / columns + 1.0F, schedule.batchCount());
        if (const float scale = scaleOf(shape); scale > bestScale) {
            bestScale = scale;
            best = shape;
        }
    }
    return best;
}

} // namespace

FoldedLayout layoutFolded(const Schedule& schedule, std::size_t tilesPerRow, float aspect) {
    BATCHSCOPE_CHECK(tilesPerRow > 0);
    FoldedLayout layout;
    layout.nodes.resize(schedule.nodes.size());
    const Shape shape = bestShape(schedule, tilesPerRow, aspect);
    layout.arcWidth = shape.arcWidth;
    layout.labelWidth = shape.labelWidth;
    layout.bounds = place(schedule, shape, layout.batches);
    const float top = layout.bounds.y;
    layout.bounds.y = 0.0F;
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        Box& box = layout.batches[step];
        box.y -= top;
        const auto nodes = schedule.batch(BatchId(step));
        for (std::size_t row = 0; row < nodes.size(); ++row) {
            layout.nodes[nodes[row].index()] = cellCentre({box.x, box.y}, row, shape.tilesPerRow);
        }
    }
    return layout;
}

} // namespace batchscope
