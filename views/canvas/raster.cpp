// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/raster.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace batchscope {

namespace {

/// Pages of a fresh image cost more than drawing in it.
QImage& keptImage(QSize size) {
    thread_local QImage image;
    if (image.size() != size) {
        image = QImage(size, QImage::Format_ARGB32_Premultiplied);
    }
    image.setDevicePixelRatio(1.0);
    image.fill(Qt::transparent);
    return image;
}

/// The nearest whole number, of values above -1e6. (std::lround and std::floor are calls, this is an instruction.)
int rounded(double value) {
    constexpr int kAbove = 1 << 20;
    constexpr double kShift = kAbove + 0.5;
    return static_cast<int>(value + kShift) - kAbove;
}

QSize deviceSize(const QRectF& canvas, double ratio) {
    const QSize size = (canvas.size() * ratio).toSize();
    return {std::max(1, size.width()), std::max(1, size.height())};
}

/// The part of the line inside 0 … limit in one coordinate, as shares of its length.
bool clipAxis(double from, double to, double limit, double& begin, double& end) {
    const double step = to - from;
    if (step == 0.0) {
        return from >= 0.0 && from < limit;
    }
    const double first = -from / step;
    const double second = (limit - from) / step;
    begin = std::max(begin, std::min(first, second));
    end = std::min(end, std::max(first, second));
    return begin <= end;
}

} // namespace

RowRange rowsShown(const QPainter& painter, int rows) {
    if (painter.device()->devType() != QInternal::Image) {
        return {0, rows}; // a widget's painter may be moved to where the widget lies in its window
    }
    const double above = -painter.worldTransform().dy() * painter.device()->devicePixelRatioF();
    const int first = std::clamp(static_cast<int>(std::lround(above)), 0, rows - 1);
    return {first, std::min(rows, first + painter.device()->height())};
}

Raster::Raster(QPainter& painter, const QRectF& canvas)
    : m_painter(painter), m_canvas(canvas), m_ratio(painter.device()->devicePixelRatioF()),
      m_width(deviceSize(canvas, m_ratio).width()), m_height(deviceSize(canvas, m_ratio).height()),
      m_rows(rowsShown(painter, m_height)), m_image(keptImage({m_width, m_rows.end - m_rows.first})),
      m_pixels(reinterpret_cast<QRgb*>(m_image.bits())), // NOLINT(*-reinterpret-cast): as Qt documents
      m_left(m_width), m_top(m_height) {}

void Raster::touch(int left, int top, int right, int bottom) {
    m_left = std::min(m_left, left);
    m_top = std::min(m_top, top);
    m_right = std::max(m_right, right);
    m_bottom = std::max(m_bottom, bottom);
}

void Raster::cell(QPointF centre, double side, QRgb colour) {
    const double half = side * m_ratio / 2.0;
    const double x = (centre.x() - m_canvas.x()) * m_ratio;
    const double y = (centre.y() - m_canvas.y()) * m_ratio;
    if (x + half < 0.0 || y + half < 0.0 || x - half > m_width || y - half > m_height) {
        return; // before it is turned into int
    }
    const int left = rounded(x - half);
    const int top = rounded(y - half);
    const int right = std::min(m_width, std::max(left + 1, rounded(x + half)));
    const int bottom = std::min(m_rows.end, std::max(top + 1, rounded(y + half)));
    const int begin = std::max(0, left);
    const int above = std::max(m_rows.first, top);
    if (begin >= right || above >= bottom) {
        return;
    }
    touch(begin, above, right, bottom);
    for (int row = above; row < bottom; ++row) {
        QRgb* line =
            m_pixels + static_cast<std::ptrdiff_t>(row - m_rows.first) * m_width; // NOLINT(*-pointer-arithmetic)
        std::fill(line + begin, line + right, colour);                            // NOLINT(*-pointer-arithmetic)
    }
}

void Raster::line(QPointF from, QPointF to, QRgb colour) {
    const double x = (from.x() - m_canvas.x()) * m_ratio;
    const double y = (from.y() - m_canvas.y()) * m_ratio;
    const double across = (to.x() - from.x()) * m_ratio;
    const double down = (to.y() - from.y()) * m_ratio;
    double begin = 0.0;
    double end = 1.0;
    if (!clipAxis(x, x + across, m_width, begin, end) || !clipAxis(y, y + down, m_height, begin, end)) {
        return;
    }
    const double length = std::max(std::abs(across), std::abs(down)) * (end - begin);
    const int count = static_cast<int>(length) + 1;
    const double perPixel = (end - begin) / std::max(1, count - 1);
    constexpr double kOne = 65536.0; // fixed point: a conversion for each pixel would take most of the time
    constexpr int kBits = 16;
    auto column = static_cast<std::int64_t>((x + across * begin) * kOne);
    auto row = static_cast<std::int64_t>((y + down * begin) * kOne);
    const auto right16 = static_cast<std::int64_t>(across * perPixel * kOne);
    const auto down16 = static_cast<std::int64_t>(down * perPixel * kOne);
    const auto shownRows = static_cast<std::uint64_t>(m_rows.end - m_rows.first);
    for (int index = 0; index < count; ++index, column += right16, row += down16) {
        const auto atColumn = static_cast<std::uint64_t>(column >> kBits);
        const auto atRow = static_cast<std::uint64_t>((row >> kBits) - m_rows.first); // above the first: huge
        if (atColumn < static_cast<std::uint64_t>(m_width) && atRow < shownRows) {
            m_pixels[atRow * static_cast<std::uint64_t>(m_width) + atColumn] = colour; // NOLINT(*-pointer-arithmetic)
        }
    }
    const auto place = [&](double at, double step, double share, int limit) {
        return std::clamp(static_cast<int>(at + step * share), 0, limit - 1);
    };
    const auto [left, right] = std::minmax({place(x, across, begin, m_width), place(x, across, end, m_width)});
    const auto [top, bottom] = std::minmax({place(y, down, begin, m_height), place(y, down, end, m_height)});
    touch(left, std::max(top, m_rows.first), right + 1, std::min(bottom + 1, m_rows.end));
}

void Raster::flush() {
    if (m_left >= m_right || m_top >= m_bottom) {
        return;
    }
    const QRect drawn(m_left, m_top - m_rows.first, m_right - m_left, m_bottom - m_top);
    if (m_ratio == 1.0 && m_canvas.topLeft() == QPointF()) {
        m_painter.drawImage(QPoint(m_left, m_top), m_image, drawn);
        return;
    }
    const QRectF target(m_canvas.x() + m_left / m_ratio, m_canvas.y() + m_top / m_ratio, (m_right - m_left) / m_ratio,
                        (m_bottom - m_top) / m_ratio);
    m_painter.drawImage(target, m_image, QRectF(drawn));
}

} // namespace batchscope
