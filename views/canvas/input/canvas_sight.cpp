// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/input/canvas_sight.h"

#include "views/canvas/paint/caption_strip.h"
#include "views/canvas/paint/legend.h"
#include "views/canvas/paint/scene_painter.h"

#include <utility>

namespace batchscope {

namespace {

constexpr double kZoomStep = 1.25;

} // namespace

CanvasSight::CanvasSight(CanvasPicture& picture, const Playback& playback, std::function<CanvasSpace()> space)
    : m_picture(picture), m_playback(playback), m_space(std::move(space)) {}

void CanvasSight::refresh() {
    if (!m_picture.refresh(m_playback.time(), m_playback.stepView())) {
        return;
    }
    emit refreshed();
    if (following() && m_picture.model().hasPicture() && !m_picture.state().nodes.empty()) {
        const CanvasSpace space = m_space();
        m_view.follow(followingCamera(m_picture.model(), m_picture.state(),
                                      space.canvas.adjusted(0.0, space.above, 0.0, -space.below), space.font));
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
        m_view.setViewport(freeArea());
    }
}

void CanvasSight::followAgain() {
    m_view.followAgain();
    m_picture.expire();
}

void CanvasSight::fitAll() {
    followAgain();
    emit moved();
    emit changed();
}

void CanvasSight::show(const Box& world, double greatestScale) {
    m_view.show(world, freeArea(), greatestScale);
    emit moved();
    emit changed();
}

void CanvasSight::zoomBy(QPointF pixel, double factor) {
    if (!m_picture.model().hasPicture()) {
        return;
    }
    refresh();
    m_view.zoomBy(pixel, factor, m_picture.state().view, m_space().canvas.size());
    emit zoomed();
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
    m_view.pan(pixels);
    emit moved();
    emit changed();
}

void CanvasSight::lookAtMap(QPointF pixel) {
    if (const auto map = minimap()) {
        m_view.centreOn(map->worldAt(pixel));
        emit moved();
        emit changed();
    }
}

// A node that is a pixel large is not shown.
void CanvasSight::comeNear(NodeId node) {
    constexpr double kSeenScale = 14.0;
    m_view.comeNear(m_picture.placeOf(node), kSeenScale);
    emit changed();
}

void CanvasSight::keepInView(NodeId node) {
    const Point place = m_picture.placeOf(node);
    if (m_view.bringIntoView(place)) {
        emit moved();
    }
    if (const auto map = minimap()) {
        m_view.uncover(place, map->box);
    }
    emit changed();
}

void CanvasSight::restore(const ViewPlace& place) {
    m_view.restore(place.camera, place.following ? Viewpoint::Kind::Following : Viewpoint::Kind::Free);
    m_picture.expire();
    emit changed();
}

Hit CanvasSight::hitAt(QPointF pixel) {
    return m_picture.hitAt(camera(), pixel);
}

std::vector<NodeId> CanvasSight::nearestNodes(std::size_t most) const {
    const QRectF canvas = m_space().canvas;
    const NodeId selected = m_playback.focus().node;
    const Point middle = m_picture.hasNode(selected) ? m_picture.placeOf(selected) : camera().toWorld(canvas.center());
    return m_picture.nearestNodes(camera().toWorld(canvas), middle, most);
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
