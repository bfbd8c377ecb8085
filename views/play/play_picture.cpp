// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/play/play_picture.h"

#include "views/models/op_mark.h"
#include "views/models/words.h"
#include "views/theme/theme.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr double kMargin = 14.0;      // pixels
constexpr double kLargestScale = 34;  // pixels a unit
constexpr double kNodeShare = 0.62;   // of a unit
constexpr double kLeastWordSize = 7;  // pixels; smaller words are left out
constexpr double kLeastTarget = 16.0; // pixels

} // namespace

PlayPicture::PlayPicture(std::shared_ptr<const Snapshot> snapshot, const HandSchedule& hand, QWidget* parent)
    : QWidget(parent), m_snapshot(std::move(snapshot)), m_hand(hand) {
    setMouseTracking(true);
    setMinimumSize(320, 240);
    setAccessibleName(tr("Trees; the buttons beside them do the same"));
}

double PlayPicture::scale() const {
    const Box& bounds = m_snapshot->forest->bounds;
    const double across = (width() - 2 * kMargin) / std::max(bounds.width, 1.0F);
    const double down = (height() - 2 * kMargin) / std::max(bounds.height, 1.0F);
    return std::clamp(std::min(across, down), 0.5, kLargestScale);
}

QPointF PlayPicture::placeOf(NodeId node) const {
    const Box& bounds = m_snapshot->forest->bounds;
    const Point place = m_snapshot->forest->nodes[node.index()];
    const double unit = scale();
    const double left = (width() - bounds.width * unit) / 2;
    const double top = (height() - bounds.height * unit) / 2;
    return {left + (place.x - bounds.x) * unit, top + (place.y - bounds.y) * unit};
}

std::optional<NodeId> PlayPicture::nodeAt(QPointF place) const {
    double nearest = std::max(scale() * kNodeShare, kLeastTarget) / 2;
    std::optional<NodeId> found;
    for (std::size_t index = 0; index < m_snapshot->graph->size(); ++index) {
        const QPointF away = placeOf(NodeId(index)) - place;
        const double distance = std::max(std::abs(away.x()), std::abs(away.y()));
        if (distance <= nearest) {
            nearest = distance;
            found = NodeId(index);
        }
    }
    return found;
}

void PlayPicture::light(SignatureId signature) {
    if (m_lit != signature) {
        m_lit = signature;
        update();
    }
}

void PlayPicture::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), themeOf(*this).canvas);
    paintTrees(painter);
    paintEdges(painter);
    paintNodes(painter);
    paintWords(painter);
}

void PlayPicture::paintTrees(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    const Box& bounds = m_snapshot->forest->bounds;
    const double unit = scale();
    const double left = (width() - bounds.width * unit) / 2;
    const double top = (height() - bounds.height * unit) / 2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.lane);
    for (const Box& tree : m_snapshot->forest->trees) {
        painter.drawRoundedRect(QRectF(left + (tree.x - bounds.x) * unit, top + (tree.y - bounds.y) * unit,
                                       tree.width * unit, tree.height * unit),
                                4, 4);
    }
}

void PlayPicture::paintEdges(QPainter& painter) const {
    const OpGraph& graph = *m_snapshot->graph;
    painter.setPen(QPen(themeOf(*this).edge, 1.0));
    for (std::size_t index = 0; index < graph.size(); ++index) {
        for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
            if (argument.isValue()) {
                painter.drawLine(placeOf(argument.node()), placeOf(NodeId(index)));
            }
        }
    }
}

void PlayPicture::paintNodes(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    const OpGraph& graph = *m_snapshot->graph;
    const double side = std::max(scale() * kNodeShare, 3.0);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        const QPointF place = placeOf(node);
        const QRectF bounds(place.x() - side / 2, place.y() - side / 2, side, side);
        const OpId op = graph.nodeOps[node];
        const bool hasRun = m_hand.batchOf(node).has_value();
        const bool isReady = !hasRun && m_hand.isReady(node);
        const bool isLit = isReady && graph.nodeSignatures[node] == m_lit;
        if (isLit) {
            const double halo = side * 0.35;
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.accent);
            painter.drawEllipse(bounds.adjusted(-halo, -halo, halo, halo));
        }
        QColor fill = hasRun || isReady ? theme.op(op) : theme.canvas;
        const QPainterPath shape = shapePath(Theme::shape(op), bounds);
        if (hasRun) {
            painter.fillPath(shape, theme.canvas); // edges behind it belong to others
            fill.setAlphaF(0.35F);
        }
        painter.setBrush(fill);
        painter.setPen(QPen(isReady ? theme.text : theme.op(op), isReady ? 2.0 : 1.0));
        painter.drawPath(shape);
    }
}

void PlayPicture::paintWords(QPainter& painter) const {
    const double size = std::min(scale() * 0.42, 13.0);
    if (size < kLeastWordSize) {
        return;
    }
    QFont font = painter.font();
    font.setPixelSize(static_cast<int>(size));
    painter.setFont(font);
    painter.setPen(themeOf(*this).text);
    const double unit = scale();
    for (std::size_t index = 0; index < m_snapshot->graph->size(); ++index) {
        const std::string_view word = captionOf(*m_snapshot, NodeId(index));
        if (!word.empty()) {
            const QPointF place = placeOf(NodeId(index)) + QPointF(0, unit * 0.62);
            painter.drawText(QRectF(place.x() - 100, place.y() - size, 200, 2 * size), Qt::AlignCenter, toText(word));
        }
    }
}

void PlayPicture::mouseMoveEvent(QMouseEvent* event) {
    const std::optional<NodeId> node = nodeAt(event->position());
    const bool isReady = node && m_hand.isReady(*node);
    light(isReady ? m_snapshot->graph->nodeSignatures[*node] : SignatureId());
    setCursor(isReady ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void PlayPicture::mousePressEvent(QMouseEvent* event) {
    const std::optional<NodeId> node = nodeAt(event->position());
    if (event->button() == Qt::LeftButton && node && m_hand.isReady(*node)) {
        emit chosen(m_snapshot->graph->nodeSignatures[*node].value);
    }
}

void PlayPicture::leaveEvent(QEvent* event) {
    light(SignatureId());
    QWidget::leaveEvent(event);
}

void PlayPicture::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace batchscope
