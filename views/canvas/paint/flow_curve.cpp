// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/flow_curve.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace batchscope {

namespace {

/// Pixels between a block and the lines at it.
double marginOf(const Scene& scene) {
    return std::min(3.0, scene.camera.scale * 0.16) + 1.0;
}

/// Leaves and arrives level.
Arc levelArc(QPointF from, QPointF to, double reach) {
    return {from, from + QPointF(reach, 0.0), to - QPointF(reach, 0.0), to};
}

std::size_t columnOf(const Scene& scene, BatchId batch) {
    const auto& columns = scene.model.columns();
    const auto after = std::upper_bound(columns.begin(), columns.end(), batch.index(),
                                        [](std::size_t step, const auto& column) { return step < column.first; });
    return static_cast<std::size_t>(after - columns.begin()) - 1;
}

using Columns = std::pair<std::size_t, std::size_t>;
using Groups = std::map<Columns, std::vector<const Flow*>>;

/// From each source to the place where all meet, once between the columns, and from there to each target.
void addBundle(const Scene& scene, Columns columns, const std::vector<const Flow*>& flows,
               std::vector<Stroke>& strokes) {
    const auto& boxes = scene.model.batchBoxes();
    const double margin = marginOf(scene);
    const double room = static_cast<double>(scene.model.storyboard()->arcWidth()) * scene.camera.scale;
    const auto& from = scene.model.columns()[columns.first];
    const double leftOfTargets =
        scene.camera.toPixel(boxes[scene.model.columns()[columns.second].first]).left() - margin - room;
    QPointF exit(scene.camera.toPixel(Point{from.right, 0.0F}).x() + margin + room * 0.5, 0.0);
    QPointF entry(std::max(leftOfTargets, exit.x()), 0.0);
    Stroke trunk;
    trunk.isViewed = true;
    for (const Flow* flow : flows) {
        const double share = 1.0 / static_cast<double>(flows.size());
        exit.ry() += share * scene.camera.toPixel(boxes[flow->source.index()]).center().y();
        entry.ry() += share * scene.camera.toPixel(boxes[flow->target.index()]).center().y();
        trunk.rows += flow->rows;
        trunk.isViewed = trunk.isViewed && !flow->isCopied;
    }
    trunk.arc = levelArc(exit, entry, (entry.x() - exit.x()) * 0.5);
    strokes.push_back(trunk);
    for (const Flow* flow : flows) {
        const QRectF source = scene.camera.toPixel(boxes[flow->source.index()]);
        const QRectF target = scene.camera.toPixel(boxes[flow->target.index()]);
        const QPointF begin(source.right() + margin, source.center().y());
        const QPointF end(target.left() - margin, target.center().y());
        const bool isViewed = !flow->isCopied;
        strokes.push_back({levelArc(begin, exit, (exit.x() - begin.x()) * 0.5), flow->rows, isViewed});
        strokes.push_back({levelArc(entry, end, (end.x() - entry.x()) * 0.5), flow->rows, isViewed});
    }
}

} // namespace

QPointF Arc::at(double share) const {
    const double rest = 1.0 - share;
    return from * (rest * rest * rest) + out * (3.0 * rest * rest * share) + in * (3.0 * rest * share * share) +
           to * (share * share * share);
}

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
        const QPointF from(start.right() + margin, start.center().y()); // below its label, which has a ground
        return levelArc(from, to, std::max(20.0, std::abs(to.x() - from.x()) * 0.5));
    }
    // The wider the distance, the wider the arc, within the room that the layout keeps for it.
    const QPointF from(start.left() - margin, start.center().y());
    const double distance = std::abs(from.y() - to.y());
    const double room = static_cast<double>(scene.model.storyboard()->arcWidth()) * scene.camera.scale;
    const double bulge = std::min(room * 1.2, 6.0 + distance * 0.28);
    return {from, {from.x() - bulge, from.y() - distance * 0.12}, {to.x() - bulge, to.y() + distance * 0.12}, to};
}

double flowWidth(std::size_t rows) {
    return std::min(9.0, 1.2 + 0.8 * std::log2(1.0 + static_cast<double>(rows)));
}

std::vector<Stroke> bundled(const Scene& scene, std::span<const Flow> flows) {
    constexpr std::size_t kLeast = 3;
    std::vector<Stroke> strokes;
    Groups groups;
    for (const Flow& flow : flows) {
        const Columns columns(columnOf(scene, flow.source), columnOf(scene, flow.target));
        if (columns.first != columns.second) {
            groups[columns].push_back(&flow);
        } else {
            strokes.push_back({arcOf(scene, flow), flow.rows, !flow.isCopied});
        }
    }
    for (const auto& [columns, members] : groups) {
        if (members.size() >= kLeast) {
            addBundle(scene, columns, members, strokes);
            continue;
        }
        for (const Flow* flow : members) {
            strokes.push_back({arcOf(scene, *flow), flow->rows, !flow->isCopied});
        }
    }
    return strokes;
}

} // namespace batchscope
