// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/frame_painter.h"

#include "views/canvas/paint/legend.h"
#include "views/canvas/paint/scene_painter.h"
#include "views/canvas/scene/focus_box.h"

#include <algorithm>
#include <utility>

namespace batchscope {

namespace {

constexpr double kLargestUnit = 64.0; // as the canvas shows a selection

/// The same part of the world in a canvas of another size. Of the same size it is the same camera, to the bit.
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
    if (m_model.hasPicture() && m_look.focus.node.valid() && m_look.focus.node.index() < m_model.graph().size()) {
        m_reach = reachOf(m_model, m_look.focus.node);
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
    options.rowsCard = m_look.part == ExportPart::Viewport ? m_look.rowsCard : RowsCard::Shown;
    options.ground = m_look.ground;
    options.nodeLabels = m_model.snapshot().config.nodeLabels;
    if (!m_look.found.empty()) {
        options.found = &m_look.found;
    }
    if (m_look.focus.node.valid()) {
        options.reach = &m_reach;
    }
    const Scene scene{m_model, state,       m_look.focus,      *m_look.theme, cameraFor(state, all),
                      all,     m_look.font, std::move(options)};
    paintScene(painter, scene);
}

QImage FramePainter::blank(QSize size, double ratio) const {
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(m_look.ground == Ground::Filled ? m_look.theme->canvas : QColor(Qt::transparent));
    return image;
}

QImage FramePainter::image(double time) const {
    return rows(time, 0, m_look.size.height());
}

QImage FramePainter::rows(double time, int first, int count) const {
    QImage image = blank({m_look.size.width(), count}, m_look.scale);
    QPainter painter(&image);
    painter.translate(0.0, -first / m_look.scale);
    paint(painter, time);
    return image;
}

int FramePainter::rowsOfStrip() const {
    constexpr int kStripBytes = 48 << 20;
    constexpr int kPixelBytes = 4;
    return std::max(1, kStripBytes / kPixelBytes / m_look.size.width());
}

QImage FramePainter::thumbnail(double time, QSize most, const RunControl& control) const {
    const int height = m_look.size.height();
    const QSize size = m_look.size.boundedTo(m_look.size.scaled(most, Qt::KeepAspectRatio)).expandedTo({1, 1});
    QImage result(size, QImage::Format_ARGB32_Premultiplied);
    result.fill(Qt::transparent);
    QPainter painter(&result);
    const int strips = std::min(size.height(), (height + rowsOfStrip() - 1) / rowsOfStrip());
    for (int strip = 0; strip < strips; ++strip) {
        if (control.stopRequested()) {
            return {};
        }
        const auto part = [&](int whole, int index) {
            return static_cast<int>(static_cast<qint64>(whole) * index / strips);
        };
        const int first = part(height, strip);
        const int top = part(size.height(), strip);
        QImage drawn = rows(time, first, part(height, strip + 1) - first);
        drawn.setDevicePixelRatio(1.0);
        painter.drawImage(0, top,
                          drawn.scaled(size.width(), part(size.height(), strip + 1) - top, Qt::IgnoreAspectRatio,
                                       Qt::SmoothTransformation));
    }
    return result;
}

} // namespace batchscope
