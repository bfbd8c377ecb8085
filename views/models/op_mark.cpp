// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/op_mark.h"

#include <QComboBox>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSignalBlocker>

#include <algorithm>
#include <initializer_list>

namespace batchscope {

namespace {

class OpIconEngine final : public QIconEngine {
public:
    OpIconEngine(NodeShape shape, Qt::BrushStyle pattern, const QColor& color, const QColor& ring)
        : m_shape(shape), m_pattern(pattern), m_color(color), m_ring(ring) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State /*state*/) override {
        const double radius = std::min(rect.width(), rect.height()) * 0.36;
        const QPainterPath path = nodeShapePath(m_shape, QRectF(rect).center(), radius);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (mode == QIcon::Selected) { // the mark must also stand out from the selection color
            painter->setPen(QPen(m_ring, 1.5));
        } else {
            painter->setPen(Qt::NoPen);
        }
        painter->setBrush(m_color);
        painter->drawPath(path);
        if (m_pattern != Qt::NoBrush) {
            painter->setBrush(QBrush(Theme::patternColor(m_color), m_pattern));
            painter->drawPath(path);
        }
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new OpIconEngine(*this); }

private:
    NodeShape m_shape;
    Qt::BrushStyle m_pattern;
    QColor m_color;
    QColor m_ring;
};

} // namespace

QPainterPath nodeShapePath(NodeShape shape, QPointF center, double radius) {
    QPainterPath path;
    const auto polygon = [&](std::initializer_list<QPointF> corners) {
        bool first = true;
        for (const QPointF& corner : corners) {
            const QPointF point = center + corner * radius;
            first ? path.moveTo(point) : path.lineTo(point);
            first = false;
        }
        path.closeSubpath();
    };
    switch (shape) {
    case NodeShape::Circle: path.addEllipse(center, radius, radius); break;
    case NodeShape::Square: {
        const double half = radius * 0.9;
        path.addRoundedRect(QRectF(center.x() - half, center.y() - half, 2.0 * half, 2.0 * half), half * 0.3,
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

QIcon opIcon(const Theme& theme, OpId op) {
    return QIcon(
        new OpIconEngine(Theme::shape(op), Theme::pattern(op), theme.op(op), theme.onAccent)); // QIcon owns the engine
}

void listOps(QComboBox& box, const OpGraph* graph, const Theme& theme) {
    const QSignalBlocker quiet(box);
    const QString before = box.currentText();
    box.clear();
    if (graph == nullptr) {
        return;
    }
    for (std::size_t index = 0; index < graph->ops.ops.size(); ++index) {
        const OpId op(index);
        box.addItem(opIcon(theme, op), QString::fromStdString(graph->ops.ops[op].name));
    }
    box.setCurrentIndex(std::max(0, box.findText(before)));
}

OpId opInFocus(const Snapshot& snapshot, const Focus& focus, BatchId present) {
    const OpGraph* graph = snapshot.graph.get();
    const Schedule* schedule = snapshot.schedule.get();
    if (graph == nullptr || schedule == nullptr) {
        return {};
    }
    if (focus.node.valid() && graph->nodeOps.contains(focus.node)) {
        return graph->nodeOps[focus.node];
    }
    const BatchId batch = focus.batch.valid() ? focus.batch : present;
    return schedule->batchSignatures.contains(batch) ? graph->signatures[schedule->batchSignatures[batch]].op : OpId();
}

} // namespace batchscope
