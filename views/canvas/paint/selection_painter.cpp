// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/forest_layout.h"
#include "views/canvas/paint/painters.h"

#include <QPainterPath>

#include <array>
#include <cmath>

namespace batchscope {

namespace {

bool standsInBlock(const Scene& scene, NodeId node) {
    const NodeRole role = scene.state.roles[node.index()];
    return role == NodeRole::Done || (role == NodeRole::Active && scene.state.closed > 0.0F);
}

double ringRadius(const Scene& scene) {
    return std::max(4.0, scene.camera.scale * 0.5);
}

void ring(QPainter& painter, const Scene& scene, NodeId node, const QColor& color, double width) {
    const QPointF center = scene.pixelOf(node);
    const double radius = ringRadius(scene);
    const bool tile = standsInBlock(scene, node);
    const auto draw = [&](double around) {
        if (tile) {
            const double side = (std::max(3.0, scene.camera.scale * 0.5) + around) * 2.0;
            painter.drawRoundedRect(QRectF(center.x() - side / 2.0, center.y() - side / 2.0, side, side), 2, 2);
        } else {
            painter.drawEllipse(center, radius + around, radius + around);
        }
    };
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(scene.theme.canvas, width + 2.0)); // a gap, so that the ring shows on any color
    draw(0.0);
    painter.setPen(QPen(color, width));
    draw(0.0);
}

/// The line of an edge in pixels, from rim to rim: two points, or those of a curve. Empty if the nodes touch.
QPolygonF wayOf(const Scene& scene, NodeId from, NodeId to, double radius) {
    constexpr int kPieces = 16;
    const Point start = scene.state.nodes[from.index()];
    const Point end = scene.state.nodes[to.index()];
    const Point bend = bendAt(scene, to, from);
    QPolygonF way{scene.camera.toPixel(start)};
    for (int piece = 1; piece < kPieces && !(bend == Point{}); ++piece) {
        way << scene.camera.toPixel(bentPoint(start, end, bend, static_cast<float>(piece) / kPieces));
    }
    way << scene.camera.toPixel(end);
    if (QLineF(way.first(), way.last()).length() < radius * 2.2) {
        return {};
    }
    const auto isInside = [radius](QPointF center, QPointF point) { return QLineF(center, point).length() <= radius; };
    while (way.size() > 2 && isInside(way.first(), way[1])) {
        way.removeAt(1);
    }
    while (way.size() > 2 && isInside(way.last(), way[way.size() - 2])) {
        way.removeAt(way.size() - 2);
    }
    const auto rim = [radius](QPointF center, QPointF next) {
        QLineF piece(center, next);
        piece.setLength(radius);
        return piece.p2();
    };
    const QPointF first = rim(way.first(), way[1]);
    const QPointF last = rim(way.last(), way[way.size() - 2]);
    way.first() = first;
    way.last() = last;
    return way;
}

/// Draws an edge from producer to consumer, with its head at the consumer.
void edge(QPainter& painter, const Scene& scene, NodeId from, NodeId to, const QColor& color) {
    QPolygonF way = wayOf(scene, from, to, ringRadius(scene) + 1.0);
    if (way.isEmpty()) {
        return;
    }
    const double head = std::clamp(scene.camera.scale * 0.3, 4.0, 10.0);
    const QPointF tip = way.last();
    const double last = QLineF(way[way.size() - 2], tip).length();
    const QPointF along = (tip - way[way.size() - 2]) / std::max(last, 1e-9);
    way.last() = tip - along * std::min(head * 0.8, last);
    painter.setPen(QPen(color, std::clamp(scene.camera.scale * 0.1, 1.2, 2.6)));
    for (qsizetype point = 1; point < way.size(); ++point) {
        if (const QLineF shaft = scene.paintable(QLineF(way[point - 1], way[point])); !shaft.isNull()) {
            painter.drawLine(shaft);
        }
    }
    if (!scene.canvas.adjusted(-head, -head, head, head).contains(tip)) {
        return;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const QPointF across(-along.y(), along.x());
    const QPointF base = tip - along * head;
    const std::array<QPointF, 3> corners{tip, base + across * head * 0.5, base - across * head * 0.5};
    painter.drawPolygon(corners.data(), 3);
}

void paintNodeSelection(QPainter& painter, const Scene& scene, NodeId node) {
    constexpr std::size_t kMostUsers = 400; // a merged word may have thousands of consumers
    const QColor soft = withAlpha(scene.theme.accent, 0.75);
    const auto users = scene.model.users(node);
    NodeId previous;
    for (const Argument& argument : scene.model.graph().argumentsOf(node)) {
        if (argument.isValue() && argument.node() != previous) {
            previous = argument.node();
            edge(painter, scene, previous, node, scene.theme.accent);
            ring(painter, scene, previous, soft, 1.6);
        }
    }
    previous = NodeId();
    for (std::size_t index = 0; index < std::min(users.size(), kMostUsers); ++index) {
        if (users[index] != previous) {
            previous = users[index];
            edge(painter, scene, node, previous, soft);
            ring(painter, scene, previous, soft, 1.6);
        }
    }
    ring(painter, scene, node, scene.theme.accent, 2.8);
}

/// The nodes of the selected tree keep a thin outline wherever they are.
void paintTreeOutline(QPainter& painter, const Scene& scene, TreeId tree) {
    if (scene.detail() < Detail::Rects) {
        return;
    }
    const double radius = std::max(2.5, scene.camera.scale * 0.46);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(withAlpha(scene.theme.text, 0.8), scene.camera.scale > 24.0 ? 1.6 : 1.0));
    const OpGraph& graph = scene.model.graph();
    forNodesInSight(scene, 1.0, [&](NodeId node) {
        if (graph.origins[node].tree != tree) {
            return;
        }
        const QPointF center = scene.pixelOf(node);
        if (standsInBlock(scene, node)) {
            painter.drawRect(QRectF(center.x() - radius, center.y() - radius, radius * 2.0, radius * 2.0));
        } else {
            painter.drawEllipse(center, radius, radius);
        }
    });
}

void paintBatchOutline(QPainter& painter, const Scene& scene, BatchId batch) {
    const auto& boxes = scene.model.batchBoxes();
    if (scene.model.schedule() == nullptr || batch.index() >= boxes.size()) {
        return;
    }
    const bool closed = scene.state.active == batch && scene.state.closed >= 1.0F && scene.state.block.width > 0.0F;
    const bool made = scene.state.stage == StoryStage::Folded || closed ||
                      (isBatchStage(scene.state.stage) && batch.index() < scene.state.finished);
    painter.setBrush(Qt::NoBrush);
    if (made) {
        painter.setPen(QPen(scene.theme.accent, 2.4));
        painter.drawRoundedRect(scene.paintable(blockBox(scene, batch.index())).adjusted(-4.5, -4.5, 4.5, 4.5), 5, 5);
        return;
    }
    // Beside a selected node, its batch is only hinted at: the node's own neighbors have the strong rings.
    const bool areMates = scene.focus.node.valid();
    const std::size_t most = areMates ? 1000 : 3000;
    const auto nodes = scene.model.schedule()->batch(batch);
    if (nodes.size() > most || scene.detail() < Detail::Rects) {
        return;
    }
    painter.setPen(areMates ? QPen(withAlpha(scene.theme.accent, 0.6), 1.2) : QPen(scene.theme.accent, 1.6));
    const double radius = std::max(areMates ? 3.5 : 2.5, scene.camera.scale * 0.48);
    const Box visible = scene.visibleWorld(1.0);
    for (const NodeId node : nodes) {
        if (visible.contains(scene.state.nodes[node.index()])) {
            painter.drawEllipse(scene.pixelOf(node), radius, radius);
        }
    }
}

} // namespace

void paintSelection(QPainter& painter, const Scene& scene) {
    const std::size_t count = scene.state.nodes.size();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (scene.focus.tree.valid() && scene.state.stage > StoryStage::Signatures) {
        paintTreeOutline(painter, scene, scene.focus.tree);
    }
    if (scene.focus.batch.valid()) {
        paintBatchOutline(painter, scene, scene.focus.batch);
    }
    if (scene.focus.node.valid() && scene.focus.node.index() < count) {
        paintNodeSelection(painter, scene, scene.focus.node);
    }
    if (scene.focus.second.valid() && scene.focus.second.index() < count && scene.focus.second != scene.focus.node) {
        ring(painter, scene, scene.focus.second, scene.theme.accent, 2.8);
        painter.setPen(QPen(scene.theme.accent, 1.4, Qt::DashLine));
        const double apart = ringRadius(scene) + 4.5;
        painter.drawEllipse(scene.pixelOf(scene.focus.second), apart, apart);
    }
    painter.restore();
}

} // namespace batchscope
