// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/heat_strip.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr int kCellWidth = 26;
constexpr int kHeight = 14;

QColor mixedColour(const QColor& from, const QColor& to, float share) {
    const auto part = [share](float a, float b) { return a + (b - a) * share; };
    return QColor::fromRgbF(part(from.redF(), to.redF()), part(from.greenF(), to.greenF()),
                            part(from.blueF(), to.blueF()));
}

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
        const float share = std::clamp(std::abs(value) / largest, 0.0F, 1.0F);
        painter.fillRect(rect, mixedColour(theme.lane, value < 0.0F ? theme.regular : theme.folded, share));
    }
    painter.setPen(theme.rule);
    for (int cell = 0; cell < cells; ++cell) {
        painter.drawRect(QRectF(cell * kCellWidth + 0.5, 0.5, kCellWidth - 2.0, kHeight - 1.0));
    }
    return image;
}

} // namespace batchscope
