// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/minimap.h"

#include "views/canvas/paint/legend.h"
#include "views/canvas/paint/painters.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

/// The scene at the same moment, drawn into the map.
Scene sceneOf(const Scene& scene, const Minimap& map, QPointF corner) {
    Scene small = scene;
    small.camera = map.camera;
    small.camera.viewport.translate(corner - map.inner.topLeft());
    small.canvas = QRectF(corner, map.inner.size());
    small.options.nodesInSight = nullptr;
    small.options.labels = nullptr;
    return small;
}

} // namespace

Point Minimap::worldAt(QPointF pixel) const {
    return camera.toWorld(QPointF(std::clamp(pixel.x(), inner.left(), inner.right()),
                                  std::clamp(pixel.y(), inner.top(), inner.bottom())));
}

std::optional<Minimap> minimapOf(const SceneModel& model, const StoryState& state, const Camera& camera,
                                 const QRectF& canvas, const QFont& font) {
    constexpr double kZoomed = 1.35; // times larger than fitted
    constexpr double kLeastSide = 80.0;
    constexpr double kFrame = 5.0;
    const Box& view = state.view; // the part that the story wants to show
    const Camera whole =
        Camera::fitted(view, pictureArea(canvas, font, legendRows(model, canvas, font)), Camera::kGreatestScale);
    const double side = std::min(190.0, canvas.width() * 0.24);
    const Box seen = camera.toWorld(canvas);
    const bool showsAll =
        seen.x <= view.x && seen.y <= view.y && seen.right() >= view.right() && seen.bottom() >= view.bottom();
    if (state.closeUp >= 1.0F || showsAll || camera.scale < whole.scale * kZoomed || side < kLeastSide) {
        return std::nullopt;
    }
    const double height = std::clamp(side * static_cast<double>(view.height / std::max(view.width, 1.0F)), 40.0, 150.0);
    const double margin = std::round(pixelSize(font) * 0.7);
    Minimap map;
    const double bottom = legendTop(model, canvas, font);
    map.box = QRectF(canvas.right() - margin - side, std::round(bottom - margin - height), side, std::round(height));
    map.inner = map.box.adjusted(kFrame, kFrame, -kFrame, -kFrame);
    map.camera = Camera::fitted(view, map.inner, Camera::kGreatestScale);
    return map;
}

const QImage& MinimapPicture::of(const Scene& scene, const Minimap& map) {
    const bool isSample = scene.options.motion == Motion::Moving;
    if (m_image.isNull() || m_inner != map.inner || m_theme != scene.theme.id || (m_isSample && !isSample)) {
        m_image = QImage(map.inner.size().toSize(), QImage::Format_ARGB32_Premultiplied);
        m_image.fill(Qt::transparent);
        QPainter painter(&m_image);
        paintNodes(painter, sceneOf(scene, map, QPointF()));
        m_inner = map.inner;
        m_isSample = isSample;
        m_theme = scene.theme.id;
    }
    return m_image;
}

void paintMinimap(QPainter& painter, const Scene& scene, const Minimap& map, MinimapPicture* picture) {
    MinimapPicture own;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(scene.theme.edge, 1.0));
    painter.setBrush(withAlpha(scene.theme.panel, 0.94));
    painter.drawRoundedRect(map.box.adjusted(0.5, 0.5, -0.5, -0.5), 7, 7);
    painter.drawImage(map.inner.topLeft(), (picture != nullptr ? *picture : own).of(scene, map));
    paintFoundNodes(painter, sceneOf(scene, map, map.inner.topLeft()));
    painter.setRenderHint(QPainter::Antialiasing);
    if (const NodeId node = scene.focus.node; node.valid() && node.index() < scene.state.nodes.size()) {
        painter.setPen(QPen(scene.theme.panel, 1.5));
        painter.setBrush(scene.theme.accent);
        painter.drawEllipse(map.camera.toPixel(scene.state.nodes[node.index()]), 4.0, 4.0);
    }
    const QRectF seen =
        map.camera.toPixel(scene.camera.toWorld(scene.canvas)).intersected(map.inner.adjusted(-2, -2, 2, 2));
    painter.setPen(QPen(scene.theme.accent, 1.5));
    painter.setBrush(withAlpha(scene.theme.accent, 0.12));
    painter.drawRect(seen);
    painter.restore();
}

} // namespace batchscope
