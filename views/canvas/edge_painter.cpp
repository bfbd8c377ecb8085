// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/painters.h"

#include <cmath>

namespace batchscope {

namespace {

/// Edges of nodes that stand apart from each other in three strengths; a strength of 0 is not drawn.
struct EdgeSets {
    std::vector<QLineF> active;
    std::vector<QLineF> others;
};

bool mayCross(const Box& visible, Point from, Point to) {
    return !(std::max(from.x, to.x) < visible.x || std::min(from.x, to.x) > visible.right() ||
             std::max(from.y, to.y) < visible.y || std::min(from.y, to.y) > visible.bottom());
}

EdgeSets collect(const Scene& scene) {
    EdgeSets sets;
    const OpGraph& graph = scene.model.graph();
    const StoryState& state = scene.state;
    const Box visible = scene.visibleWorld(0.0);
    const bool batches = state.stage == StoryStage::Batches;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeRole role = state.roles[index];
        if (role == NodeRole::Done || (batches && role == NodeRole::Waiting)) {
            continue;
        }
        NodeId previous; // one line, also where both outputs of a node are taken
        for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
            if (!argument.isRow() || argument.node() == previous) {
                continue;
            }
            previous = argument.node();
            const Point from = state.nodes[previous.index()];
            const Point to = state.nodes[index];
            if (mayCross(visible, from, to)) {
                auto& set = role == NodeRole::Active ? sets.active : sets.others;
                set.emplace_back(scene.camera.toPixel(from), scene.camera.toPixel(to));
            }
        }
    }
    return sets;
}

/// 1 for a few edges, less for more.
double crowding(std::size_t edges) {
    constexpr double kFew = 400.0;
    return std::sqrt(kFew / std::max(kFew, static_cast<double>(edges)));
}

void draw(QPainter& painter, const Scene& scene, const std::vector<QLineF>& lines, double alpha, double width) {
    constexpr std::size_t kManySmooth = 6000;
    constexpr std::size_t kManyMoving = 2000;
    constexpr double kInvisible = 0.02;
    if (lines.empty() || alpha < kInvisible) {
        return;
    }
    const bool between = scene.state.sourceShare > 0.0F && scene.state.sourceShare < 1.0F;
    const bool moving = between || scene.options.motion == Motion::Moving;
    const bool smooth = lines.size() < (moving ? kManyMoving : kManySmooth);
    painter.setRenderHint(QPainter::Antialiasing, smooth);
    // Opaque: half-transparent lines cost ten times as much, and add up to a blot where many cross.
    painter.setPen(QPen(mixedColour(scene.theme.edge, scene.theme.lane, alpha), smooth ? width : 0.0));
    painter.drawLines(lines.data(), static_cast<int>(lines.size()));
}

} // namespace

void paintEdges(QPainter& painter, const Scene& scene) {
    if (scene.state.stage == StoryStage::Folded) {
        return;
    }
    const EdgeSets sets = collect(scene);
    const double width = std::clamp(scene.camera.scale * 0.07, 0.8, 2.0);
    painter.save();
    if (scene.state.stage == StoryStage::Batches) {
        // They show where the moving nodes come from; the arrows between blocks take over when these have arrived.
        const double leaving = 1.0 - static_cast<double>(scene.state.moved);
        draw(painter, scene, sets.active, 0.6 * leaving * crowding(sets.active.size()), width);
    } else {
        // Trees are read along their edges; between lanes many edges cross and only hint at the wiring.
        constexpr std::size_t kMostInLanes = 15'000;
        const double crowd = crowding(sets.others.size());
        const double inLanes = sets.others.size() > kMostInLanes ? 0.0 : 0.26 * std::max(0.35, crowd);
        const double inTrees = scene.camera.scale < 4.0 ? 0.5 : 0.9;
        const double share = static_cast<double>(scene.state.sourceShare);
        constexpr double kStillTrees = 0.7; // beyond, tens of thousands of edges are only a cloud
        if (sets.others.size() > kMostInLanes && share < kStillTrees) {
            painter.restore();
            return;
        }
        draw(painter, scene, sets.others, inLanes + (inTrees - inLanes) * share, width);
    }
    painter.restore();
}

} // namespace batchscope
