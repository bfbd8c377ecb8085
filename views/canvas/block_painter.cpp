// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/painters.h"

#include <cmath>

namespace batchscope {

namespace {

/// How much of a block is there at this moment, 0 … 1.
double presence(const Scene& scene, std::size_t step) {
    const StoryState& state = scene.state;
    if (state.stage == StoryStage::Folded || step < state.finished) {
        return 1.0;
    }
    const bool active = state.stage == StoryStage::Batches && state.active == BatchId(step);
    return active ? std::max(static_cast<double>(state.moved) * 0.6, static_cast<double>(state.closed)) : 0.0;
}

bool isActive(const Scene& scene, std::size_t step) {
    return scene.state.stage == StoryStage::Batches && scene.state.active == BatchId(step);
}

/// Free height around each block's middle, in pixels: half way to its neighbours above and below in the column.
std::vector<double> freeHeights(const Scene& scene) {
    const auto& boxes = scene.model.batchBoxes();
    std::vector<double> heights(boxes.size(), 1e9);
    for (std::size_t step = 1; step < boxes.size(); ++step) {
        const Box& below = boxes[step - 1];
        const Box& above = boxes[step];
        if (above.y < below.y) { // the same column
            const double distance =
                static_cast<double>(below.y + below.height / 2.0F - above.y - above.height / 2.0F) * scene.camera.scale;
            heights[step] = std::min(heights[step], distance);
            heights[step - 1] = std::min(heights[step - 1], distance);
        }
    }
    return heights;
}

/// All tiles of a complete block at once: its full rows, and the last one.
void fillSolid(QPainter& painter, const Scene& scene, std::size_t step, const QColor& colour) {
    const Box& box = scene.model.batchBoxes()[step];
    const std::size_t size = scene.model.schedule()->batchSize(BatchId(step));
    const auto perRow = static_cast<std::size_t>(std::lround(box.width));
    const std::size_t fullRows = size / perRow;
    const auto full = static_cast<float>(fullRows);
    painter.fillRect(scene.camera.toPixel(Box{box.x, box.y, box.width, full}), colour);
    const auto rest = static_cast<float>(size - fullRows * perRow);
    if (rest > 0.0F) {
        painter.fillRect(scene.camera.toPixel(Box{box.x, box.y + full, rest, 1.0F}), colour);
    }
}

} // namespace

bool solidBlocks(const Scene& scene) {
    constexpr double kTilesSeen = 9.0; // pixels a unit
    return scene.camera.scale < kTilesSeen;
}

void paintBlocks(QPainter& painter, const Scene& scene) {
    const auto& boxes = scene.model.batchBoxes();
    if (scene.model.schedule() == nullptr ||
        (scene.state.stage != StoryStage::Batches && scene.state.stage != StoryStage::Folded)) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, boxes.size() < 2000);
    constexpr double kOutlined = 1.2; // pixels a unit; below, an outline is larger than its block
    const double margin = std::min(3.0, scene.camera.scale * 0.16);
    for (std::size_t step = 0; step < boxes.size(); ++step) {
        const double share = presence(scene, step);
        const QRectF pixels = scene.camera.toPixel(boxes[step]).adjusted(-margin, -margin, margin, margin);
        if (!pixels.intersects(scene.canvas) || (share <= 0.0 && scene.camera.scale < 2.0)) {
            continue;
        }
        const double radius = std::min(4.0, scene.camera.scale * 0.25);
        if (share <= 0.0) { // still to come: an empty place
            painter.setPen(QPen(scene.theme.rule, 1.0));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(pixels, radius, radius);
            continue;
        }
        const OpId op = scene.model.graph().signatures[scene.model.schedule()->batchSignatures[BatchId(step)]].op;
        const bool active = isActive(scene, step);
        const double strength = (active ? 1.0 : 0.55) * share;
        if (scene.camera.scale >= kOutlined || active) {
            painter.setPen(QPen(mixedColour(scene.theme.op(op), scene.theme.canvas, strength), active ? 1.6 : 1.0));
            painter.setBrush(scene.theme.lane);
            painter.drawRoundedRect(pixels, radius, radius);
        }
        if (solidBlocks(scene) && (!active || scene.state.closed >= 1.0F)) {
            constexpr double kFinished = 0.68;
            const bool lit = active || scene.state.stage == StoryStage::Folded;
            fillSolid(painter, scene, step, mixedColour(scene.theme.op(op), scene.theme.lane, lit ? 1.0 : kFinished));
        }
    }
    painter.restore();
}

void paintBlockLabels(QPainter& painter, const Scene& scene) {
    const auto& boxes = scene.model.batchBoxes();
    if (scene.model.schedule() == nullptr ||
        (scene.state.stage != StoryStage::Batches && scene.state.stage != StoryStage::Folded)) {
        return;
    }
    painter.save();
    const std::vector<double> heights = freeHeights(scene);
    const double gap = std::clamp(scene.camera.scale * 0.35, 7.0, 14.0);
    constexpr double kLeast = 7.0;
    for (std::size_t step = 0; step < boxes.size(); ++step) {
        const double share = presence(scene, step);
        const bool active = isActive(scene, step);
        const bool selected = scene.focus.batch.valid() && scene.focus.batch == BatchId(step);
        const double size = std::min(pixelSize(scene.font) * 1.0, heights[step] * 0.86);
        if (share <= 0.0 || (size < kLeast && !active && !selected)) {
            continue;
        }
        const QRectF box = scene.camera.toPixel(boxes[step]);
        if (!box.adjusted(0, 0, 400, 0).intersects(scene.canvas)) {
            continue;
        }
        QFont font = atSize(scene.font, std::max(size, active || selected ? 11.0 : kLeast));
        font.setWeight(active || selected ? QFont::DemiBold : QFont::Normal);
        const QFontMetricsF metrics(font);
        const QString label = scene.model.batchLabel(BatchId(step));
        QRectF place(box.right() + gap, box.center().y() - metrics.height() / 2.0,
                     metrics.horizontalAdvance(label) + 2.0, metrics.height());
        painter.setOpacity(share);
        if (active || selected || scene.state.stage == StoryStage::Folded) { // edges may run below
            painter.setPen(Qt::NoPen);
            painter.setBrush(withAlpha(scene.theme.canvas, 0.8));
            painter.drawRoundedRect(place.adjusted(-3, 0, 3, 0), 3, 3);
        }
        painter.setFont(font);
        painter.setPen(active || selected || scene.state.stage == StoryStage::Folded ? scene.theme.text
                                                                                     : scene.theme.mutedText);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, label);
        if (active || selected || scene.camera.scale > 30.0) {
            const QString shape = scene.model.batchShape(BatchId(step));
            font.setWeight(QFont::Normal);
            painter.setFont(font);
            painter.setPen(scene.theme.mutedText);
            painter.drawText(QRectF(place.right() + gap, place.top(), 300.0, place.height()),
                             Qt::AlignLeft | Qt::AlignVCenter, shape);
        }
    }
    painter.restore();
}

} // namespace batchscope
