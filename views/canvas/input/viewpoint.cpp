// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/input/viewpoint.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

void Viewpoint::follow(const Camera& story) {
    if (m_following) {
        m_camera = story;
    }
}

void Viewpoint::restore(const Camera& before, Kind kind) {
    m_following = kind == Kind::Following;
    m_camera.centre = before.centre;
    m_camera.scale = before.scale;
}

void Viewpoint::show(const Box& world, const QRectF& viewport, double greatestScale) {
    m_following = false;
    m_camera = Camera::fitted(world, viewport, greatestScale);
}

// Beyond these two limits every picture is the same.
void Viewpoint::zoomBy(QPointF pixel, double factor, const Box& all, QSizeF canvas) {
    m_following = false;
    const auto longest = static_cast<double>(std::max(all.width, all.height));
    const double least = std::min(1.0 / std::max(longest, 1.0), m_camera.scale);
    const double greatest = std::max(2.0 * std::max(canvas.width(), canvas.height()), m_camera.scale);
    m_camera = m_camera.zoomedAt(pixel, std::clamp(factor * m_camera.scale, least, greatest) / m_camera.scale);
}

void Viewpoint::pan(QPointF pixels) {
    m_following = false;
    m_camera = m_camera.panned(pixels);
}

void Viewpoint::centreOn(Point world) {
    m_following = false;
    m_camera.centre = QPointF(static_cast<double>(world.x), static_cast<double>(world.y));
}

void Viewpoint::comeNear(Point world, double leastScale) {
    if (m_camera.scale < leastScale) {
        centreOn(world);
        m_camera.scale = leastScale;
    }
}

// Not at the very edge: what comes before and after it should be seen, too.
double Viewpoint::inset() const {
    return std::min({3.0 * m_camera.scale, m_camera.viewport.width() / 4.0, m_camera.viewport.height() / 4.0});
}

bool Viewpoint::bringIntoView(Point world) {
    const QPointF place = m_camera.toPixel(world);
    if (m_camera.viewport.contains(place)) {
        return false;
    }
    const double room = inset();
    const QRectF free = m_camera.viewport.adjusted(room, room, -room, -room);
    pan(QPointF(std::clamp(place.x(), free.left(), free.right()), std::clamp(place.y(), free.top(), free.bottom())) -
        place);
    return true;
}

void Viewpoint::uncover(Point world, const QRectF& cover) {
    const QPointF place = m_camera.toPixel(world);
    if (cover.contains(place)) {
        m_camera = m_camera.panned({cover.left() - inset() - place.x(), 0.0});
    }
}

namespace {

bool nearlySameView(const Camera& left, const Camera& right) {
    constexpr double kZoom = 1.5;
    constexpr double kShift = 0.35; // of what is seen
    if (std::max(left.scale, right.scale) > kZoom * std::min(left.scale, right.scale)) {
        return false;
    }
    const QPointF shift = (left.centre - right.centre) * left.scale;
    return std::abs(shift.x()) <= kShift * left.viewport.width() &&
           std::abs(shift.y()) <= kShift * left.viewport.height();
}

} // namespace

bool nearlySame(const ViewPlace& left, const ViewPlace& right) {
    if (!(left.focus == right.focus) || stopBefore(left.time) != stopBefore(right.time) ||
        left.following != right.following) {
        return false;
    }
    return left.following || nearlySameView(left.camera, right.camera);
}

void ViewHistory::visit(const ViewPlace& place) {
    if (!m_places.empty() && nearlySame(m_places[m_present], place)) {
        m_places[m_present] = place;
        return;
    }
    m_places.resize(m_places.empty() ? 0 : m_present + 1);
    m_places.push_back(place);
    if (m_places.size() > kMostPlaces) {
        m_places.erase(m_places.begin());
    }
    m_present = m_places.size() - 1;
}

std::optional<ViewPlace> ViewHistory::back() {
    return canGoBack() ? std::optional(m_places[--m_present]) : std::nullopt;
}

std::optional<ViewPlace> ViewHistory::forward() {
    return canGoForward() ? std::optional(m_places[++m_present]) : std::nullopt;
}

void ViewHistory::clear() {
    m_places.clear();
    m_present = 0;
}

} // namespace batchscope
