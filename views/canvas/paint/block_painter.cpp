// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/painters.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

namespace batchscope {

namespace {

constexpr double kPlacesSeen = 2.0;
constexpr double kOutlined = 1.2; // pixels per unit; below that, an outline is larger than its block

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

namespace {

/// Paints one block, or its empty place if it is still to come.
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
    if (share <= 0.0 || isOnItsWay(scene, step)) { // an empty place for a later block
        const QRectF place = scene.paintable(boxes[step]).adjusted(-margin, -margin, margin, margin);
        painter.setPen(QPen(scene.theme.rule, 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(place, radius, radius);
    }
    if (share <= 0.0 || (isActive(scene, step) && scene.state.block.width <= 0.0F)) {
        return;
    }
    const QColor color = scene.colorOf(BatchId(step));
    const bool active = isActive(scene, step);
    const double strength = (active ? 1.0 : 0.55) * share;
    painter.setPen(QPen(mixedColor(color, scene.theme.canvas, strength), active ? 1.6 : 1.0));
    painter.setBrush(scene.theme.lane);
    painter.drawRoundedRect(pixels, radius, radius);
}

} // namespace

void paintBlocks(QPainter& painter, const Scene& scene) {
    const auto& boxes = scene.model.batchBoxes();
    if (scene.model.schedule() == nullptr || !hasBlocks(scene.state.stage)) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, boxes.size() < 2000);
    const auto paint = [&](std::size_t step) {
        if (!isActive(scene, step)) {
            paintBlock(painter, scene, step);
        }
    };
    constexpr double kAround = 1.0; // units
    if (scene.camera.scale >= kOutlined) {
        scene.model.batchIndex().candidates(scene.visibleWorld(kAround), paint);
    }
    if (isBatchStage(scene.state.stage)) {
        paintBlock(painter, scene, scene.state.active.index()); // the active block may be anywhere on its way
    }
    painter.restore();
}

namespace {

constexpr double kLeastLabelText = 10.0;  // pixels; smaller cannot be read
constexpr std::size_t kMostBlocks = 5000; // beyond this, only active and selected blocks are labeled

double gapOf(double scale) {
    return std::clamp(scale * 0.35, 7.0, 14.0);
}

bool isSelected(const Scene& scene, std::size_t step) {
    return scene.focus.batch.valid() && scene.focus.batch == BatchId(step);
}

struct Label {
    std::size_t step = 0;
    std::size_t column = 0;
    double middle = 0.0; ///< vertical center of its block, in pixels
    double share = 1.0;
};

/// The candidates in order of importance: selected, active, then the larger batches.
std::vector<Label> candidates(const Scene& scene) {
    const auto& boxes = scene.model.batchBoxes();
    std::vector<Label> labels;
    const auto& columns = scene.model.columns();
    for (std::size_t column = 0; column < columns.size(); ++column) {
        for (std::size_t step = columns[column].first; step < columns[column].last; ++step) {
            const double share = blockPresence(scene, step);
            if (share <= 0.0 || (boxes.size() > kMostBlocks && !isActive(scene, step) && !isSelected(scene, step))) {
                continue;
            }
            const double middle = scene.camera.toPixel(blockBox(scene, step)).center().y();
            if (middle > scene.canvas.top() && middle < scene.canvas.bottom()) {
                labels.push_back({step, column, middle, share});
            }
        }
    }
    const auto weight = [&](const Label& label) {
        return std::tuple(isSelected(scene, label.step), isActive(scene, label.step),
                          scene.model.schedule()->batchSize(BatchId(label.step)));
    };
    std::stable_sort(labels.begin(), labels.end(),
                     [&](const Label& left, const Label& right) { return weight(left) > weight(right); });
    return labels;
}

/// The right limit of a label: the next column, or the canvas's edge. The active batch's label may cover the places of
/// blocks that are still to come.
double limitOf(const Scene& scene, const Label& label) {
    const auto& columns = scene.model.columns();
    const bool empty = isActive(scene, label.step) && scene.state.finished <= columns[label.column].last;
    const double end = scene.camera.toPixel(Point{columns[label.column].end, 0.0F}).x();
    return empty ? scene.canvas.right() : std::min(end, scene.canvas.right());
}

/// The left edge of a label, right of the column's widest block; the active batch's label moves there with its block.
double leftOf(const Scene& scene, const Label& label) {
    const double resting = scene.camera.toPixel(Point{scene.model.columns()[label.column].right, 0.0F}).x();
    double left = resting;
    if (isActive(scene, label.step)) {
        const double beside = scene.camera.toPixel(blockBox(scene, label.step)).right();
        left = beside + (resting - beside) * static_cast<double>(scene.state.moved);
    }
    return left + gapOf(scene.camera.scale);
}

/// Draws the text on its own background, since edges may run below, with a thin line from a block far left of it.
void drawLabel(QPainter& painter, const Scene& scene, const Label& label, QPointF corner, QFont font) {
    const SceneModel& model = scene.model;
    const bool strong = isActive(scene, label.step) || isSelected(scene, label.step);
    font.setWeight(strong ? QFont::DemiBold : QFont::Normal);
    const QFontMetricsF metrics(font);
    const QString text = model.batchLabel(BatchId(label.step));
    const QRectF place(corner, QSizeF(std::ceil(metrics.horizontalAdvance(text)) + 2.0, metrics.height()));
    if (!scene.takesLabel(place)) {
        return;
    }
    painter.setOpacity(label.share);
    const double end = scene.camera.toPixel(blockBox(scene, label.step)).right() + 5.0;
    constexpr double kFar = 12.0;
    if (place.left() - end > kFar) {
        painter.setPen(QPen(scene.theme.rule, 1.0));
        const double level = std::floor(label.middle) + 0.5;
        painter.drawLine(QPointF(end, level), QPointF(place.left() - 4.0, level));
    }
    painter.fillRect(place.adjusted(-3.0, 0.0, 1.0, 0.0), withAlpha(scene.theme.canvas, 0.85));
    painter.setFont(font);
    const bool full = strong || scene.state.stage == StoryStage::Folded;
    painter.setPen(full ? scene.theme.text : scene.theme.mutedText);
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
    constexpr double kShapesSeen = 30.0; // pixels per unit
    if (!strong && scene.camera.scale < kShapesSeen) {
        return;
    }
    const QString shape = model.batchShape(BatchId(label.step));
    font.setWeight(QFont::Normal);
    const double width = QFontMetricsF(font).horizontalAdvance(shape);
    const QRectF beside(place.right() + gapOf(scene.camera.scale), place.top(), width, place.height());
    if (beside.right() < limitOf(scene, label) && scene.takesLabel(beside)) {
        painter.fillRect(beside.adjusted(-3.0, 0.0, 2.0, 0.0), withAlpha(scene.theme.canvas, 0.85));
        painter.setFont(font);
        painter.setPen(scene.theme.mutedText);
        painter.drawText(beside, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, shape);
    }
}

} // namespace

double blockLabelWidth(const SceneModel& model, const QFont& font) {
    constexpr double kGreatestGap = 14.0;
    constexpr double kSpare = 6.0;
    if (!model.longestLabel().valid()) {
        return 0.0;
    }
    QFont strong = font;
    strong.setWeight(QFont::DemiBold);
    return QFontMetricsF(strong).horizontalAdvance(model.batchLabel(model.longestLabel())) +
           QFontMetricsF(font).horizontalAdvance(model.batchShape(model.longestLabel())) + 2.0 * kGreatestGap + kSpare;
}

void paintBlockLabels(QPainter& painter, const Scene& scene) {
    if (scene.model.schedule() == nullptr || !hasBlocks(scene.state.stage)) {
        return;
    }
    const double least = scene.leastText(kLeastLabelText);
    const QFont font =
        atSize(scene.font, std::clamp(scene.camera.scale, least, std::max(least, pixelSize(scene.font))));
    QFont strong = font;
    strong.setWeight(QFont::DemiBold);
    const double line = QFontMetricsF(font).height();
    const auto widthOf = [metrics = QFontMetricsF(strong), &scene](std::size_t step) {
        return metrics.horizontalAdvance(scene.model.batchLabel(BatchId(step)));
    };
    painter.save();
    for (const Label& label : candidates(scene)) {
        const double left = leftOf(scene, label);
        if (left >= scene.canvas.left() && left + widthOf(label.step) + 2.0 <= limitOf(scene, label)) {
            drawLabel(painter, scene, label, {left, label.middle - line / 2.0}, font);
        }
    }
    painter.restore();
}

} // namespace batchscope
