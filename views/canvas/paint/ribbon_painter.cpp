// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "views/canvas/paint/painters.h"

namespace batchscope {

namespace {

constexpr std::uint32_t kCounted = 6; ///< a ribbon of fewer nodes is a thing or two; its number would only cover others
constexpr double kLeastRibbonText = 9.0; ///< pixels

/// The bar in pixels; high enough for its number where it has one.
QRectF barOf(const Scene& scene, const Ribbon& ribbon, const QFontMetricsF& metrics) {
    const double inset = std::min(1.0, scene.camera.scale * 0.08);
    QRectF bar = scene.camera.toPixel(ribbon.box).adjusted(inset, inset, -inset, -inset);
    const double lacking = metrics.ascent() + 1.0 - bar.height();
    if (ribbon.nodes >= kCounted && lacking > 0.0) {
        bar.adjust(0.0, -lacking / 2.0, 0.0, lacking / 2.0);
    }
    return bar;
}

/// `children ×50` where it fits, else the number, else nothing.
QString ribbonText(const Scene& scene, const Ribbon& ribbon, const QFontMetricsF& metrics, const QRectF& bar) {
    const QString number = QStringLiteral("×") + QString::fromStdString(withThousands(ribbon.nodes));
    const QString full = scene.model.opTitle(scene.model.graph().signatures[ribbon.signature].op) + u' ' + number;
    constexpr double kSpare = 6.0;
    for (const QString& text : {full, number}) {
        if (metrics.ascent() <= bar.height() && metrics.horizontalAdvance(text) + kSpare <= bar.width()) {
            return text;
        }
    }
    return {};
}

} // namespace

void paintRibbons(QPainter& painter, const Scene& scene) {
    if (scene.state.bundled <= 0.0F) {
        return;
    }
    painter.save();
    painter.setOpacity(painter.opacity() * static_cast<double>(scene.state.bundled));
    painter.setRenderHint(QPainter::Antialiasing);
    const double unit = scene.camera.scale;
    const double least = scene.leastText(kLeastRibbonText);
    painter.setFont(atSize(scene.font, std::clamp(unit * 0.85, least, std::max(least, pixelSize(scene.font)))));
    const QFontMetricsF metrics(painter.font());
    constexpr double kGround = 0.88;
    for (const Ribbon& ribbon : scene.state.ribbons) {
        const QRectF bar = barOf(scene, ribbon, metrics);
        const QColor colour = mixedColour(scene.colourOf(ribbon.signature), scene.theme.lane, kGround);
        const double radius = std::min(bar.height() * 0.35, 6.0);
        painter.setPen(ribbon.tree.valid() ? QPen(scene.theme.tree(ribbon.tree), std::clamp(unit * 0.12, 1.0, 2.0))
                                           : QPen(Qt::NoPen));
        painter.setBrush(colour);
        painter.drawRoundedRect(bar, radius, radius);
        const QString text = ribbonText(scene, ribbon, metrics, bar);
        QRectF place(QPointF(), QSizeF(metrics.horizontalAdvance(text), metrics.height()));
        place.moveCenter(bar.center());
        if (!text.isEmpty() && scene.takesLabel(place)) {
            painter.setPen(Theme::onFill(colour));
            painter.drawText(bar, Qt::AlignCenter | Qt::TextDontClip, text);
        }
    }
    painter.restore();
}

} // namespace batchscope
