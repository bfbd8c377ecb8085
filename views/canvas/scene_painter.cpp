// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/scene_painter.h"

#include "views/canvas/painters.h"

#include <QGuiApplication>

namespace batchscope {

void paintScene(QPainter& painter, const Scene& scene) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(scene.font);
    painter.fillRect(scene.canvas, scene.theme.canvas);
    painter.setClipRect(scene.canvas);
    paintTreeBoxes(painter, scene);
    paintLanes(painter, scene);
    paintGhosts(painter, scene);
    paintEdges(painter, scene);
    paintBlocks(painter, scene);
    paintNodes(painter, scene);
    paintFlows(painter, scene);
    paintCaptions(painter, scene);
    paintBlockLabels(painter, scene);
    paintSelection(painter, scene);
    paintOverlays(painter, scene);
    painter.restore();
}

QString captionText(const SceneModel& model, double time) {
    if (!model.hasPicture() || model.schedule() == nullptr || model.storyboard() == nullptr) {
        return {};
    }
    return QString::fromStdString(captionAt(model.graph(), *model.schedule(), *model.storyboard(), time));
}

Camera followingCamera(const Box& view, const QRectF& canvas, const QFont& font) {
    constexpr double kLargest = 44.0; // a tree of three nodes should not fill the wall
    return Camera::fitted(view, pictureArea(canvas, font), kLargest);
}

void paintPicture(QPainter& painter, const Snapshot& snapshot, double time, const Focus& focus, const Theme& theme,
                  QSize size) {
    const QRectF canvas(QPointF(0.0, 0.0), QSizeF(size));
    const SceneModel model(snapshot);
    if (!model.hasPicture()) {
        painter.fillRect(canvas, theme.canvas);
        return;
    }
    const StoryState state = model.stateAt(time);
    const QFont font = QGuiApplication::font();
    const Scene scene{model,
                      state,
                      focus,
                      theme,
                      followingCamera(state.view, canvas, font),
                      canvas,
                      font,
                      {Motion::Rest, NodeId(), captionText(model, time)}};
    paintScene(painter, scene);
}

QImage renderPicture(const Snapshot& snapshot, double time, const Focus& focus, const Theme& theme, QSize size) {
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(theme.canvas);
    QPainter painter(&image);
    paintPicture(painter, snapshot, time, focus, theme, size);
    return image;
}

} // namespace batchscope
