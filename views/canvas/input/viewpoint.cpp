// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/input/viewpoint.h"

#include <algorithm>

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

} // namespace batchscope
