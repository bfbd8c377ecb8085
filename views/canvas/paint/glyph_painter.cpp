// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/painters.h"

#include <QImage>
#include <QPainterPath>

#include <cmath>

namespace batchscope {

QPainterPath glyphPath(NodeShape shape, QPointF centre, double radius) {
    QPainterPath path;
    const auto polygon = [&](std::initializer_list<QPointF> corners) {
        bool first = true;
        for (const QPointF& corner : corners) {
            const QPointF point = centre + corner * radius;
            first ? path.moveTo(point) : path.lineTo(point);
            first = false;
        }
        path.closeSubpath();
    };
    switch (shape) {
    case NodeShape::Circle: path.addEllipse(centre, radius, radius); break;
    case NodeShape::Square: {
        const double half = radius * 0.9;
        path.addRoundedRect(QRectF(centre.x() - half, centre.y() - half, 2.0 * half, 2.0 * half), half * 0.3,
                            half * 0.3);
        break;
    }
    case NodeShape::Diamond: polygon({{0.0, -1.2}, {1.2, 0.0}, {0.0, 1.2}, {-1.2, 0.0}}); break;
    case NodeShape::Hexagon:
        polygon({{-0.55, -0.95}, {0.55, -0.95}, {1.1, 0.0}, {0.55, 0.95}, {-0.55, 0.95}, {-1.1, 0.0}});
        break;
    }
    return path;
}

void drawPattern(QPainter& painter, OpId op, const QPainterPath& area, const QColor& fill) {
    const Qt::BrushStyle pattern = Theme::pattern(op);
    if (pattern != Qt::NoBrush && paintsPixels(painter)) { // in SVG such a brush would be black
        painter.setBrush(QBrush(Theme::patternColour(fill), pattern));
        painter.drawPath(area);
    }
}

void drawGlyph(QPainter& painter, OpId op, QPointF centre, double radius, const QColor& fill) {
    const QPainterPath path = glyphPath(Theme::shape(op), centre, radius);
    painter.setBrush(fill);
    painter.drawPath(path);
    if (radius >= kPatternSeen) {
        drawPattern(painter, op, path, fill);
    }
}

void stampGlyphs(QPainter& painter, OpId op, double radius, const QColor& colour, const std::vector<QPointF>& centres) {
    const double ratio = painter.device()->devicePixelRatioF();
    const int side = static_cast<int>(std::ceil(radius * 2.0)) + 2;
    // A pixmap must not leave the GUI thread, and exports do.
    QImage stamp(QSize(side, side) * ratio, QImage::Format_ARGB32_Premultiplied);
    stamp.setDevicePixelRatio(ratio);
    stamp.fill(Qt::transparent);
    const double half = side / 2.0;
    {
        QPainter inside(&stamp);
        inside.setRenderHint(QPainter::Antialiasing);
        inside.setPen(Qt::NoPen);
        drawGlyph(inside, op, {half, half}, radius, colour);
    }
    for (const QPointF& centre : centres) {
        painter.drawImage(
            QPoint(static_cast<int>(std::lround(centre.x() - half)), static_cast<int>(std::lround(centre.y() - half))),
            stamp);
    }
}

} // namespace batchscope
