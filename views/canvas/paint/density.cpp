// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/density.h"

#include "views/canvas/paint/raster.h"

#include <QImage>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr float kLeastSide = 0.7F;  // device pixels
constexpr float kThinAlpha = 0.55F; // of a pixel that thin things run through

/// Zero, and kept from frame to frame: fresh pages cost more than drawing in them.
std::vector<Density::Colour>& keptSums() {
    thread_local std::vector<Density::Colour> sums;
    return sums;
}

QImage& keptDensityImage(QSize size) {
    thread_local QImage image;
    if (image.size() != size) {
        image = QImage(size, QImage::Format_ARGB32_Premultiplied);
    }
    return image;
}

} // namespace

Density::Colour Density::colourOf(const QColor& colour) {
    const Colour channels = {static_cast<float>(colour.red()), static_cast<float>(colour.green()),
                             static_cast<float>(colour.blue()), 1.0F};
    return channels;
}

Density::Density(QPainter& painter, const QRectF& canvas, const Camera& camera, double side, double grain)
    : m_painter(painter), m_canvas(canvas), m_ratio(painter.device()->devicePixelRatioF() / grain),
      m_scale(camera.scale * m_ratio), m_side(std::clamp(static_cast<float>(side * m_ratio), kLeastSide, 1.0F)),
      m_width(std::max(1, static_cast<int>(std::ceil(canvas.width() * m_ratio)))) {
    const RowRange shown = rowsShown(painter, std::max(1, static_cast<int>(std::ceil(canvas.height() * m_ratio))));
    m_firstRow = shown.first;
    m_height = shown.end - shown.first;
    m_top = m_height + 2;
    const float share = static_cast<float>(side * m_ratio) / m_side;
    m_exact = share * share;
    const auto cells = static_cast<std::size_t>(m_width + 2) * static_cast<std::size_t>(m_height + 2);
    std::vector<Colour>& sums = keptSums();
    if (sums.size() != cells) {
        sums.assign(cells, Colour{});
    }
    m_sums = sums.data();
    for (std::size_t place = 0; place < m_shares.size(); ++place) {
        const float next = std::max(0.0F, static_cast<float>(place) / kPlaces + m_side - 1.0F);
        m_shares[place] = {m_side - next, next};
    }
    const QPointF origin = camera.toPixel(Point{0.0F, 0.0F}) - canvas.topLeft();
    m_left = origin.x() * m_ratio + 1.0 - static_cast<double>(m_side) / 2.0;
    m_up = origin.y() * m_ratio + 1.0 - static_cast<double>(m_side) / 2.0 - m_firstRow;
    m_right = static_cast<float>(m_width + 1);
    m_down = static_cast<float>(m_height + 1);
}

void Density::flush() {
    const int first = std::max(1, m_top);
    const int last = std::min(m_height + 1, m_bottom);
    QImage& image = keptDensityImage({m_width, m_height});
    const std::ptrdiff_t width = m_width + 2;
    for (int row = m_top; row < m_bottom; ++row) {
        Colour* const sums = m_sums + static_cast<std::ptrdiff_t>(row) * width; // NOLINT(*-pointer-arithmetic)
        if (row >= first && row < last) {
            auto* const pixels = reinterpret_cast<QRgb*>(image.scanLine(row - 1)); // NOLINT(*-reinterpret-cast)
            for (int column = 0; column < m_width; ++column) {
                const Colour sum = sums[column + 1]; // NOLINT(*-pointer-arithmetic)
                if (sum[3] <= 0.0F) {
                    pixels[column] = 0; // NOLINT(*-pointer-arithmetic)
                    continue;
                }
                const float covered = std::min(1.0F, sum[3]);
                const float alpha = std::max(std::min(1.0F, sum[3] * m_exact), kThinAlpha * covered);
                const float share = alpha / sum[3];
                // Never negative; lround would be a call for each of a million pixels.
                const auto rounded = [](float value) {
                    return static_cast<int>(value + 0.5F); // NOLINT(*-incorrect-roundings)
                };
                const auto channel = [&](int index) { return rounded(sum[index] * share); };
                pixels[column] = qRgba(channel(0), channel(1), channel(2), // NOLINT(*-pointer-arithmetic)
                                       rounded(alpha * 255.0F));
            }
        }
        std::fill(sums, sums + width, Colour{}); // NOLINT(*-pointer-arithmetic)
    }
    if (first < last) {
        const QRectF source(0.0, first - 1, m_width, last - first);
        m_painter.drawImage(QRectF(m_canvas.x(), m_canvas.y() + (m_firstRow + first - 1) / m_ratio, m_width / m_ratio,
                                   (last - first) / m_ratio),
                            image, source);
    }
    m_top = m_height + 2;
    m_bottom = 0;
}

} // namespace batchscope
