// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/op_picture.h"

#include "views/models/words.h"
#include "views/theme/theme.h"

#include <QGraphicsPathItem>
#include <QGraphicsSimpleTextItem>
#include <QPainterPath>
#include <QProcess>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace batchscope {

namespace {

constexpr double kUnit = 20.0; // of the diagram, in those of the scene: fonts have whole sizes

QPointF inScene(Point point) {
    return QPointF(point.x, point.y) * kUnit;
}

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

OpPicture::OpPicture(QWidget* parent) : QGraphicsView(parent) {
    setScene(new QGraphicsScene(this));
    setMinimumSize(120, 100);
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setDragMode(QGraphicsView::ScrollHandDrag);
    setTransformationAnchor(QGraphicsView::AnchorUnderMouse);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Op body as a picture"));
    viewport()->setAccessibleName(accessibleName());
    setAccessibleDescription(tr("The Text page shows the same body as text."));
}

void OpPicture::show(OpDiagram diagram) {
    m_diagram = std::move(diagram);
    m_placed.reset();
    m_tips.clear();
    place();
    draw();
}

void OpPicture::place() {
    constexpr int kMostMs = 5000;
    stop();
    m_dot = new QProcess(this);
    connect(m_dot, &QProcess::finished, this, &OpPicture::take);
    connect(m_dot, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            take();
        }
    });
    QTimer::singleShot(kMostMs, m_dot, &QProcess::kill);
    m_dot->start(QStringLiteral("dot"), {QStringLiteral("-Tplain")});
    m_dot->write(QByteArray::fromStdString(dotText(m_diagram.diagram)));
    m_dot->closeWriteChannel();
}

void OpPicture::stop() {
    if (m_dot != nullptr) {
        m_dot->disconnect(this);
        m_dot->kill();
        m_dot->deleteLater();
        m_dot = nullptr;
    }
}

void OpPicture::take() {
    m_placed = placedBy(m_dot->readAllStandardOutput().toStdString(), m_diagram.diagram);
    m_dot->deleteLater();
    m_dot = nullptr;
    draw();
    fit();
}

void OpPicture::setTips(const QStringList& tips) {
    m_tips = tips;
    for (std::size_t box = 0; box < m_boxes.size(); ++box) {
        m_boxes[box]->setToolTip(tips.value(static_cast<qsizetype>(box)));
    }
}

void OpPicture::draw() {
    const Theme& theme = themeOf(*this);
    m_boxes.clear();
    scene()->clear();
    setBackgroundBrush(theme.canvas);
    if (!m_placed) {
        if (m_dot == nullptr && !m_diagram.boxes.empty()) {
            const QString missing = tr("Graphviz (dot) places this picture, but it does not run here.\n"
                                       "Install the package graphviz, or look at the text.");
            scene()->addText(missing)->setDefaultTextColor(theme.mutedText);
            scene()->setSceneRect(scene()->itemsBoundingRect());
        }
        return;
    }
    for (const std::vector<Point>& points : m_placed->arrows) {
        addArrow(points, theme);
    }
    for (std::size_t box = 0; box < m_placed->boxes.size(); ++box) {
        addBox(m_diagram.boxes[box], m_placed->boxes[box], theme);
    }
    scene()->setSceneRect(QRectF(inScene({0.0F, 0.0F}), inScene({m_placed->bounds.width, m_placed->bounds.height})));
    setTips(m_tips);
}

void OpPicture::addArrow(const std::vector<Point>& points, const Theme& theme) {
    constexpr double kHead = 0.55 * kUnit;
    QPainterPath path(inScene(points.front()));
    for (std::size_t point = 1; point + 2 < points.size(); point += 3) {
        path.cubicTo(inScene(points[point]), inScene(points[point + 1]), inScene(points[point + 2]));
    }
    scene()->addPath(path, QPen(theme.edge, 1.6));
    const QPointF tip = inScene(points.back()); // all arrows go down
    const QPointF base = tip - QPointF(0.0, kHead);
    const QPointF side(0.4 * kHead, 0.0);
    scene()->addPolygon(QPolygonF({tip, base + side, base - side}), QPen(Qt::NoPen), theme.edge);
}

void OpPicture::addBox(const OpBox& box, const batchscope::Box& place, const Theme& theme) {
    constexpr double kTitleSize = 0.95;
    constexpr double kShapeSize = 0.8;
    const Look look = lookOf(box.kind, theme);
    const QRectF rect(inScene({place.x, place.y}), QSizeF(place.width, place.height) * kUnit);
    QPainterPath outline;
    outline.addRoundedRect(rect, look.round * kUnit, look.round * kUnit);
    QGraphicsPathItem* const item = scene()->addPath(outline, QPen(look.outline, 1.0, look.pen), look.fill);
    const auto line = [&](const std::string& text, double size, const QColor& colour, double middle) {
        QFont letters = font();
        letters.setPixelSize(static_cast<int>(std::lround(size * kUnit)));
        const QString shown = QFontMetricsF(letters).elidedText(toText(text), Qt::ElideRight, rect.width());
        auto* const label = new QGraphicsSimpleTextItem(shown, item); // the box owns it
        label->setFont(letters);
        label->setBrush(colour);
        label->setPos(QPointF(rect.center().x(), middle) - label->boundingRect().center());
    };
    line(box.title, kTitleSize, look.title, rect.top() + 0.3 * rect.height());
    line(box.shape, kShapeSize, look.shape, rect.top() + 0.7 * rect.height());
    m_boxes.push_back(item);
}

/// No larger than text is of use.
void OpPicture::fit() {
    constexpr double kMostScale = 1.1;
    constexpr double kMargin = 0.97;
    const QRectF all = sceneRect();
    const double scale = std::min({kMostScale, kMargin * viewport()->width() / std::max(all.width(), 1.0),
                                   kMargin * viewport()->height() / std::max(all.height(), 1.0)});
    setTransform(QTransform::fromScale(scale, scale));
    centerOn(all.center());
    m_isFitted = true;
}

void OpPicture::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    if (m_isFitted) {
        fit();
    }
}

void OpPicture::wheelEvent(QWheelEvent* event) {
    constexpr double kZoomStep = 1.2;
    constexpr double kNotch = 120.0;
    const double factor = std::pow(kZoomStep, event->angleDelta().y() / kNotch);
    scale(factor, factor);
    m_isFitted = false;
    event->accept();
}

void OpPicture::mouseDoubleClickEvent(QMouseEvent* /*event*/) {
    fit();
}

void OpPicture::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        draw();
    }
    QGraphicsView::changeEvent(event);
}

} // namespace batchscope
