// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/op_picture.h"

#include "views/models/words.h"
#include "views/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace batchscope {

namespace {

constexpr double kMargin = 8.0;     // pixels around all of it
constexpr double kMostScale = 22.0; // pixels a unit; larger text is of no use
constexpr double kLeastScale = 1.0;
constexpr double kZoomStep = 1.2;
constexpr double kTitleSize = 0.95; // of a unit
constexpr double kShapeSize = 0.8;
constexpr double kSmallestText = 4.0; // pixels; below it a box is a box
constexpr double kArrowHead = 0.55;   // units
constexpr double kWheelStep = 120.0;

struct Look {
    QColor fill;
    QColor outline;
    QColor title;
    QColor shape;
    double round = 0.3; // corner radius in units
    Qt::PenStyle pen = Qt::SolidLine;
};

Look lookOf(OpBoxKind kind, const Theme& theme) {
    switch (kind) {
    case OpBoxKind::Input: return {theme.lane, theme.edge, theme.text, theme.mutedText, 1.25};
    case OpBoxKind::Weight: return {theme.canvas, theme.edge, theme.mutedText, theme.mutedText, 0.0, Qt::DashLine};
    case OpBoxKind::Primitive: return {theme.panel, theme.accent, theme.text, theme.mutedText};
    case OpBoxKind::Output: break;
    }
    return {theme.accent, theme.accent, theme.onAccent, theme.onAccent, 1.25};
}

} // namespace

OpPicture::OpPicture(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(120, 100);
    setAccessibleName(tr("Op body as a picture"));
    setAccessibleDescription(tr("The Text page shows the same body as text."));
}

void OpPicture::show(std::vector<OpBox> boxes, PlacedDiagram placed) {
    m_boxes = std::move(boxes);
    m_placed = std::move(placed);
    fit();
}

void OpPicture::setTips(QStringList tips) {
    m_tips = std::move(tips);
}

void OpPicture::clear() {
    show({}, {});
    m_tips.clear();
}

void OpPicture::fit() {
    const double across = (width() - 2 * kMargin) / std::max(static_cast<double>(m_placed.bounds.width), 1.0);
    const double down = (height() - 2 * kMargin) / std::max(static_cast<double>(m_placed.bounds.height), 1.0);
    m_scale = std::clamp(std::min(across, down), kLeastScale, kMostScale);
    m_origin = {(width() - m_scale * m_placed.bounds.width) / 2.0, (height() - m_scale * m_placed.bounds.height) / 2.0};
    m_fitted = true;
    update();
}

void OpPicture::zoom(double factor, QPointF centre) {
    const double scale = std::clamp(m_scale * factor, kLeastScale, 2 * kMostScale);
    m_origin = centre + (m_origin - centre) * (scale / m_scale);
    m_scale = scale;
    m_fitted = false;
    update();
}

QPointF OpPicture::toWidget(Point point) const {
    return m_origin + QPointF(point.x, point.y) * m_scale;
}

QRectF OpPicture::rectOf(std::size_t box) const {
    const Box& place = m_placed.boxes[box];
    return {toWidget({place.x, place.y}), QSizeF(place.width, place.height) * m_scale};
}

std::optional<std::size_t> OpPicture::boxAt(QPointF position) const {
    for (std::size_t box = 0; box < m_placed.boxes.size(); ++box) {
        if (rectOf(box).contains(position)) {
            return box;
        }
    }
    return std::nullopt;
}

void OpPicture::paintEvent(QPaintEvent* /*event*/) {
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), theme.canvas);
    for (const std::vector<Point>& points : m_placed.arrows) {
        paintArrow(painter, points, theme);
    }
    for (std::size_t box = 0; box < m_boxes.size(); ++box) {
        paintBox(painter, box, theme);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void OpPicture::paintArrow(QPainter& painter, const std::vector<Point>& points, const Theme& theme) const {
    QPainterPath path(toWidget(points.front()));
    for (std::size_t point = 1; point + 2 < points.size(); point += 3) {
        path.cubicTo(toWidget(points[point]), toWidget(points[point + 1]), toWidget(points[point + 2]));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.edge, std::clamp(m_scale * 0.09, 0.8, 1.6)));
    painter.drawPath(path);
    // From where the curve comes to its end; control points may lie on one another.
    const QPointF tip = toWidget(points.back());
    QPointF along(0.0, 1.0);
    for (std::size_t before = points.size() - 1; before-- > 0;) {
        const QPointF way = tip - toWidget(points[before]);
        if (const double length = std::hypot(way.x(), way.y()); length > 0.01) {
            along = way / length;
            break;
        }
    }
    const double size = kArrowHead * m_scale;
    const QPointF side(-along.y(), along.x());
    const QPointF base = tip - along * size;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.edge);
    painter.drawPolygon(QPolygonF({tip, base + side * (size * 0.4), base - side * (size * 0.4)}));
}

void OpPicture::paintBox(QPainter& painter, std::size_t box, const Theme& theme) const {
    const Look look = lookOf(m_boxes[box].kind, theme);
    const QRectF rect = rectOf(box);
    painter.setPen(QPen(look.outline, 1.0, look.pen));
    painter.setBrush(look.fill);
    painter.drawRoundedRect(rect, look.round * m_scale, look.round * m_scale);
    const auto line = [&](const std::string& text, double size, const QColor& colour, const QRectF& place) {
        if (size * m_scale < kSmallestText) {
            return;
        }
        QFont letters = font();
        letters.setPixelSize(static_cast<int>(std::lround(size * m_scale)));
        painter.setFont(letters);
        painter.setPen(colour);
        const QFontMetricsF metrics(letters);
        painter.drawText(place, Qt::AlignCenter, metrics.elidedText(toText(text), Qt::ElideRight, place.width()));
    };
    const double half = rect.height() / 2.0;
    line(m_boxes[box].title, kTitleSize, look.title, {rect.left(), rect.top() + 0.06 * half, rect.width(), half});
    line(m_boxes[box].shape, kShapeSize, look.shape,
         {rect.left(), rect.center().y() - 0.06 * half, rect.width(), half});
}

void OpPicture::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_fitted) {
        fit();
    }
}

void OpPicture::wheelEvent(QWheelEvent* event) {
    zoom(std::pow(kZoomStep, event->angleDelta().y() / kWheelStep), event->position());
    event->accept();
}

void OpPicture::mousePressEvent(QMouseEvent* event) {
    m_dragged = event->position();
}

void OpPicture::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons().testFlag(Qt::LeftButton) || event->buttons().testFlag(Qt::MiddleButton)) {
        m_origin += event->position() - m_dragged;
        m_dragged = event->position();
        m_fitted = false;
        update();
    }
}

void OpPicture::mouseDoubleClickEvent(QMouseEvent* /*event*/) {
    fit();
}

void OpPicture::keyPressEvent(QKeyEvent* event) {
    const QPointF centre = QRectF(rect()).center();
    switch (event->key()) {
    case Qt::Key_Plus: zoom(kZoomStep, centre); return;
    case Qt::Key_Minus: zoom(1.0 / kZoomStep, centre); return;
    case Qt::Key_0: fit(); return;
    default: QWidget::keyPressEvent(event);
    }
}

void OpPicture::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        update();
    }
    QWidget::changeEvent(event);
}

bool OpPicture::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const std::optional<std::size_t> box = boxAt(help->pos());
    if (box && static_cast<qsizetype>(*box) < m_tips.size()) {
        QToolTip::showText(help->globalPos(), m_tips[static_cast<qsizetype>(*box)], this, rectOf(*box).toAlignedRect());
    } else {
        QToolTip::hideText();
    }
    return true;
}

} // namespace batchscope
