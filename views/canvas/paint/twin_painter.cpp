// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/painters.h"
#include "views/canvas/paint/scene_painter.h"

#include <algorithm>

namespace batchscope {

void paintRunning(QPainter& painter, const Scene& twin, std::span<const NodeId> nodes) {
    if (twin.detail() < Detail::Rects) {
        return;
    }
    const double radius = std::max(2.5, twin.camera.scale * 0.62);
    painter.setPen(QPen(twin.theme.accent, std::clamp(twin.camera.scale * 0.2, 1.2, 2.0)));
    painter.setBrush(Qt::NoBrush);
    for (const NodeId node : nodes) {
        painter.drawEllipse(twin.pixelOf(node), radius, radius);
    }
}

void paintTwin(QPainter& painter, const Scene& scene) {
    SceneOptions options = scene.options;
    options.nodesInSight = scene.options.twinNodesInSight;
    options.edgesInSight = scene.options.twinEdgesInSight;
    const bool isEntering = scene.state.stage == StoryStage::Lanes;
    options.progress = isEntering || isBatchStage(scene.state.stage) ? &scene.state : nullptr;
    const Camera camera = twinCamera(scene.state.twin, scene.camera);
    const Scene twin{scene.model, scene.model.twin(), scene.focus, scene.theme,
                     camera,      scene.canvas,       scene.font,  std::move(options)};
    painter.save();
    painter.setOpacity(static_cast<double>(scene.state.twin.shown));
    paintTreeBoxes(painter, twin);
    paintEdges(painter, twin);
    paintNodes(painter, twin);
    paintCaptions(painter, twin);
    if (scene.state.active.valid()) {
        paintRunning(painter, twin, scene.model.schedule()->batch(scene.state.active));
    }
    paintFoundNodes(painter, twin);
    paintSelection(painter, twin);
    painter.restore();
}

} // namespace batchscope
