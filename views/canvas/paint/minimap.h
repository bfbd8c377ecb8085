// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: who is zoomed in must know where, and get elsewhere in one move. A small map of everything in a corner, only
// while the canvas does not show everything: how dense the picture is, what is seen, what was found, what is selected.
#pragma once

#include "views/canvas/scene/scene.h"

#include <QImage>
#include <QPainter>

#include <optional>

namespace batchscope {

/// Where the map lies, and how it shrinks the world.
struct Minimap {
    QRectF box;    ///< pixels of the canvas
    QRectF inner;  ///< what it shows the world in
    Camera camera; ///< world to pixels, inside `inner`

    /// Where in the world a pixel of the map is; clamped to the map.
    [[nodiscard]] Point worldAt(QPointF pixel) const;
};

/// Nothing while all of the picture is seen, or where there is no room. `view` is what the story wants to be seen.
[[nodiscard]] std::optional<Minimap> minimapOf(const SceneModel& model, const Box& view, const Camera& camera,
                                               const QRectF& canvas, const QFont& font, double bottom);

/// The picture of the nodes of one moment, kept while it is the same one: counting a million nodes takes longer than a
/// frame may.
class MinimapPicture {
public:
    /// As many pixels as the map has; colours mixed by how many nodes fall on a pixel.
    const QImage& of(const Scene& scene, const Minimap& map);
    void forget() { m_image = {}; }

private:
    QImage m_image;
    QRectF m_inner;
    bool m_isSample = false; // made while things moved
    ThemeId m_theme = ThemeId::Light;
};

/// `picture` may be null: then it is made for this frame alone.
void paintMinimap(QPainter& painter, const Scene& scene, const Minimap& map, MinimapPicture* picture);

} // namespace batchscope
