// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/painters.h"

#include "views/canvas/paint/minimap.h"
#include "views/canvas/paint/scene_painter.h"
#include "views/canvas/paint/top_strip.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

/// How many of the text's characters fit into the width, whole words only; at least one word.
qsizetype fittingWords(const QString& text, const QFontMetricsF& metrics, double width) {
    qsizetype fitting = 0;
    for (qsizetype end = text.indexOf(u' '); end >= 0; end = text.indexOf(u' ', end + 1)) {
        if (fitting > 0 && metrics.horizontalAdvance(text.left(end)) > width) {
            break;
        }
        fitting = end;
    }
    return fitting > 0 ? fitting : text.size();
}

/// As many lines as it takes, at most `most`; the last one may be cut off. None for an empty text.
QStringList brokenLines(QString text, const QFontMetricsF& metrics, double width, qsizetype most) {
    QStringList lines;
    while (!text.isEmpty() && lines.size() < most) {
        const bool isLast = lines.size() + 1 == most || metrics.horizontalAdvance(text) <= width;
        const qsizetype end = isLast ? text.size() : fittingWords(text, metrics, width);
        lines.append(metrics.elidedText(text.left(end), Qt::ElideRight, width));
        text = text.mid(end).trimmed();
    }
    return lines;
}

void paintCaption(QPainter& painter, const Scene& scene, const CaptionStrip& strip) {
    if (strip.lines.isEmpty()) {
        return;
    }
    paintOverlayGround(painter, scene, strip.box);
    const QFontMetricsF metrics(scene.font);
    const double padding = metrics.height() * 0.8;
    const double line = metrics.height();
    double y = strip.box.center().y() - line * static_cast<double>(strip.lines.size()) / 2.0;
    for (qsizetype place = 0; place < strip.lines.size(); ++place) {
        painter.setPen(place < strip.whatLines ? scene.theme.text : scene.theme.mutedText);
        painter.drawText(QRectF(strip.box.left() + padding - 1.0, y, strip.box.width(), line),
                         Qt::AlignLeft | Qt::AlignVCenter, strip.lines[place]);
        y += line;
    }
}

struct Overlays {
    TopStrip top;
    CaptionStrip caption;
    std::optional<Minimap> minimap;
};

Overlays overlaysOf(const Scene& scene) {
    Overlays overlays;
    overlays.top = topStripOf(scene);
    overlays.caption = captionStrip(scene.canvas, scene.font, scene.options.caption);
    const double bottom = overlays.caption.lines.isEmpty() ? scene.canvas.bottom() : overlays.caption.box.top();
    overlays.minimap = minimapOf(scene.model, scene.state.view, scene.camera, scene.canvas, scene.font, bottom);
    return overlays;
}

} // namespace

CaptionStrip captionStrip(const QRectF& canvas, const QFont& font, const CaptionText& text) {
    constexpr double kFrame = 0.75; // lines
    constexpr qsizetype kMostLinesOfWhat = 2;
    CaptionStrip strip;
    strip.text = text.whole();
    if (text.what.isEmpty()) {
        return strip;
    }
    const QFontMetricsF metrics(font);
    const double line = metrics.height();
    const double padding = line * 0.8;
    const double most = canvas.width() - 2.0 * overlayMargin(font);
    const double inner = most - 2.0 * padding;
    const double free = canvas.bottom() - pictureArea(canvas, font, 1).bottom();
    const auto room = static_cast<qsizetype>(std::floor((free - overlayMargin(font)) / line - kFrame));
    const qsizetype lines = std::clamp<qsizetype>(room, 1, static_cast<qsizetype>(captionLines(canvas, font)));
    strip.lines = brokenLines(text.what, metrics, inner, std::min<qsizetype>(lines, kMostLinesOfWhat));
    strip.whatLines = strip.lines.size();
    strip.lines += brokenLines(text.because, metrics, inner, lines - strip.whatLines);
    strip.cut = strip.lines.join(u' ') != strip.text;
    double widest = 0.0;
    for (const QString& shown : strip.lines) {
        widest = std::max(widest, metrics.horizontalAdvance(shown));
    }
    const double width = std::min(most, widest + 2.0 * padding);
    const double height = line * (static_cast<double>(strip.lines.size()) + kFrame);
    strip.box = {canvas.center().x() - width / 2.0, canvas.bottom() - overlayMargin(font) - height, width, height};
    return strip;
}

void paintOverlayGround(QPainter& painter, const Scene& scene, const QRectF& box) {
    painter.setPen(QPen(withAlpha(scene.theme.rule, 0.9), 1.0));
    painter.setBrush(withAlpha(scene.theme.panel, 0.88));
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 7, 7);
}

double overlayMargin(const QFont& font) {
    return std::round(pixelSize(font) * 0.7);
}

void reserveOverlays(const Scene& scene, LabelSpace& labels) {
    const Overlays overlays = overlaysOf(scene);
    labels.reserve(overlays.top.legendBox);
    labels.reserve(overlays.top.totalsBox);
    labels.reserve(overlays.caption.box);
    if (overlays.minimap) {
        labels.reserve(overlays.minimap->box);
    }
}

void paintOverlays(QPainter& painter, const Scene& scene) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(scene.font);
    const Overlays overlays = overlaysOf(scene);
    paintTopStrip(painter, scene, overlays.top);
    paintCaption(painter, scene, overlays.caption);
    if (overlays.minimap) {
        paintMinimap(painter, scene, *overlays.minimap, scene.options.minimap);
    }
    painter.restore();
}

} // namespace batchscope
