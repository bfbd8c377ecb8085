// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/overlays.h"

#include "views/canvas/paint/painters.h"

#include <algorithm>
#include <cmath>

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

void paintOverlayGround(QPainter& painter, const Scene& scene, const QPainterPath& outline) {
    painter.setPen(QPen(withAlpha(scene.theme.rule, 0.9), 1.0));
    painter.setBrush(withAlpha(scene.theme.panel, 0.88));
    painter.drawPath(outline);
}

void paintOverlayGround(QPainter& painter, const Scene& scene, const QRectF& box) {
    paintOverlayGround(painter, scene, overlayGround(box));
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

} // namespace batchscope
