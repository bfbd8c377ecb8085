// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/painters.h"
#include "views/canvas/scene/scene.h"
#include "views/models/words.h"

#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace batchscope {

namespace {

// The lines along which rows move from block to block: one curve for each pair of blocks.

/// A cubic curve, in pixels.
struct Arc {
    QPointF from;
    QPointF out; ///< control points
    QPointF in;
    QPointF to;

    /// The point at `share` of the way: 0 is `from`, 1 is `to`.
    [[nodiscard]] QPointF at(double share) const {
        const double rest = 1.0 - share;
        return from * (rest * rest * rest) + out * (3.0 * rest * rest * share) + in * (3.0 * rest * share * share) +
               to * (share * share * share);
    }
};

/// Pixels between a block and the lines at it.
double marginOf(const Scene& scene) {
    return std::min(3.0, scene.camera.scale * 0.16) + 1.0;
}

/// The curve between the edges of two blocks: in one column it joins their left edges, which are aligned; otherwise it
/// leads from the right edge of the source to the left edge of the target.
Arc arcOf(const Scene& scene, const Flow& flow) {
    const auto& boxes = scene.model.batchBoxes();
    const Box& source = boxes[flow.source.index()];
    const Box& target = boxes[flow.target.index()];
    const double margin = marginOf(scene);
    const QRectF start = scene.camera.toPixel(source);
    const QRectF end = scene.camera.toPixel(target);
    constexpr float kSameColumn = 0.01F;
    const QPointF to(end.left() - margin, end.center().y());
    if (std::abs(source.x - target.x) >= kSameColumn) {
        const QPointF from(start.right() + margin, start.center().y()); // below its label, which has its own background
        const QPointF reach(std::max(20.0, std::abs(to.x() - from.x()) * 0.5), 0.0);
        return {from, from + reach, to - reach, to}; // the curve leaves and arrives horizontally
    }
    // The greater the distance, the wider the arc, within the room that the layout keeps for it.
    const QPointF from(start.left() - margin, start.center().y());
    const double distance = std::abs(from.y() - to.y());
    const double room = static_cast<double>(scene.model.storyboard()->arcWidth()) * scene.camera.scale;
    const double bulge = std::min(room * 1.2, 6.0 + distance * 0.28);
    return {from, {from.x() - bulge, from.y() - distance * 0.12}, {to.x() - bulge, to.y() + distance * 0.12}, to};
}

/// The width of an arrow for this many rows. It grows slowly, so that 2,000 rows still leave room for other arrows.
double flowWidth(std::size_t rows) {
    return std::min(9.0, 1.2 + 0.8 * std::log2(1.0 + static_cast<double>(rows)));
}

constexpr std::size_t kMostNumbers = 10; // row counts beside the arrows into one batch

QPainterPath partOf(const Arc& arc, double share) {
    constexpr int kPieces = 28;
    QPainterPath path(arc.from);
    for (int piece = 1; piece <= kPieces; ++piece) {
        path.lineTo(arc.at(share * piece / kPieces));
    }
    return path;
}

void drawHead(QPainter& painter, const Arc& arc, double size, const QColor& color) {
    const QPointF direction = arc.to - arc.at(0.94);
    const double length = std::max(1e-6, std::hypot(direction.x(), direction.y()));
    const QPointF along = direction / length;
    const QPointF across(-along.y(), along.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const QPointF base = arc.to - along * size;
    const std::array<QPointF, 3> corners{arc.to, base + across * size * 0.55, base - across * size * 0.55};
    painter.drawPolygon(corners.data(), 3);
}

void drawFlow(QPainter& painter, const Scene& scene, const Flow& flow, const QColor& color, double share) {
    const Arc arc = arcOf(scene, flow);
    const double width = flowWidth(flow.rows);
    QPen pen(color, width, Qt::SolidLine, Qt::FlatCap);
    if (!flow.isCopied) {
        pen.setDashPattern({std::max(1.6, 5.0 / width), std::max(1.0, 3.5 / width)});
    }
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(partOf(arc, share));
    constexpr double kArrived = 0.98;
    if (share > kArrived) {
        drawHead(painter, arc, 5.0 + width, color);
    }
}

bool liesOnBlock(const Scene& scene, const QRectF& box) {
    bool found = false;
    scene.model.batchIndex().candidates(scene.camera.toWorld(box), [&](std::size_t step) {
        found =
            found || (blockPresence(scene, step) > 0.0 && scene.camera.toPixel(blockBox(scene, step)).intersects(box));
    });
    return found;
}

/// Writes the number of results at the far end of the arrow, seen from the selected batch, where arrows are apart;
/// nearer if a block or another label is in the way; not at all without a place (tooltip and inspector show it).
void drawRows(QPainter& painter, const Scene& scene, const Flow& flow, BatchId selected) {
    constexpr std::array kFromFarEnd = {0.14, 0.2, 0.27, 0.35, 0.44, 0.54, 0.65};
    const Arc arc = arcOf(scene, flow);
    painter.setFont(atSize(scene.font, scene.leastText(pixelSize(scene.font) * 0.85)));
    const QString text = countText(flow.results);
    const QFontMetricsF metrics(painter.font());
    QRectF box(QPointF(), QSizeF(metrics.horizontalAdvance(text) + 8.0, metrics.height() + 1.0));
    const bool placed = std::any_of(kFromFarEnd.begin(), kFromFarEnd.end(), [&](double share) {
        box.moveCenter(arc.at(flow.target == selected ? share : 1.0 - share));
        return !liesOnBlock(scene, box) && scene.takesLabel(box);
    });
    if (!placed) { // a short arrow between neighbors: the number goes beside it
        box.moveCenter(arc.at(0.5));
        box.moveRight(std::min({arc.out.x(), arc.in.x(), box.center().x()}) - 2.0);
        if (liesOnBlock(scene, box) || !scene.takesLabel(box)) {
            return;
        }
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(scene.theme.canvas);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(scene.theme.text);
    painter.drawText(box, Qt::AlignCenter, text);
}

/// All flows or, if they would cover each other, the widest flow into each batch.
std::vector<Flow> flowsOfTheWhole(const Scene& scene) {
    constexpr std::size_t kMostApart = 120;
    const auto all = scene.model.flows().all();
    if (all.size() <= kMostApart) {
        return {all.begin(), all.end()};
    }
    std::vector<Flow> widest;
    for (std::size_t batch = 0; batch < scene.model.schedule()->batchCount(); ++batch) {
        const auto flows = scene.model.flows().into(BatchId(batch));
        const auto most =
            std::max_element(flows.begin(), flows.end(), [](const Flow& a, const Flow& b) { return a.rows < b.rows; });
        if (most != flows.end()) {
            widest.push_back(*most);
        }
    }
    return widest;
}

void paintAllFlows(QPainter& painter, const Scene& scene) {
    constexpr std::size_t kMost = 700;
    constexpr int kPieces = 24;
    if (scene.model.schedule()->batchCount() > kMost) {
        return;
    }
    const std::vector<Flow> flows = flowsOfTheWhole(scene);
    std::vector<QLineF> lines;
    for (const Flow& flow : flows) {
        const Arc arc = arcOf(scene, flow);
        QPointF from = arc.from;
        for (int piece = 1; piece <= kPieces; ++piece) {
            const QPointF to = arc.at(static_cast<double>(piece) / kPieces);
            if (const QLineF line = scene.paintable(QLineF(from, to)); !line.isNull()) {
                lines.push_back(line);
            }
            from = to;
        }
    }
    const double alpha = std::clamp(5.0 / std::sqrt(static_cast<double>(flows.size()) + 1.0), 0.28, 0.7) *
                         static_cast<double>(scene.state.folded);
    drawLines(painter, scene, lines, mixedColor(scene.theme.edge, scene.theme.canvas, alpha), 1.2);
}

std::vector<Flow> flowsOf(const Scene& scene, BatchId batch) {
    std::vector<Flow> shown;
    for (const Flow& flow : scene.model.flows().all()) {
        const bool made = scene.state.stage == StoryStage::Folded ||
                          std::max(flow.source, flow.target).index() < scene.state.finished;
        if (made && (flow.source == batch || flow.target == batch)) {
            shown.push_back(flow);
        }
    }
    return shown;
}

/// True if the flows of the selected batch are shown; with a selected node, they would cover the node's own edges.
bool showsSelected(const Scene& scene) {
    return scene.focus.batch.valid() && !scene.focus.node.valid() &&
           scene.focus.batch.index() < scene.model.batchBoxes().size();
}

} // namespace

void paintFlows(QPainter& painter, const Scene& scene) {
    const StoryState& state = scene.state;
    if (scene.model.schedule() == nullptr || !hasBlocks(state.stage)) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (state.stage == StoryStage::Folded) {
        paintAllFlows(painter, scene);
    } else if (state.active.valid() && state.gathered > 0.0F) {
        constexpr double kStrong = 0.85;
        constexpr double kUsed = 0.45; // when the rows have been computed
        const double strength = kStrong + (kUsed - kStrong) * static_cast<double>(state.filled);
        const QColor color = withAlpha(scene.colorOf(state.active), strength);
        for (const Flow& flow : scene.model.flows().into(state.active)) {
            drawFlow(painter, scene, flow, color, static_cast<double>(state.gathered));
        }
    }
    if (showsSelected(scene)) {
        for (const Flow& flow : flowsOf(scene, scene.focus.batch)) {
            const double strength = flow.target == scene.focus.batch ? 0.9 : 0.45;
            drawFlow(painter, scene, flow, withAlpha(scene.theme.accent, strength), 1.0);
        }
    }
    painter.restore();
}

void paintFlowRows(QPainter& painter, const Scene& scene) {
    constexpr std::size_t kMostLabels = 24;
    const StoryState& state = scene.state;
    if (scene.model.schedule() == nullptr || !hasBlocks(state.stage)) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (showsSelected(scene)) {
        const std::vector<Flow> flows = flowsOf(scene, scene.focus.batch);
        for (std::size_t index = 0; index < flows.size() && flows.size() <= kMostLabels; ++index) {
            drawRows(painter, scene, flows[index], scene.focus.batch);
        }
    }
    if (isBatchStage(state.stage) && state.active.valid() && state.gathered >= 1.0F) {
        const auto flows = scene.model.flows().into(state.active);
        for (std::size_t index = 0; index < flows.size() && flows.size() <= kMostNumbers; ++index) {
            drawRows(painter, scene, flows[index], state.active);
        }
    }
    painter.restore();
}

} // namespace batchscope
