// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/frame_painter.h"

#include "views/canvas/paint/legend.h"
#include "views/canvas/paint/scene_painter.h"
#include "views/canvas/scene/focus_box.h"

#include <algorithm>
#include <utility>

namespace batchscope {

namespace {

constexpr double kLargestUnit = 64.0; // the same limit as for a selection on the canvas

/// The camera for the same part of the world on a canvas of another size; bitwise the same camera for the same size.
Camera fittedTo(const Camera& camera, const QRectF& area) {
    const double share = std::min(area.width() / camera.viewport.width(), area.height() / camera.viewport.height());
    Camera result = camera;
    result.viewport = area;
    result.scale = camera.scale * share;
    return result;
}

} // namespace

FramePainter::FramePainter(const Snapshot& snapshot, PictureLook look) : m_look(std::move(look)), m_model(snapshot) {
    if (m_look.theme == nullptr) {
        m_look.theme = &lightTheme();
    }
}

Camera FramePainter::cameraFor(const StoryState& state, const QRectF& canvas) const {
    const auto area = [&] { return pictureArea(canvas, m_look.font, legendRows(m_model, canvas, m_look.font)); };
    if (m_look.part == ExportPart::Viewport && m_look.camera) {
        return fittedTo(*m_look.camera, area());
    }
    if (m_look.part == ExportPart::Selection) {
        if (const std::optional<Box> box = focusBox(m_model, state, m_look.focus)) {
            return Camera::fitted(*box, area(), kLargestUnit);
        }
    }
    return followingCamera(m_model, state, canvas, m_look.font);
}

void FramePainter::paint(QPainter& painter, double time) const {
    const QRectF all(QPointF(0.0, 0.0), canvas());
    const StoryState state = m_model.stateAt(time, m_look.stepView);
    SceneOptions options;
    options.caption =
        m_look.plays ? captionWhilePlaying(m_model.snapshot(), time) : captionAt(m_model.snapshot(), time);
    options.reason = m_look.reason;
    options.ground = m_look.ground;
    options.nodeLabels = m_model.snapshot().config.nodeLabels;
    if (!m_look.found.empty()) {
        options.found = &m_look.found;
    }
    const Scene scene{m_model, state,       m_look.focus,      *m_look.theme, cameraFor(state, all),
                      all,     m_look.font, std::move(options)};
    paintScene(painter, scene);
}

QImage FramePainter::image(double time) const {
    const bool isFilled = m_look.ground == Ground::Filled;
    QImage image(m_look.size, isFilled ? QImage::Format_RGB32 : QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(m_look.scale);
    image.fill(isFilled ? m_look.theme->canvas : QColor(Qt::transparent));
    QPainter painter(&image);
    paint(painter, time);
    return image;
}

} // namespace batchscope
