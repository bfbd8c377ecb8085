// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/painters.h"

#include <cmath>

namespace batchscope {

namespace {

constexpr double kPlacesSeen = 2.0;
constexpr double kOutlined = 1.2; // pixels a unit; below, an outline is larger than its block

/// So many blocks below a pixel are cells among others.
bool isDust(const Scene& scene) {
    constexpr std::size_t kMany = 20'000;
    return scene.model.batchBoxes().size() > kMany && scene.camera.scale < kOutlined;
}

/// The first `size` tiles of a block at once: full rows, and the last one.
void fillSolid(QPainter& painter, const Scene& scene, const Box& box, std::size_t size, const QColor& colour) {
    const auto perRow = static_cast<std::size_t>(std::lround(box.width));
    const std::size_t fullRows = size / perRow;
    const auto full = static_cast<float>(fullRows);
    painter.fillRect(scene.paintable(Box{box.x, box.y, box.width, full}), colour);
    const auto rest = static_cast<float>(size - fullRows * perRow);
    if (rest > 0.0F) {
        painter.fillRect(scene.paintable(Box{box.x, box.y + full, rest, 1.0F}), colour);
    }
}

bool isOnItsWay(const Scene& scene, std::size_t step) {
    return isActive(scene, step) && scene.state.moved < 1.0F;
}

} // namespace

const Box& blockBox(const Scene& scene, std::size_t step) {
    const bool moves = isActive(scene, step) && scene.state.block.width > 0.0F;
    return moves ? scene.state.block : scene.model.batchBoxes()[step];
}

double blockPresence(const Scene& scene, std::size_t step) {
    const StoryState& state = scene.state;
    if (state.stage == StoryStage::Folded || step < state.finished) {
        return 1.0;
    }
    const bool active = isBatchStage(state.stage) && state.active == BatchId(step);
    return active ? static_cast<double>(state.closed) : 0.0;
}

bool isActive(const Scene& scene, std::size_t step) {
    return isBatchStage(scene.state.stage) && scene.state.active == BatchId(step);
}

bool solidBlocks(const Scene& scene) {
    return scene.resolution() < kTilesSeen;
}

bool paintsBlockAreas(const Scene& scene) {
    return solidBlocks(scene) && !isDust(scene);
}

namespace {

/// One block, or the empty place of one that is still to come.
void paintBlock(QPainter& painter, const Scene& scene, std::size_t step) {
    const auto& boxes = scene.model.batchBoxes();
    const double margin = std::min(3.0, scene.camera.scale * 0.16);
    const double share = blockPresence(scene, step);
    const Box& box = blockBox(scene, step);
    const QRectF pixels = scene.paintable(box).adjusted(-margin, -margin, margin, margin);
    if (!pixels.intersects(scene.canvas) || (share <= 0.0 && scene.camera.scale < kPlacesSeen)) {
        return;
    }
    const double radius = std::min(4.0, scene.camera.scale * 0.25);
    if (share <= 0.0 || isOnItsWay(scene, step)) { // still to come: an empty place
        const QRectF place = scene.paintable(boxes[step]).adjusted(-margin, -margin, margin, margin);
        constexpr double kClear = 3.5;
        painter.setPen(QPen(withAlpha(scene.theme.rule, fadeIn(scene.camera.scale, kPlacesSeen, kClear)), 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(place, radius, radius);
    }
    if (share <= 0.0 || (isActive(scene, step) && scene.state.block.width <= 0.0F)) {
        return;
    }
    const QColor colour = scene.colourOf(BatchId(step));
    const bool active = isActive(scene, step);
    const double strength = (active ? 1.0 : 0.55) * share;
    if (scene.camera.scale >= kOutlined || active) {
        const double outlined = active ? 1.0 : fadeIn(scene.camera.scale, kOutlined, 2.0 * kOutlined);
        painter.setPen(QPen(mixedColour(colour, scene.theme.canvas, strength * outlined), active ? 1.6 : 1.0));
        painter.setBrush(scene.theme.lane);
        painter.drawRoundedRect(pixels, radius, radius);
    }
    const double solid = 1.0 - fadeIn(scene.resolution(), kTilesSeen, kTilesApart); // below tiles that part
    if (solid > 0.0 && (!active || scene.state.closed >= 1.0F)) {
        const double before = painter.opacity();
        painter.setOpacity(before * solid);
        const std::size_t size = scene.model.schedule()->batchSize(BatchId(step));
        const bool lit = active || scene.state.stage == StoryStage::Folded;
        if (active) {
            fillSolid(painter, scene, box, size, mixedColour(colour, scene.theme.lane, kEmptyTone));
        }
        fillSolid(painter, scene, box, active ? scene.rowsComputed() : size,
                  mixedColour(colour, scene.theme.lane, lit ? 1.0 : kFinishedTone));
        painter.setOpacity(before);
    }
}

} // namespace

void paintBlocks(QPainter& painter, const Scene& scene) {
    const auto& boxes = scene.model.batchBoxes();
    if (scene.model.schedule() == nullptr || !hasBlocks(scene.state.stage)) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, boxes.size() < 2000);
    const bool tiny = isDust(scene);
    const auto paint = [&](std::size_t step) {
        if (!isActive(scene, step) && !tiny) {
            paintBlock(painter, scene, step);
        }
    };
    constexpr double kAround = 1.0; // units
    scene.model.batchIndex().candidates(scene.visibleWorld(kAround), paint);
    if (isBatchStage(scene.state.stage)) {
        paintBlock(painter, scene, scene.state.active.index()); // it may be anywhere on its way
    }
    painter.restore();
}

} // namespace batchscope
