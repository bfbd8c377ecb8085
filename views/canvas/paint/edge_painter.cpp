// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/forest_layout.h"
#include "views/canvas/paint/painters.h"
#include "views/canvas/paint/raster.h"
#include "views/canvas/paint/scene_painter.h"
#include "views/models/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

/// More edges than this are not drawn between lanes, where they are as long as the canvas and form only a cloud.
constexpr std::size_t kMostInLanes = 5'000;
constexpr float kStillTrees = 0.3F;

double lengthOf(const std::vector<QLineF>& lines) {
    return std::accumulate(lines.begin(), lines.end(), 0.0,
                           [](double sum, const QLineF& line) { return sum + line.length(); });
}

constexpr std::size_t kPiecesOfACurve = 12; // at least
constexpr std::size_t kMostPieces = 40;

bool mayCross(const Box& visible, Point from, Point to) {
    return !(std::max(from.x, to.x) < visible.x || std::min(from.x, to.x) > visible.right() ||
             std::max(from.y, to.y) < visible.y || std::min(from.y, to.y) > visible.bottom());
}

/// Splits a bent edge into pieces: calls `addLine(from, to)` for each.
template <typename AddLine>
void addCurve(Point from, Point to, Point bend, const AddLine& addLine) {
    Point begin = from;
    const auto units = static_cast<std::size_t>(std::abs(to.x - from.x));
    const std::size_t pieces = std::clamp(units, kPiecesOfACurve, kMostPieces);
    for (std::size_t piece = 1; piece <= pieces; ++piece) {
        const Point end = bentPoint(from, to, bend, static_cast<float>(piece) / static_cast<float>(pieces));
        addLine(begin, end);
        begin = end;
    }
}

/// The edges at this moment, in a vector that is reused for each frame. For the active batch, at most some thousand
/// edges: those of every second, third … node, always the same ones.
const std::vector<QLineF>& linesOf(const Scene& scene) {
    thread_local std::vector<QLineF> edges;
    edges.clear();
    const OpGraph& graph = scene.model.graph();
    const StoryState& state = scene.state;
    const Box visible = scene.visibleWorld(0.5);
    const auto addLine = [&](Point from, Point to) {
        const QLineF line = scene.paintable(QLineF(scene.camera.toPixel(from), scene.camera.toPixel(to)));
        if (!line.isNull()) {
            edges.push_back(line);
        }
    };
    const auto add = [&](NodeId node) {
        NodeId previous; // one line, even if both outputs of a node are used
        for (const Argument& argument : graph.argumentsOf(node)) {
            if (!argument.isValue() || argument.node() == previous) {
                continue;
            }
            previous = argument.node();
            const Point from = state.nodes[previous.index()];
            const Point to = state.nodes[node.index()];
            if (const Point bend = bendAt(scene, node, previous); bend != Point{}) {
                addCurve(from, to, bend, addLine);
            } else if (mayCross(visible, from, to)) {
                addLine(from, to);
            }
        }
    };
    if (isBatchStage(state.stage) && state.closeUp < 1.0F) {
        constexpr std::size_t kMostNodes = 1500;
        const auto nodes = scene.model.schedule()->batch(state.active);
        const std::size_t stride = 1 + nodes.size() / kMostNodes;
        for (std::size_t row = 0; row < nodes.size(); row += stride) {
            add(nodes[row]);
        }
        return edges;
    }
    const std::size_t most = state.laned > kStillTrees ? kMostInLanes : kMostPieces * graph.arguments.size();
    if (scene.options.edgesInSight != nullptr) {
        for (const NodeId node : *scene.options.edgesInSight) {
            add(node);
            if (edges.size() > most) {
                break; // too many to be drawn at all
            }
        }
    } else {
        for (std::size_t index = 0; index < graph.size() && edges.size() <= most; ++index) {
            add(NodeId(index));
        }
    }
    return edges;
}

/// The opacity for this many edges: 1 for a few, less for more.
double crowding(std::size_t edges) {
    constexpr double kFew = 400.0;
    return std::sqrt(kFew / std::max(kFew, static_cast<double>(edges)));
}

/// Draws opaque lines: half-transparent lines cost ten times as much, and add up to a blot where many cross.
void draw(QPainter& painter, const Scene& scene, const std::vector<QLineF>& lines, double alpha, double width) {
    constexpr double kInvisible = 0.02;
    if (alpha >= kInvisible) {
        drawLines(painter, scene, lines, mixedColor(scene.theme.edge, scene.theme.lane, alpha), width);
    }
}

} // namespace

void drawLines(QPainter& painter, const Scene& scene, const std::vector<QLineF>& lines, const QColor& color,
               double width) {
    constexpr double kMostSmooth = 600'000.0; // pixels in total: a few milliseconds
    if (!paintsPixels(painter)) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(color, width));
        painter.drawLines(lines.data(), static_cast<int>(lines.size()));
        return;
    }
    Raster raster(painter, scene.canvas);
    if (lengthOf(lines) > kMostSmooth) {
        for (const QLineF& line : lines) {
            raster.line(line.p1(), line.p2(), color.rgb());
        }
    } else {
        const Ink ink(color);
        for (const QLineF& line : lines) {
            raster.smoothLine(line.p1(), line.p2(), width, ink);
        }
    }
    raster.flush();
}

void paintEdges(QPainter& painter, const Scene& scene) {
    // Below this scale, nodes hide the edges between them; only the number of edges would be visible.
    constexpr double kSeen = 1.5;
    if (scene.state.stage == StoryStage::Folded || scene.state.bundled >= 1.0F || scene.camera.scale < kSeen) {
        return;
    }
    constexpr float kArrived = 0.97F;
    const bool isMoving = isBatchStage(scene.state.stage) && scene.state.closeUp < 1.0F;
    if (isMoving && scene.state.closed > kArrived) {
        return;
    }
    const std::vector<QLineF>& edges = linesOf(scene);
    const double width = std::clamp(scene.camera.scale * 0.07, 0.8, 2.0);
    painter.save();
    if (isMoving) {
        // Edges show where the moving nodes come from; once these have arrived, arrows between blocks take over.
        const double leaving = 1.0 - static_cast<double>(scene.state.closed);
        draw(painter, scene, edges, 0.6 * leaving * crowding(edges.size()), width);
    } else if (edges.size() <= kMostInLanes || scene.state.laned <= kStillTrees) {
        // Trees are read along their edges; between lanes many edges cross and only hint at the wiring.
        const double inLanes = edges.size() > kMostInLanes ? 0.0 : 0.26 * std::max(0.35, crowding(edges.size()));
        constexpr double kInTrees = 0.85;
        const double share = 1.0 - static_cast<double>(scene.state.laned);
        const double alpha = inLanes + (kInTrees - inLanes) * share;
        draw(painter, scene, edges, alpha, width);
    }
    painter.restore();
}

namespace {

struct Kept {
    std::weak_ptr<const ForestLayout> forest; ///< compared by owner, which outlives the forest
    std::vector<EdgeBend> bends;

    /// Avoids lock(), which is too expensive for every edge of a frame.
    [[nodiscard]] bool isOf(const std::shared_ptr<const ForestLayout>& other) const {
        return !forest.owner_before(other) && !other.owner_before(forest);
    }
};

/// The bends of the forest, cached per thread (films have their own) and for two pictures side by side.
const std::vector<EdgeBend>& bendsOf(const SceneModel& model) {
    thread_local std::array<Kept, 2> kept;
    const std::shared_ptr<const ForestLayout>& forest = model.snapshot().forest;
    if (!kept[0].isOf(forest)) {
        std::swap(kept[0], kept[1]);
    }
    if (!kept[0].isOf(forest)) {
        kept[0] = {forest, edgeBends(model.graph(), forest->nodes)};
    }
    return kept[0].bends;
}

} // namespace

Point bendAt(const Scene& scene, NodeId to, NodeId from) {
    constexpr float kStraight = 0.3F; // from here on, edges are straight, as between lanes
    const float left = 1.0F - scene.state.laned / kStraight;
    if (left <= 0.0F) {
        return {};
    }
    const Snapshot& snapshot = scene.model.snapshot();
    if (snapshot.forestBy == SourceLayout::Arcs) {
        const Point begin = snapshot.forest->nodes[from.index()];
        const Point end = snapshot.forest->nodes[to.index()];
        if (begin.y == end.y) {
            const Point offset = arcOffset(begin, end);
            return {offset.x * left, offset.y * left};
        }
    }
    const std::span<const EdgeBend> bends = bendsInto(bendsOf(scene.model), to);
    const auto found = std::ranges::find(bends, from, &EdgeBend::from);
    return found == bends.end() ? Point{} : Point{found->offset.x * left, found->offset.y * left};
}

namespace {

constexpr std::uint32_t kCounted = 6;    ///< a ribbon of fewer nodes has no number, which would only cover other items
constexpr double kLeastRibbonText = 9.0; ///< pixels

/// The bar in pixels, high enough for its number if it has one.
QRectF barOf(const Scene& scene, const Ribbon& ribbon, const QFontMetricsF& metrics) {
    const double inset = std::min(1.0, scene.camera.scale * 0.08);
    QRectF bar = scene.camera.toPixel(ribbon.box).adjusted(inset, inset, -inset, -inset);
    const double lacking = metrics.ascent() + 1.0 - bar.height();
    if (ribbon.nodes >= kCounted && lacking > 0.0) {
        bar.adjust(0.0, -lacking / 2.0, 0.0, lacking / 2.0);
    }
    return bar;
}

/// `children ×50` if it fits, otherwise the number, otherwise nothing.
QString ribbonText(const Scene& scene, const Ribbon& ribbon, const QFontMetricsF& metrics, const QRectF& bar) {
    const QString number = QStringLiteral("×") + countText(ribbon.nodes);
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
        const QColor color = mixedColor(scene.colorOf(ribbon.signature), scene.theme.lane, kGround);
        const double radius = std::min(bar.height() * 0.35, 6.0);
        painter.setPen(ribbon.tree.valid() ? QPen(scene.theme.tree(ribbon.tree), std::clamp(unit * 0.12, 1.0, 2.0))
                                           : QPen(Qt::NoPen));
        painter.setBrush(color);
        painter.drawRoundedRect(bar, radius, radius);
        const QString text = ribbonText(scene, ribbon, metrics, bar);
        QRectF place(QPointF(), QSizeF(metrics.horizontalAdvance(text), metrics.height()));
        place.moveCenter(bar.center());
        if (!text.isEmpty() && scene.takesLabel(place)) {
            painter.setPen(Theme::onFill(color));
            painter.drawText(bar, Qt::AlignCenter | Qt::TextDontClip, text);
        }
    }
    painter.restore();
}

void paintRunning(QPainter& painter, const Scene& twin, std::span<const NodeId> nodes) {
    if (twin.detail() < Detail::Rects) {
        return;
    }
    const double radius = std::max(2.5, twin.camera.scale * 0.62);
    painter.setPen(QPen(twin.theme.accent, std::clamp(twin.camera.scale * 0.2, 1.2, 2.0)));
    painter.setBrush(Qt::NoBrush);
    for (const NodeId node : nodes) {
        painter.drawEllipse(twin.pixelOf(node), radius, radius);
    }
}

void paintTwin(QPainter& painter, const Scene& scene) {
    SceneOptions options = scene.options;
    options.nodesInSight = scene.options.twinNodesInSight;
    options.edgesInSight = scene.options.twinEdgesInSight;
    const bool isEntering = scene.state.stage == StoryStage::Lanes;
    options.progress = isEntering || isBatchStage(scene.state.stage) ? &scene.state : nullptr;
    const Camera camera = twinCamera(scene.state.twin, scene.camera);
    const Scene twin{scene.model, scene.model.twin(), scene.focus, scene.theme,
                     camera,      scene.canvas,       scene.font,  std::move(options)};
    painter.save();
    painter.setOpacity(static_cast<double>(scene.state.twin.shown));
    paintTreeBoxes(painter, twin);
    paintEdges(painter, twin);
    paintNodes(painter, twin);
    paintCaptions(painter, twin);
    if (scene.state.active.valid()) {
        paintRunning(painter, twin, scene.model.schedule()->batch(scene.state.active));
    }
    paintFoundNodes(painter, twin);
    paintSelection(painter, twin);
    painter.restore();
}

} // namespace batchscope
