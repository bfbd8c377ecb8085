// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/overlays.h"
#include "views/canvas/paint/painters.h"
#include "views/canvas/paint/raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace batchscope {

Overlays overlaysOf(const Scene& scene) {
    Overlays overlays;
    overlays.caption = captionStrip(scene.canvas, scene.font, scene.options.caption, scene.options.reason);
    if (scene.options.hasFigures) {
        overlays.legend = legendOf(scene);
    }
    overlays.minimap = minimapOf(scene.model, scene.state, scene.camera, scene.canvas, scene.font);
    return overlays;
}

QPainterPath overlayGround(const QRectF& box) {
    QPainterPath outline;
    outline.addRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 7, 7);
    return outline;
}

void paintOverlayGround(QPainter& painter, const Scene& scene, const QRectF& box) {
    painter.setPen(QPen(withAlpha(scene.theme.rule, 0.9), 1.0));
    painter.setBrush(withAlpha(scene.theme.panel, 0.88));
    painter.drawPath(overlayGround(box));
}

double overlayMargin(const QFont& font) {
    return std::round(pixelSize(font) * 0.7);
}

void reserveOverlays(const Overlays& overlays, LabelSpace& labels) {
    labels.reserve(overlays.caption.box);
    labels.reserve(overlays.legend.box);
    if (overlays.minimap) {
        labels.reserve(overlays.minimap->box);
    }
}

void paintOverlays(QPainter& painter, const Scene& scene, const Overlays& overlays) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(scene.font);
    if (scene.options.hasFigures) {
        paintLegend(painter, scene, overlays.legend);
    }
    paintCaptionStrip(painter, scene, overlays.caption);
    if (overlays.minimap) {
        paintMinimap(painter, scene, *overlays.minimap, scene.options.minimap);
    }
    painter.restore();
}

namespace {

/// A pennant on a pole whose foot is at this pixel.
void drawFlag(QPainter& painter, const Scene& scene, QPointF foot) {
    const double height = std::clamp(scene.camera.scale * 0.8, 11.0, 20.0);
    const QPointF top = foot - QPointF(0.0, height);
    const std::array<QPointF, 3> cloth{top, top + QPointF(height * 0.6, height * 0.25),
                                       top + QPointF(0.0, height * 0.5)};
    for (const bool isHalo : {true, false}) { // visible on every background
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

namespace {

/// Calls `draw` with the center of each of these nodes in view; if they are too many or too small, draws spots instead.
template <typename Draw>
void markNodes(QPainter& painter, const Scene& scene, const std::vector<NodeId>& nodes, const QColor& color,
               const Draw& draw) {
    constexpr std::size_t kMostSigns = 4000;
    constexpr double kLeastScale = 7.0;
    constexpr double kSpot = 4.0; // pixels
    const bool areSpots = scene.camera.scale < kLeastScale || nodes.size() > kMostSigns;
    painter.setRenderHint(QPainter::Antialiasing, !areSpots);
    const Box visible = scene.visibleWorld(1.0);
    Raster raster(painter, scene.canvas);
    for (const NodeId node : nodes) {
        if (!visible.contains(scene.state.nodes[node.index()])) {
            continue;
        }
        if (areSpots) {
            raster.cell(scene.pixelOf(node), kSpot, color.rgb());
        } else {
            draw(scene.pixelOf(node));
        }
    }
    raster.flush();
}

/// A square with a halo, which differs in color and shape from the rings of the selection.
void drawSquare(QPainter& painter, const Scene& scene, QPointF center) {
    const double side = std::max(4.5, scene.camera.scale * 0.52);
    const double width = std::clamp(scene.camera.scale * 0.09, 1.8, 3.0);
    painter.setBrush(Qt::NoBrush);
    for (const QPen& pen : {QPen(scene.theme.canvas, width + 2.0), QPen(scene.theme.found, width)}) {
        painter.setPen(pen);
        painter.drawRoundedRect(QRectF(center.x() - side, center.y() - side, 2.0 * side, 2.0 * side), 2.5, 2.5);
    }
}

/// A marked corner at the upper right of the node.
void drawCorner(QPainter& painter, const Scene& scene, QPointF center) {
    const double half = scene.camera.scale * 0.47;
    const double side = std::clamp(scene.camera.scale * 0.36, 3.0, 9.0);
    const QPointF corner = center + QPointF(half, -half);
    const std::array<QPointF, 3> triangle{corner, corner - QPointF(side, 0.0), corner + QPointF(0.0, side)};
    painter.setPen(QPen(scene.theme.canvas, 0.8));
    painter.setBrush(scene.theme.warning);
    painter.drawPolygon(triangle.data(), 3);
}

/// The sign "not equal" on a disc, at the lower left corner of the node.
void drawUnequal(QPainter& painter, const Scene& scene, QPointF center) {
    const double half = scene.camera.scale * 0.42;
    const double radius = std::clamp(scene.camera.scale * 0.22, 3.0, 8.0);
    const QPointF disc = center + QPointF(-half, half);
    painter.setPen(QPen(scene.theme.canvas, 1.2));
    painter.setBrush(scene.theme.warning);
    painter.drawEllipse(disc, radius, radius);
    const double bar = radius * 0.55;
    painter.setPen(QPen(scene.theme.canvas, std::max(1.0, radius * 0.22)));
    painter.drawLine(disc + QPointF(-bar, -bar * 0.45), disc + QPointF(bar, -bar * 0.45));
    painter.drawLine(disc + QPointF(-bar, bar * 0.45), disc + QPointF(bar, bar * 0.45));
    painter.drawLine(disc + QPointF(-bar * 0.6, bar), disc + QPointF(bar * 0.6, -bar));
}

void drawTwoRings(QPainter& painter, const Scene& scene, QPointF center, double radius) {
    painter.setBrush(Qt::NoBrush);
    for (const double each : {radius, radius + 4.0}) {
        painter.setPen(QPen(scene.theme.canvas, 4.0));
        painter.drawEllipse(center, each, each);
        painter.setPen(QPen(scene.theme.warning, 2.0));
        painter.drawEllipse(center, each, each);
    }
}

} // namespace

void paintDifferingNodes(QPainter& painter, const Scene& scene) {
    const DifferingNodes* differing = scene.options.differing;
    if (differing == nullptr || differing->nodes.empty()) {
        return;
    }
    painter.save();
    markNodes(painter, scene, differing->nodes, scene.theme.warning,
              [&](QPointF center) { drawUnequal(painter, scene, center); });
    painter.setRenderHint(QPainter::Antialiasing);
    if (differing->first.valid() && scene.visibleWorld(1.0).contains(scene.state.nodes[differing->first.index()])) {
        const double radius = std::max(9.0, scene.camera.scale * 0.62);
        drawTwoRings(painter, scene, scene.pixelOf(differing->first), radius);
    }
    painter.restore();
}

void paintFoundNodes(QPainter& painter, const Scene& scene) {
    const std::vector<NodeId>* found = scene.options.found;
    if (found == nullptr || found->empty()) {
        return;
    }
    painter.save();
    markNodes(painter, scene, *found, scene.theme.found, [&](QPointF center) { drawSquare(painter, scene, center); });
    painter.restore();
}

void paintMarkedNodes(QPainter& painter, const Scene& scene) {
    const std::vector<NodeId>* marked = scene.options.marked;
    if (marked == nullptr || scene.state.stage < StoryStage::Signatures) {
        return;
    }
    painter.save();
    markNodes(painter, scene, *marked, scene.theme.warning,
              [&](QPointF center) { drawCorner(painter, scene, center); });
    painter.restore();
}

} // namespace batchscope
