// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/close_up.h"

#include "views/canvas/paint/legend.h"
#include "views/canvas/paint/painters.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

/// The picture, `factor` times as large, with what was at pixel `from` in the middle of the room.
struct Approach {
    double factor = 1.0;
    QPointF from;
};

Approach mixed(const Approach& start, const Approach& end, double share) {
    return {start.factor * std::pow(end.factor / start.factor, share), start.from + (end.from - start.from) * share};
}

Camera approached(const Camera& all, const Approach& by, const QRectF& room) {
    Camera near = all;
    near.scale = all.scale * by.factor;
    const Point there = all.toWorld(by.from);
    near.centre = QPointF(static_cast<double>(there.x), static_cast<double>(there.y)) -
                  (room.center() - near.viewport.center()) / near.scale;
    return near;
}

/// The middle of what is seen of a side from `low` to `high`: no room is left empty beside it.
double middleOf(double wanted, double low, double high, double seen) {
    return high - low <= seen ? (low + high) / 2.0 : std::clamp(wanted, low + seen / 2.0, high - seen / 2.0);
}

QRectF pixelsOfTrees(const StoryState& state, const Camera& camera) {
    QRectF trees;
    for (const Box& tree : state.trees) {
        trees = trees.united(camera.toPixel(tree));
    }
    return trees;
}

/// The nodes of the batch's first rows, as many as fit.
Approach approachTo(const SceneModel& model, const StoryState& state, BatchId batch, const Camera& all,
                    const QRectF& room, double factor) {
    constexpr std::size_t kMostRows = 64;
    constexpr double kAround = 3.0; // units: a node with the words below it
    const QSizeF seen = room.size() / factor;
    const double around = kAround * all.scale;
    QRectF wanted;
    const auto nodes = model.schedule()->batch(batch);
    for (std::size_t row = 0; row < std::min(nodes.size(), kMostRows); ++row) {
        const QPointF node = all.toPixel(state.nodes[nodes[row].index()]);
        const QRectF both = wanted.united(QRectF(node, QSizeF()).adjusted(-around, -around, around, around));
        if (both.width() <= seen.width() && both.height() <= seen.height()) {
            wanted = both;
        }
    }
    const QRectF trees = pixelsOfTrees(state, all).adjusted(-around, -around, around, around);
    return {factor,
            {middleOf(wanted.center().x(), trees.left(), trees.right(), seen.width()),
             middleOf(wanted.center().y(), trees.top(), trees.bottom(), seen.height())}};
}

/// On the way from one batch to the next while the nodes of the next are marked.
Approach approachOf(const SceneModel& model, const StoryState& state, const Camera& all, const QRectF& room,
                    const QFont& font) {
    constexpr double kReadable = 11.0; // pixels
    const Approach none{1.0, room.center()};
    const double factor = std::max(kReadable / kWordHeight, leastWordScale(font)) / all.scale;
    if (factor <= 1.0 || !state.active.valid()) {
        return none;
    }
    const auto to = [&](BatchId batch) { return approachTo(model, state, batch, all, room, factor); };
    const Approach before = state.active.index() == 0 ? none : to(BatchId(state.active.index() - 1));
    return mixed(before, to(state.active), static_cast<double>(state.grouped));
}

} // namespace

QRectF closeUpRoom(const SceneModel& model, const QRectF& canvas, const QFont& font) {
    constexpr double kOfWidth = 0.47; // the storyboard leaves its trees as much
    QRectF room = pictureArea(canvas, font, legendRows(model, canvas, font));
    room.setWidth(kOfWidth * canvas.width());
    return room;
}

QRectF closeUpClip(const Scene& scene) {
    const QRectF room = closeUpRoom(scene.model, scene.canvas, scene.font);
    return room.contains(pixelsOfTrees(scene.state, scene.camera)) ? QRectF() : room;
}

Camera closeUpCamera(const SceneModel& model, const StoryState& state, const QRectF& canvas, const QFont& font,
                     const Camera& all) {
    const QRectF room = closeUpRoom(model, canvas, font);
    if (state.closeUp >= 1.0F) {
        return approached(all, approachOf(model, state, all, room, font), room);
    }
    if (state.stage != StoryStage::Folded || state.closeUp <= 0.0F) {
        return all;
    }
    const StoryState last = model.stateAt(model.storyboard()->end() - 1.0, StepView::CloseUp);
    const Camera ofLast = Camera::fitted(last.view, all.viewport, Camera::kGreatestScale);
    const Approach by = approachOf(model, last, ofLast, room, font);
    return approached(all, mixed(by, {1.0, room.center()}, static_cast<double>(state.folded)), room);
}

} // namespace batchscope
