// SPDX-License-Identifier: GPL-3.0-or-later
//
// Defines which part of the world is visible, and at which size. Pure arithmetic, so that zooming at the cursor and
// fitting can be tested with tables.
//
// World: one unit is the side of a node; y points down. Pixels are logical; (0, 0) is the widget's top left corner.
#pragma once

#include "core/layout/geometry.h"

#include <QPointF>
#include <QRectF>

#include <algorithm>

namespace batchscope {

struct Camera {
    /// Limits of the arithmetic, not of the picture: at 1e6 a node is larger than any screen, and at 1e-9 every graph
    /// that fits into memory is a single dot.
    static constexpr double kLeastScale = 1e-9;
    static constexpr double kGreatestScale = 1e6;

    QRectF viewport;     ///< the pixels that are available for the picture
    QPointF center;      ///< the world point in the middle of the viewport
    double scale = 10.0; ///< pixels per unit

    [[nodiscard]] QPointF toPixel(Point world) const {
        return {(static_cast<double>(world.x) - center.x()) * scale + viewport.center().x(),
                (static_cast<double>(world.y) - center.y()) * scale + viewport.center().y()};
    }
    [[nodiscard]] QRectF toPixel(const Box& world) const {
        const double size = scale;
        return {toPixel(Point{world.x, world.y}),
                QSizeF(static_cast<double>(world.width) * size, static_cast<double>(world.height) * size)};
    }
    [[nodiscard]] Point toWorld(QPointF pixel) const {
        return {static_cast<float>((pixel.x() - viewport.center().x()) / scale + center.x()),
                static_cast<float>((pixel.y() - viewport.center().y()) / scale + center.y())};
    }
    /// The part of the world that these pixels show.
    [[nodiscard]] Box toWorld(const QRectF& pixels) const {
        const Point corner = toWorld(pixels.topLeft());
        return {corner.x, corner.y, static_cast<float>(pixels.width() / scale),
                static_cast<float>(pixels.height() / scale)};
    }

    /// Zooms so that the world point under `pixel` stays there. The scale is clamped to the limits above.
    [[nodiscard]] Camera zoomedAt(QPointF pixel, double factor) const {
        Camera result = *this;
        result.scale = std::clamp(scale * factor, kLeastScale, kGreatestScale);
        const QPointF fromMiddle = pixel - viewport.center();
        result.center = center + fromMiddle / scale - fromMiddle / result.scale;
        return result;
    }
    /// Moves the picture by this many pixels.
    [[nodiscard]] Camera panned(QPointF pixels) const {
        Camera result = *this;
        result.center = center - pixels / scale;
        return result;
    }
    /// A camera that shows all of `world`, centered in `viewport`, at a scale of at most `greatestScale`.
    [[nodiscard]] static Camera fitted(const Box& world, const QRectF& viewport, double greatestScale) {
        Camera result;
        result.viewport = viewport;
        result.center = {static_cast<double>(world.x) + static_cast<double>(world.width) / 2.0,
                         static_cast<double>(world.y) + static_cast<double>(world.height) / 2.0};
        const double across = viewport.width() / std::max(static_cast<double>(world.width), 1e-3);
        const double down = viewport.height() / std::max(static_cast<double>(world.height), 1e-3);
        result.scale = std::clamp(std::min(across, down), kLeastScale, greatestScale);
        return result;
    }
};

} // namespace batchscope
