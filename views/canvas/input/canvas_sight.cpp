// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/input/canvas_sight.h"

#include "views/canvas/paint/caption_strip.h"
#include "views/canvas/paint/legend.h"
#include "views/canvas/paint/scene_painter.h"

#include <algorithm>
#include <utility>

namespace batchscope {

namespace {

constexpr double kZoomStep = 1.25;

} // namespace

CanvasSight::CanvasSight(CanvasPicture& picture, Playback& playback, std::function<CanvasSpace()> space)
    : m_picture(picture), m_playback(playback), m_space(std::move(space)) {}

void CanvasSight::refresh() {
    if (!m_picture.refresh(m_playback.time(), m_playback.stepView())) {
        return;
    }
    emit refreshed();
    if (following() && m_picture.model().hasPicture() && !m_picture.state().nodes.empty()) {
        const CanvasSpace space = m_space();
        m_camera = followingCamera(m_picture.model(), m_picture.state(),
                                   space.canvas.adjusted(0.0, space.above, 0.0, -space.below), space.font);
    }
}

QRectF CanvasSight::freeArea() const {
    const CanvasSpace space = m_space();
    return pictureArea(space.canvas, space.font, legendRows(m_picture.model(), space.canvas, space.font));
}

void CanvasSight::adoptSpace() {
    if (following()) {
        m_picture.expire();
    } else {
        m_camera.viewport = freeArea();
    }
}

void CanvasSight::followAgain() {
    m_following = true;
    m_picture.expire();
}

void CanvasSight::fitAll() {
    followAgain();
    emit moved();
    emit changed();
}

void CanvasSight::show(const Box& world, double greatestScale) {
    move(Camera::fitted(world, freeArea(), greatestScale));
}

void CanvasSight::zoomBy(QPointF pixel, double factor) {
    if (!m_picture.model().hasPicture()) {
        return;
    }
    refresh();
    const Box& all = m_picture.state().view; // beyond the two limits below, all pictures look the same
    const QSizeF canvas = m_space().canvas.size();
    const auto longest = static_cast<double>(std::max(all.width, all.height));
    const double least = std::min(1.0 / std::max(longest, 1.0), m_camera.scale);
    const double greatest = std::max(2.0 * std::max(canvas.width(), canvas.height()), m_camera.scale);
    const double scale = std::clamp(factor * m_camera.scale, least, greatest);
    emit zoomed();
    move(m_camera.zoomedAt(pixel, scale / m_camera.scale));
}

void CanvasSight::move(const Camera& to) {
    m_following = false;
    m_camera = to;
    emit moved();
    emit changed();
}

void CanvasSight::zoomIn() {
    zoomBy(m_space().canvas.center(), kZoomStep);
}

void CanvasSight::zoomOut() {
    zoomBy(m_space().canvas.center(), 1.0 / kZoomStep);
}

void CanvasSight::pan(QPointF pixels) {
    move(m_camera.panned(pixels));
}

void CanvasSight::lookAtMap(QPointF pixel) {
    if (const auto map = minimap()) {
        Camera there = m_camera;
        const Point world = map->worldAt(pixel);
        there.center = QPointF(static_cast<double>(world.x), static_cast<double>(world.y));
        move(there);
    }
}

// A node of a single pixel is too small to see.
void CanvasSight::comeNear(NodeId node) {
    constexpr double kSeenScale = 14.0;
    if (m_camera.scale < kSeenScale) {
        const Point place = m_picture.placeOf(node);
        m_following = false;
        m_camera.center = QPointF(static_cast<double>(place.x), static_cast<double>(place.y));
        m_camera.scale = kSeenScale;
    }
    emit changed();
}

// Keeps a node off the very edge, so that its neighbors are visible, too.
double CanvasSight::inset() const {
    return std::min({3.0 * m_camera.scale, m_camera.viewport.width() / 4.0, m_camera.viewport.height() / 4.0});
}

void CanvasSight::keepInView(NodeId node) {
    const double room = inset();
    const QPointF place = m_camera.toPixel(m_picture.placeOf(node));
    if (!m_camera.viewport.contains(place)) {
        const QRectF free = m_camera.viewport.adjusted(room, room, -room, -room);
        pan(QPointF(std::clamp(place.x(), free.left(), free.right()),
                    std::clamp(place.y(), free.top(), free.bottom())) -
            place);
    }
    const QPointF now = m_camera.toPixel(m_picture.placeOf(node));
    if (const auto map = minimap(); map && map->box.contains(now)) {
        m_camera = m_camera.panned({map->box.left() - room - now.x(), 0.0});
    }
    emit changed();
}

void CanvasSight::restore(const ViewPlace& place) {
    m_following = place.following;
    m_camera.center = place.camera.center; // the viewport may have another size now
    m_camera.scale = place.camera.scale;
    m_picture.expire();
    emit changed();
}

Hit CanvasSight::hitAt(QPointF pixel) {
    return m_picture.hitAt(camera(), pixel);
}

void CanvasSight::select(const Hit& hit) {
    if (hit.node.valid()) {
        m_playback.selectNode(hit.node);
    } else if (hit.batch.valid()) {
        m_playback.selectBatch(hit.batch);
    } else if (hit.tree.valid()) {
        m_playback.selectTree(hit.tree);
    } else {
        m_playback.clearSelection();
    }
}

Hit CanvasSight::selected() const {
    const Focus& focus = m_playback.focus();
    if (m_picture.hasNode(focus.node)) {
        return {focus.node, {}, {}};
    }
    return focus.batch.valid() ? Hit{{}, focus.batch, {}} : Hit{{}, {}, focus.tree};
}

void CanvasSight::setMarked(std::vector<NodeId> nodes) {
    m_marked = std::move(nodes);
    emit changed();
}

Caption CanvasSight::caption() const {
    if (m_playback.figuresHidden() || !m_space().hasHeadline) {
        return {};
    }
    const Storyboard* const story = m_picture.model().storyboard();
    const double time = m_playback.time();
    return m_playback.inPassing() && story != nullptr && isAfterFirstBatch(*story, time)
               ? captionInPassing(m_picture.model().snapshot())
               : m_picture.captionAt(time);
}

ReasonLayer CanvasSight::reasonLayer() const {
    return m_playback.reasonsShown() ? ReasonLayer::Open : ReasonLayer::Button;
}

CaptionStrip CanvasSight::captionStrip() const {
    const CanvasSpace space = m_space();
    return batchscope::captionStrip(space.canvas, space.font, caption(), reasonLayer());
}

std::optional<Minimap> CanvasSight::minimap() const {
    const SceneModel& model = m_picture.model();
    if (!model.hasPicture() || m_picture.state().nodes.empty()) {
        return std::nullopt;
    }
    const CanvasSpace space = m_space();
    return minimapOf(model, m_picture.state(), camera(), space.canvas, space.font);
}

} // namespace batchscope
