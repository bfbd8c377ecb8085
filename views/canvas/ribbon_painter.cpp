// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "views/canvas/painters.h"

namespace batchscope {

namespace {

/// `children ×50` where it fits, else the number, else nothing.
QString ribbonText(const Scene& scene, const Ribbon& ribbon, const QFontMetricsF& metrics, const QRectF& bar) {
    const QString number = QStringLiteral("×") + QString::fromStdString(withThousands(ribbon.nodes));
    const QString full = scene.model.opName(scene.model.graph().signatures[ribbon.signature].op) + u' ' + number;
    constexpr double kSpare = 6.0;
    if (metrics.height() * 0.8 > bar.height()) {
        return {};
    }
    for (const QString& text : {full, number}) {
        if (metrics.horizontalAdvance(text) + kSpare <= bar.width()) {
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
    const double inset = std::min(1.0, unit * 0.08);
    painter.setFont(atSize(scene.font, std::clamp(unit * 0.85, Scene::kLeastTextPixels, pixelSize(scene.font))));
    const QFontMetricsF metrics(painter.font());
    constexpr double kGround = 0.88;
    for (const Ribbon& ribbon : scene.state.ribbons) {
        const QRectF bar = scene.camera.toPixel(ribbon.box).adjusted(inset, inset, -inset, -inset);
        const QColor colour = mixedColour(scene.colourOf(ribbon.signature), scene.theme.lane, kGround);
        const double radius = std::min(bar.height() * 0.35, 6.0);
        painter.setPen(ribbon.tree.valid() ? QPen(scene.theme.tree(ribbon.tree), std::clamp(unit * 0.12, 1.0, 2.0))
                                           : QPen(Qt::NoPen));
        painter.setBrush(colour);
        painter.drawRoundedRect(bar, radius, radius);
        const QString text = ribbonText(scene, ribbon, metrics, bar);
        if (!text.isEmpty()) {
            painter.setPen(Theme::onFill(colour));
            painter.drawText(bar, Qt::AlignCenter | Qt::TextDontClip, text);
        }
    }
    painter.restore();
}

} // namespace batchscope
