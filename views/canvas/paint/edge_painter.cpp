// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/edge_curve.h"
#include "views/canvas/paint/painters.h"
#include "views/canvas/paint/raster.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace batchscope {

namespace {

/// Between lanes more edges than this are only a cloud, and are left out.
constexpr std::size_t kMostInLanes = 15'000;
constexpr float kStillTrees = 0.3F;
constexpr std::size_t kFewEnds = 6; // with more at both ends edges form a web

double lengthOf(const std::vector<QLineF>& lines) {
    return std::accumulate(lines.begin(), lines.end(), 0.0,
                           [](double sum, const QLineF& line) { return sum + line.length(); });
}

/// Between lanes lines are as long as the canvas: of more than can be told apart, a share by the nodes' numbers, so
/// that the same ones stay from frame to frame. `nodes` are those that the lines lead to.
void thinOut(std::vector<QLineF>& lines, const std::vector<NodeId>& nodes) {
    constexpr double kMostPixels = 2'000'000.0;
    const double length = lengthOf(lines);
    if (length <= kMostPixels) {
        return;
    }
    constexpr std::uint32_t kSpread = 2654435769U; // 2^32 by the golden ratio: neighbors are far apart
    const auto most = static_cast<std::uint32_t>(kMostPixels / length * 4294967295.0);
    std::size_t kept = 0;
    for (std::size_t index = 0; index < lines.size(); ++index) {
        if (static_cast<std::uint32_t>(nodes[index].index()) * kSpread <= most) {
            lines[kept++] = lines[index];
        }
    }
    lines.resize(kept);
}

constexpr std::size_t kPiecesOfACurve = 12; // at least
constexpr std::size_t kMostPieces = 40;

bool mayCross(const Box& visible, Point from, Point to) {
    return !(std::max(from.x, to.x) < visible.x || std::min(from.x, to.x) > visible.right() ||
             std::max(from.y, to.y) < visible.y || std::min(from.y, to.y) > visible.bottom());
}

/// A bent edge in pieces: calls `addLine(from, to)` for each.
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

struct EdgeLines {
    std::vector<QLineF> plain;
    std::vector<QLineF> webs; ///< edges of nodes that all take from all, as attention does
    std::vector<NodeId> ends; ///< of the plain ones

    [[nodiscard]] std::size_t size() const { return plain.size() + webs.size(); }
    void clear() {
        plain.clear();
        webs.clear();
        ends.clear();
    }
    void add(const QLineF& line, NodeId end, bool isWeb) {
        if (line.isNull()) {
            return;
        }
        if (isWeb) {
            webs.push_back(line);
        } else {
            plain.push_back(line);
            ends.push_back(end);
        }
    }
};

/// Whether many take from the producer, and the consumer takes this many arguments: an edge of a web.
bool isOfWeb(const Scene& scene, NodeId producer, std::size_t arguments) {
    return arguments > kFewEnds && scene.state.laned <= kStillTrees && scene.model.users(producer).size() > kFewEnds;
}

/// The edges of this moment, in vectors that are kept from frame to frame. Of the active batch at most some thousand:
/// every second, third … node's, the same ones all the way.
const EdgeLines& linesOf(const Scene& scene) {
    thread_local EdgeLines edges;
    edges.clear();
    const OpGraph& graph = scene.model.graph();
    const StoryState& state = scene.state;
    const Box visible = scene.visibleWorld(0.5);
    const auto addLine = [&](Point from, Point to, NodeId node, bool isWeb) {
        edges.add(scene.paintable(QLineF(scene.camera.toPixel(from), scene.camera.toPixel(to))), node, isWeb);
    };
    const auto add = [&](NodeId node) {
        const std::span<const Argument> arguments = graph.argumentsOf(node);
        NodeId previous; // one line, also where both outputs of a node are taken
        for (const Argument& argument : arguments) {
            if (!argument.isValue() || argument.node() == previous) {
                continue;
            }
            previous = argument.node();
            const Point from = state.nodes[previous.index()];
            const Point to = state.nodes[node.index()];
            const bool isWeb = isOfWeb(scene, previous, arguments.size());
            if (const Point bend = bendAt(scene, node, previous); bend != Point{}) {
                addCurve(from, to, bend, [&](Point begin, Point end) { addLine(begin, end, node, isWeb); });
            } else if (mayCross(visible, from, to)) {
                addLine(from, to, node, isWeb);
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
    if (state.laned > kStillTrees && edges.plain.size() <= most) {
        thinOut(edges.plain, edges.ends);
    }
    return edges;
}

/// 1 for a few edges, less for more.
double crowding(std::size_t edges) {
    constexpr double kFew = 400.0;
    return std::sqrt(kFew / std::max(kFew, static_cast<double>(edges)));
}

/// Straight into an image: smooth as long as that takes a few milliseconds, which goes by pixels and not by lines. The
/// same at rest, in motion and in files.
void drawPixels(QPainter& painter, const Scene& scene, const std::vector<QLineF>& lines, const QColor& colour,
                double width) {
    constexpr double kMostSmooth = 600'000.0; // pixels
    Raster raster(painter, scene.canvas);
    if (lengthOf(lines) > kMostSmooth) {
        for (const QLineF& line : lines) {
            raster.line(line.p1(), line.p2(), colour.rgb());
        }
    } else {
        const Ink ink(colour);
        for (const QLineF& line : lines) {
            raster.smoothLine(line.p1(), line.p2(), width, ink);
        }
    }
    raster.flush();
}

void draw(QPainter& painter, const Scene& scene, const std::vector<QLineF>& lines, double alpha, double width) {
    constexpr double kInvisible = 0.02;
    if (lines.empty() || alpha < kInvisible) {
        return;
    }
    // Opaque: half-transparent lines cost ten times as much, and add up to a blot where many cross.
    const QColor colour = mixedColour(scene.theme.edge, scene.theme.lane, alpha);
    if (paintsPixels(painter)) {
        drawPixels(painter, scene, lines, colour, width);
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, width));
    painter.drawLines(lines.data(), static_cast<int>(lines.size()));
}

} // namespace

void paintEdges(QPainter& painter, const Scene& scene) {
    // Nodes below a pixel hide the edges between them; what would be seen is only their number.
    constexpr double kNone = 1.0;
    constexpr double kAll = 2.2;
    const double seen = fadeIn(scene.camera.scale, kNone, kAll);
    if (scene.state.stage == StoryStage::Folded || scene.state.bundled >= 1.0F || seen <= 0.0) {
        return;
    }
    constexpr float kArrived = 0.97F;
    const bool isMoving = isBatchStage(scene.state.stage) && scene.state.closeUp < 1.0F;
    if (isMoving && scene.state.closed > kArrived) {
        return;
    }
    const EdgeLines& edges = linesOf(scene);
    const double width = std::clamp(scene.camera.scale * 0.07, 0.8, 2.0);
    painter.save();
    if (isMoving) {
        // They show where the moving nodes come from; the arrows between blocks take over when these have arrived.
        const double leaving = 1.0 - static_cast<double>(scene.state.closed);
        draw(painter, scene, edges.plain, 0.6 * seen * leaving * crowding(edges.size()), width);
    } else if (edges.size() <= kMostInLanes || scene.state.laned <= kStillTrees) {
        // Trees are read along their edges; between lanes many edges cross and only hint at the wiring.
        const double inLanes = edges.size() > kMostInLanes ? 0.0 : 0.26 * std::max(0.35, crowding(edges.size()));
        const double inTrees = 0.5 + 0.4 * fadeIn(scene.camera.scale, 3.0, 5.0);
        const double share = 1.0 - static_cast<double>(scene.state.laned);
        const double alpha = seen * (inLanes + (inTrees - inLanes) * share);
        constexpr double kWeb = 0.35; // a web is one thing, behind the edges that tell the way
        const double moved = std::min(static_cast<double>(scene.state.laned / kStillTrees), 1.0);
        draw(painter, scene, edges.webs, alpha * (kWeb + (1.0 - kWeb) * moved), width);
        draw(painter, scene, edges.plain, alpha, width);
    }
    painter.restore();
}

} // namespace batchscope
