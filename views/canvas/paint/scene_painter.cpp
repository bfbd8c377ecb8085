// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/scene_painter.h"

#include "views/canvas/paint/batch_card.h"
#include "views/canvas/paint/close_up.h"
#include "views/canvas/paint/legend.h"
#include "views/canvas/paint/overlays.h"
#include "views/canvas/paint/painters.h"

#include <QPaintEngine>

namespace batchscope {

bool paintsPixels(const QPainter& painter) {
    return painter.paintEngine() != nullptr && painter.paintEngine()->type() == QPaintEngine::Raster;
}

namespace {

/// Paints trees, lanes and blocks.
void paintWhole(QPainter& painter, const Scene& scene) {
    paintTreeBoxes(painter, scene);
    paintLanes(painter, scene);
    paintGhosts(painter, scene);
    paintEdges(painter, scene);
    paintBlocks(painter, scene);
    paintNodes(painter, scene);
    paintRibbons(painter, scene);
    paintFlows(painter, scene);
    paintBlockLabels(painter, scene);
    paintFoundNodes(painter, scene);
    paintMarkedNodes(painter, scene);
    paintDifferingNodes(painter, scene);
    paintSelection(painter, scene);
    paintBookmarks(painter, scene);
    paintCaptions(painter, scene); // words stay readable inside rings
    paintFlowRows(painter, scene);
}

/// Paints the trees, with the nodes that run now.
void paintCloseUp(QPainter& painter, const Scene& scene) {
    painter.save();
    const QRectF clip = closeUpClip(scene);
    if (!clip.isNull()) {
        painter.setClipRect(clip, Qt::IntersectClip);
    }
    paintTreeBoxes(painter, scene);
    paintEdges(painter, scene);
    paintNodes(painter, scene);
    paintRunning(painter, scene, scene.model.schedule()->batch(scene.state.active));
    paintFoundNodes(painter, scene);
    paintMarkedNodes(painter, scene);
    paintDifferingNodes(painter, scene);
    paintSelection(painter, scene);
    paintBookmarks(painter, scene);
    paintCaptions(painter, scene);
    painter.restore();
}

} // namespace

void paintScene(QPainter& painter, const Scene& asked) {
    Scene scene = asked;
    if (paintsPixels(painter)) {
        scene.options.deviceRatio = painter.device()->devicePixelRatioF();
    }
    LabelSpace labels(scene.canvas);
    const Overlays overlays = overlaysOf(scene);
    reserveOverlays(overlays, labels);
    scene.options.labels = &labels;
    const auto card = batchCardOf(scene);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(scene.font);
    if (scene.options.ground == Ground::Filled) {
        painter.fillRect(scene.canvas, scene.theme.canvas);
    }
    painter.setClipRect(scene.canvas);
    if (scene.state.twin.shown > 0.0F) {
        paintTwin(painter, scene);
    }
    if (scene.state.closeUp >= 1.0F) {
        paintCloseUp(painter, scene);
    } else {
        painter.save();
        painter.setOpacity(1.0 - static_cast<double>(scene.state.closeUp));
        paintWhole(painter, scene);
        painter.restore();
    }
    if (card) {
        paintBatchCard(painter, scene, *card);
    }
    paintOverlays(painter, scene, overlays);
    painter.restore();
}

Camera twinCamera(const SourceTwin& twin, Camera camera) {
    const auto scale = static_cast<double>(twin.scale);
    camera.scale *= scale;
    camera.center = QPointF(camera.center.x() - static_cast<double>(twin.offset.x),
                            camera.center.y() - static_cast<double>(twin.offset.y)) /
                    scale;
    return camera;
}

namespace {

/// For an audience, shows the trees from the first one on, with words that can be read from a distance; everything is
/// in view once the trees have become lanes.
Camera nearTrees(const Camera& all, const StoryState& state, const QFont& font) {
    const double scale = leastWordScale(font);
    if (all.scale >= scale) {
        return all;
    }
    const auto share = 1.0 - static_cast<double>(state.laned);
    const auto middle = [](float begin, float length, double seen) {
        return static_cast<double>(begin) + std::min(static_cast<double>(length), seen) / 2.0;
    };
    Camera near = all;
    near.scale = all.scale * std::pow(scale / all.scale, share);
    const QPointF first(middle(state.view.x, state.view.width, all.viewport.width() / near.scale),
                        middle(state.view.y, state.view.height, all.viewport.height() / near.scale));
    near.center = all.center + (first - all.center) * share;
    return near;
}

} // namespace

Camera followingCamera(const SceneModel& model, const StoryState& state, const QRectF& canvas, const QFont& font) {
    constexpr double kLargest = 44.0; // a tree of three nodes should not fill the screen
    QRectF area = pictureArea(canvas, font, legendRows(model, canvas, font));
    const Camera all = Camera::fitted(state.view, area, kLargest);
    if (state.closeUp > 0.0F) {
        return closeUpCamera(model, state, canvas, font, all);
    }
    Camera camera = nearTrees(all, state, font);
    const double seen = model.blocksInView(state);
    if (seen <= 0.0) {
        return camera;
    }
    // Labels have a fixed size on the screen, so the layout's room for them may be too small. Shrinking the picture
    // shrinks that room, too, hence a few rounds.
    constexpr double kMostShare = 0.35;
    constexpr int kRounds = 8; // each round at least halves what is missing
    const QRectF whole = area;
    const double label = blockLabelWidth(model, font);
    for (int round = 0; round < kRounds; ++round) {
        const double end = camera.toPixel(Point{model.blocksRight(), 0.0F}).x() + label;
        const double over = (end - canvas.right()) * seen;
        if (over < 1.0) {
            break;
        }
        area.setRight(std::max(area.right() - over, whole.right() - whole.width() * kMostShare));
        camera = Camera::fitted(state.view, area, kLargest);
    }
    // Other code takes the viewport as the free part of the canvas.
    camera.center.rx() += (whole.center().x() - area.center().x()) / camera.scale;
    camera.viewport = whole;
    return camera;
}

} // namespace batchscope
