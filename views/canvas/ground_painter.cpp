// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/painters.h"

#include "core/base/text.h"

#include <QCoreApplication>

#include <cmath>

namespace batchscope {

namespace {

constexpr float kTreePadding = 0.9F;
constexpr double kLanePadding = 0.2;
constexpr double kLeastLabel = 9.5; // pixels

QString levelText(std::size_t level) {
    return QCoreApplication::translate("batchscope::CanvasView", "level %1").arg(level);
}

QString countText(const Scene& scene, std::size_t level) {
    return QStringLiteral("×") + QString::fromStdString(withThousands(scene.model.levelCounts()[level]));
}

} // namespace

void paintTreeBoxes(QPainter& painter, const Scene& scene) {
    constexpr double kBoxesGone = 0.4;
    const double share = (static_cast<double>(scene.state.sourceShare) - kBoxesGone) / (1.0 - kBoxesGone);
    const auto& boxes = scene.model.treeBoxes();
    constexpr double kGone = 0.02;
    if (share < kGone) {
        return;
    }
    painter.save();
    painter.setOpacity(share);
    const double radius = std::min(10.0, scene.camera.scale * 0.8);
    painter.setFont(atSize(scene.font, std::clamp(scene.camera.scale, 8.0, pixelSize(scene.font))));
    constexpr double kLeastNumbered = 4.0; // pixels a unit; below, a tab would hide the tree
    const bool numbered = scene.camera.scale >= kLeastNumbered;
    for (std::size_t tree = 0; tree < boxes.size(); ++tree) {
        const Box& box = boxes[tree];
        const QRectF pixels =
            scene.camera.toPixel(Box{box.x - kTreePadding, box.y - kTreePadding, box.width + 2.0F * kTreePadding,
                                     box.height + 2.0F * kTreePadding});
        if (!pixels.intersects(scene.canvas)) {
            continue;
        }
        const TreeId id = scene.model.snapshot().forest->treeIds[tree];
        const bool selected = scene.focus.tree.valid() && scene.focus.tree == id;
        painter.setPen(selected ? QPen(scene.theme.tree(id), 1.5) : QPen(scene.theme.rule, 1.0));
        painter.setBrush(scene.theme.lane);
        painter.drawRoundedRect(pixels, radius, radius);
        if (numbered) { // a tab in the tree's colour, which its tiles carry in the blocks
            const QString number = QString::number(id.index() + 1);
            const QFontMetricsF metrics(painter.font());
            const double height = std::ceil(metrics.height());
            const QRectF tab(pixels.left(), pixels.top(),
                             std::ceil(std::max(height * 1.2, metrics.horizontalAdvance(number) + height * 0.6)),
                             height);
            painter.setPen(Qt::NoPen);
            painter.setBrush(scene.theme.tree(id));
            painter.drawRoundedRect(tab, std::min(radius, height * 0.35), std::min(radius, height * 0.35));
            painter.setPen(scene.theme.onOp(OpId()));
            painter.drawText(tab, Qt::AlignCenter, number);
        }
    }
    painter.restore();
}

void paintLanes(QPainter& painter, const Scene& scene) {
    constexpr double kBegin = 0.4; // boxes go first, then lanes come
    const double moved = 1.0 - static_cast<double>(scene.state.sourceShare);
    const double entered = std::clamp((moved - kBegin) / (1.0 - kBegin), 0.0, 1.0);
    const double share = entered * (1.0 - static_cast<double>(scene.state.foldedShare));
    constexpr double kGone = 0.02;
    const auto& lanes = scene.model.laneBoxes();
    if (share < kGone || lanes.empty()) {
        return;
    }
    painter.save();
    painter.setOpacity(share);
    painter.setFont(atSize(scene.font, std::clamp(scene.camera.scale * 0.8, kLeastLabel, pixelSize(scene.font))));
    const QFontMetricsF metrics(painter.font());
    const double labels = static_cast<double>(scene.model.snapshot().lanes->labelWidth) * scene.camera.scale;
    double countWidth = metrics.height() * 0.5;
    for (std::size_t level = 0; level < lanes.size(); ++level) {
        const double width = metrics.horizontalAdvance(countText(scene, level)) + metrics.height() * 0.5;
        countWidth = std::max(countWidth, width);
    }
    const bool room = metrics.horizontalAdvance(levelText(10)) + countWidth + 8.0 < labels;
    const float widest = scene.model.snapshot().lanes->bounds.right();
    const double padding = kLanePadding * scene.camera.scale;
    double labelled = 1e9;
    for (std::size_t level = 0; level < lanes.size(); ++level) {
        const Box& box = lanes[level];
        const QRectF full = scene.camera.toPixel(Box{box.x, box.y, widest, box.height});
        if (!full.adjusted(-labels, 0, 0, 0).intersects(scene.canvas)) {
            continue;
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(scene.theme.lane);
        const double radius = std::min(6.0, full.height() / 2.0);
        painter.drawRoundedRect(full.adjusted(-padding, -padding, padding, padding), radius, radius);
        if (labelled - full.center().y() < metrics.height() * 0.95) {
            continue; // it would touch the label below
        }
        labelled = full.center().y();
        QRectF place(full.left() - labels, full.center().y() - metrics.height(), labels - padding - 6.0,
                     metrics.height() * 2.0);
        if (room) { // the count, in a column of its own
            painter.setPen(scene.theme.text);
            painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, countText(scene, level));
            place.setRight(place.right() - countWidth);
        }
        painter.setPen(scene.theme.mutedText);
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, room ? levelText(level) : QString::number(level));
    }
    painter.restore();
}

void paintGhosts(QPainter& painter, const Scene& scene) {
    if (scene.state.stage != StoryStage::Batches && scene.state.stage != StoryStage::Folded) {
        return;
    }
    const double share = 1.0 - static_cast<double>(scene.state.foldedShare);
    if (!scene.model.snapshot().lanes || scene.detail() < Detail::Rects || share <= 0.0) {
        return;
    }
    const Box visible = scene.visibleWorld(1.0);
    const auto& places = scene.model.snapshot().lanes->nodes;
    const double radius = std::max(0.5, scene.camera.scale * 0.09);
    std::vector<QRectF> marks;
    for (std::size_t index = 0; index < places.size(); ++index) {
        const bool left = scene.state.roles[index] == NodeRole::Done ||
                          (scene.state.roles[index] == NodeRole::Active && scene.state.moved > 0.0F);
        if (left && visible.contains(places[index])) {
            const QPointF centre = scene.camera.toPixel(places[index]);
            marks.emplace_back(centre.x() - radius, centre.y() - radius, radius * 2.0, radius * 2.0);
        }
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, marks.size() < 4000);
    painter.setPen(Qt::NoPen);
    painter.setBrush(withAlpha(scene.theme.edge, 0.55 * share));
    painter.drawRects(marks.data(), static_cast<int>(marks.size()));
    painter.restore();
}

} // namespace batchscope
