// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: everything that one frame depends on, by reference, so that each painter takes one argument; and the few
// decisions that all painters share: how much detail fits, which colour a tone gives.
#pragma once

#include "core/session/cursor.h"
#include "views/canvas/camera.h"
#include "views/canvas/scene_model.h"
#include "views/theme/theme.h"

#include <QFontMetricsF>
#include <QString>

namespace batchscope {

/// What can be drawn at a given size of a unit on the screen.
enum class Detail {
    Dots,   ///< under 2 pixels: a raster of colours, on any device
    Rects,  ///< plain squares; a raster where the device has pixels
    Glyphs, ///< shapes
    Labels, ///< and words
    Full,   ///< and op names inside the nodes
};
[[nodiscard]] Detail detailFor(double pixelsPerUnit);

/// Whether things move now; moving pictures of many nodes go without smooth edges.
enum class Motion { Rest, Moving };

/// What lies behind the picture: the theme's colour, or nothing, for files that are laid over something else.
enum class Ground { Filled, Transparent };

struct SceneOptions {
    Motion motion = Motion::Rest;
    NodeId hovered = {};
    QString caption = {}; ///< one sentence for the strip below the picture; empty: no strip
    Ground ground = Ground::Filled;
};

struct Scene {
    const SceneModel& model;
    const StoryState& state;
    const Focus& focus;
    const Theme& theme;
    Camera camera;
    QRectF canvas; ///< all of the widget or image, in pixels
    QFont font;
    SceneOptions options = {};

    [[nodiscard]] Detail detail() const { return detailFor(camera.scale); }
    [[nodiscard]] Box visibleWorld(double marginUnits) const;
    [[nodiscard]] QPointF pixelOf(NodeId node) const { return camera.toPixel(state.nodes[node.index()]); }
    /// The font for text that belongs to the picture: as tall as `units`, within what can be read and the application's
    /// size × 1.15.
    [[nodiscard]] QFont worldFont(double units) const;

    static constexpr double kLeastTextPixels = 7.0;
};

/// `share` of the colour over `ground`, opaque, so that overlapping things do not add up.
[[nodiscard]] QColor mixedColour(const QColor& colour, const QColor& ground, double share);
[[nodiscard]] QColor withAlpha(QColor colour, double alpha);
/// The application font's size in pixels.
[[nodiscard]] double pixelSize(const QFont& font);
/// The font at another size.
[[nodiscard]] QFont atSize(QFont font, double pixels);

/// Pixels from a column's right edge to the end of the longest label with its shape.
[[nodiscard]] double blockLabelWidth(const SceneModel& model, const QFont& font);

/// Rows that the legend takes in this canvas: 2 where all ops do not fit into one, and there is height for it.
[[nodiscard]] std::size_t legendRows(const SceneModel& model, const QRectF& canvas, const QFont& font);

/// Where the picture itself may lie: the canvas without the strips for legend (top) and caption (bottom).
[[nodiscard]] QRectF pictureArea(const QRectF& canvas, const QFont& font, std::size_t legendRows);

} // namespace batchscope
