// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which part of the world is visible, and how large. Pure arithmetic, so that zooming at the cursor and fitting are
// tested with tables.
//
// World: one unit is the side of a node, y points down. Pixels: logical pixels, (0, 0) is the top left corner of the
// widget.
#pragma once

#include "core/layout/geometry.h"

#include <QPointF>
#include <QRectF>

#include <algorithm>

namespace batchscope {

struct Camera {
    /// Where numbers end, not where the picture does: at 1e6 a node is larger than any wall, at 1e-9 all graphs that
    /// fit into memory are one dot.
    static constexpr double kLeastScale = 1e-9;
    static constexpr double kGreatestScale = 1e6;

    QRectF viewport;     ///< pixels that are free for the picture
    QPointF centre;      ///< world point in the middle of the viewport
    double scale = 10.0; ///< pixels a unit

    [[nodiscard]] QPointF toPixel(Point world) const {
        return {(static_cast<double>(world.x) - centre.x()) * scale + viewport.center().x(),
                (static_cast<double>(world.y) - centre.y()) * scale + viewport.center().y()};
    }
    [[nodiscard]] QRectF toPixel(const Box& world) const {
        const double size = scale;
        return {toPixel(Point{world.x, world.y}),
                QSizeF(static_cast<double>(world.width) * size, static_cast<double>(world.height) * size)};
    }
    [[nodiscard]] Point toWorld(QPointF pixel) const {
        return {static_cast<float>((pixel.x() - viewport.center().x()) / scale + centre.x()),
                static_cast<float>((pixel.y() - viewport.center().y()) / scale + centre.y())};
    }
    /// The world that these pixels show.
    [[nodiscard]] Box toWorld(const QRectF& pixels) const {
        const Point corner = toWorld(pixels.topLeft());
        return {corner.x, corner.y, static_cast<float>(pixels.width() / scale),
                static_cast<float>(pixels.height() / scale)};
    }

    /// Zooms so that the world point under `pixel` stays there. The scale stays a number.
    [[nodiscard]] Camera zoomedAt(QPointF pixel, double factor) const {
        Camera result = *this;
        result.scale = std::clamp(scale * factor, kLeastScale, kGreatestScale);
        const QPointF fromMiddle = pixel - viewport.center();
        result.centre = centre + fromMiddle / scale - fromMiddle / result.scale;
        return result;
    }
    /// Moves the picture by this many pixels.
    [[nodiscard]] Camera panned(QPointF pixels) const {
        Camera result = *this;
        result.centre = centre - pixels / scale;
        return result;
    }
    /// The whole of `world` in the middle of `viewport`, no larger than `greatestScale`.
    [[nodiscard]] static Camera fitted(const Box& world, const QRectF& viewport, double greatestScale) {
        Camera result;
        result.viewport = viewport;
        result.centre = {static_cast<double>(world.x) + static_cast<double>(world.width) / 2.0,
                         static_cast<double>(world.y) + static_cast<double>(world.height) / 2.0};
        const double across = viewport.width() / std::max(static_cast<double>(world.width), 1e-3);
        const double down = viewport.height() / std::max(static_cast<double>(world.height), 1e-3);
        result.scale = std::clamp(std::min(across, down), kLeastScale, greatestScale);
        return result;
    }
};

} // namespace batchscope
