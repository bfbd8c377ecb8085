// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/painters.h"

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

/// A pennant on a pole, whose foot is at this pixel.
void drawFlag(QPainter& painter, const Scene& scene, QPointF foot) {
    const double height = std::clamp(scene.camera.scale * 0.8, 11.0, 20.0);
    const QPointF top = foot - QPointF(0.0, height);
    const std::array<QPointF, 3> cloth{top, top + QPointF(height * 0.6, height * 0.25),
                                       top + QPointF(0.0, height * 0.5)};
    for (const bool isHalo : {true, false}) { // readable on every ground
        const QColor color = isHalo ? scene.theme.canvas : scene.theme.accent;
        painter.setPen(QPen(color, isHalo ? 4.0 : 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(color);
        painter.drawLine(foot, top);
        painter.drawPolygon(cloth.data(), 3);
    }
}

} // namespace

void paintBookmarks(QPainter& painter, const Scene& scene) {
    if (scene.options.bookmarks == nullptr) {
        return;
    }
    constexpr double kCorner = 0.35; // units from a node's center
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const Box visible = scene.visibleWorld(1.0);
    for (const BookmarkedPlace& place : *scene.options.bookmarks) {
        const bool isBlock = place.step.valid() && scene.model.schedule() != nullptr && hasBlocks(scene.state.stage) &&
                             blockPresence(scene, place.step.index()) > 0.0;
        if (isBlock) {
            drawFlag(painter, scene, scene.camera.toPixel(blockBox(scene, place.step.index())).topLeft());
        } else if (!place.step.valid() && visible.contains(scene.state.nodes[place.node.index()])) {
            const double corner = scene.camera.scale * kCorner;
            drawFlag(painter, scene, scene.pixelOf(place.node) + QPointF(corner, -corner));
        }
    }
    painter.restore();
}

} // namespace batchscope
