// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/heat_strip.h"

#include "views/theme/value_color.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr int kCellWidth = 26;
constexpr int kHeight = 14;

} // namespace

QImage heatStrip(const TensorSummary& summary, const Theme& theme, double pixelRatio) {
    const int cells = std::clamp(summary.width, 1, static_cast<int>(TensorSummary::kFirstValues));
    QImage image(QSize(qRound(cells * kCellWidth * pixelRatio), qRound(kHeight * pixelRatio)),
                 QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(pixelRatio);
    image.fill(Qt::transparent);
    const float largest = std::max({std::abs(summary.min), std::abs(summary.max), 1e-12F});
    QPainter painter(&image);
    for (int cell = 0; cell < cells; ++cell) {
        const float value = summary.first[static_cast<std::size_t>(cell)];
        const QRect rect(cell * kCellWidth, 0, kCellWidth - 1, kHeight);
        if (!std::isfinite(value)) {
            painter.fillRect(rect, QBrush(theme.warning, Qt::BDiagPattern));
            continue;
        }
        painter.fillRect(rect, valueColor(theme, static_cast<double>(value), static_cast<double>(largest)));
    }
    painter.setPen(theme.rule);
    for (int cell = 0; cell < cells; ++cell) {
        painter.drawRect(QRectF(cell * kCellWidth + 0.5, 0.5, kCellWidth - 2.0, kHeight - 1.0));
    }
    return image;
}

} // namespace batchscope
