// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/raster.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

/// The clear image of this thread, kept since fresh pages cost more than drawing, as does clearing untouched parts.
QImage& keptRasterImage(QSize size) {
    thread_local QImage image;
    if (image.size() != size) {
        image = QImage(size, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(1.0);
        image.fill(Qt::transparent);
    }
    return image;
}

/// Rounds a value above -1e6 to the nearest integer. (std::lround and std::floor are calls, this is an instruction.)
int rounded(double value) {
    constexpr int kAbove = 1 << 20;
    constexpr double kShift = kAbove + 0.5;
    return static_cast<int>(value + kShift) - kAbove;
}

QSize deviceSize(const QRectF& canvas, double ratio) {
    const QSize size = (canvas.size() * ratio).toSize();
    return {std::max(1, size.width()), std::max(1, size.height())};
}

} // namespace

Raster::Raster(QPainter& painter, const QRectF& canvas)
    : m_painter(painter), m_canvas(canvas), m_ratio(painter.device()->devicePixelRatioF()),
      m_width(deviceSize(canvas, m_ratio).width()), m_height(deviceSize(canvas, m_ratio).height()),
      m_image(keptRasterImage({m_width, m_height})),
      m_pixels(reinterpret_cast<QRgb*>(m_image.bits())), // NOLINT(*-reinterpret-cast): as Qt documents
      m_left(m_width), m_top(m_height) {}

Raster::~Raster() {
    for (int row = m_top; row < m_bottom; ++row) {
        QRgb* line = m_pixels + static_cast<std::ptrdiff_t>(row) * m_width; // NOLINT(*-pointer-arithmetic)
        std::fill(line + m_left, line + m_right, 0);                        // NOLINT(*-pointer-arithmetic)
    }
}

void Raster::touch(int left, int top, int right, int bottom) {
    m_left = std::min(m_left, left);
    m_top = std::min(m_top, top);
    m_right = std::max(m_right, right);
    m_bottom = std::max(m_bottom, bottom);
}

void Raster::cell(QPointF center, double side, QRgb color) {
    const double half = side * m_ratio / 2.0;
    const double x = (center.x() - m_canvas.x()) * m_ratio;
    const double y = (center.y() - m_canvas.y()) * m_ratio;
    if (x + half < 0.0 || y + half < 0.0 || x - half > m_width || y - half > m_height) {
        return; // before the conversion to int
    }
    const int left = rounded(x - half);
    const int top = rounded(y - half);
    const int right = std::min(m_width, std::max(left + 1, rounded(x + half)));
    const int bottom = std::min(m_height, std::max(top + 1, rounded(y + half)));
    const int begin = std::max(0, left);
    const int above = std::max(0, top);
    if (begin >= right || above >= bottom) {
        return;
    }
    touch(begin, above, right, bottom);
    for (int row = above; row < bottom; ++row) {
        QRgb* line = m_pixels + static_cast<std::ptrdiff_t>(row) * m_width; // NOLINT(*-pointer-arithmetic)
        std::fill(line + begin, line + right, color);                       // NOLINT(*-pointer-arithmetic)
    }
}

void Raster::flush() {
    if (m_left >= m_right || m_top >= m_bottom) {
        return;
    }
    const QRect drawn(m_left, m_top, m_right - m_left, m_bottom - m_top);
    if (m_ratio == 1.0 && m_canvas.topLeft() == QPointF()) {
        m_painter.drawImage(QPoint(m_left, m_top), m_image, drawn);
        return;
    }
    const QRectF target(m_canvas.x() + m_left / m_ratio, m_canvas.y() + m_top / m_ratio, (m_right - m_left) / m_ratio,
                        (m_bottom - m_top) / m_ratio);
    m_painter.drawImage(target, m_image, QRectF(drawn));
}

} // namespace batchscope
