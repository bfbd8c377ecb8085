// SPDX-License-Identifier: GPL-3.0-or-later
//
// A small map of everything in a corner, visible only while the canvas does not show everything: how dense the picture
// is, the visible part, the hits of a search, the selection. It shows users who have zoomed in where they are, and
// takes them elsewhere with one click.
#pragma once

#include "views/canvas/scene/scene.h"

#include <QImage>
#include <QPainter>

#include <optional>

namespace batchscope {

/// The position of the map and its scale.
struct Minimap {
    QRectF box;    ///< pixels of the canvas
    QRectF inner;  ///< what it shows the world in
    Camera camera; ///< world to pixels, inside `inner`

    /// Where in the world a pixel of the map is; clamped to the map.
    [[nodiscard]] Point worldAt(QPointF pixel) const;
};

/// Nothing while all of the picture is seen, close up, where its place is for the rows, or where there is no room.
[[nodiscard]] std::optional<Minimap> minimapOf(const SceneModel& model, const StoryState& state, const Camera& camera,
                                               const QRectF& canvas, const QFont& font);

/// The picture of the nodes of one moment, kept while it is the same one: drawing a million nodes takes longer than a
/// frame may.
class MinimapPicture {
public:
    /// As many pixels as the map has.
    const QImage& of(const Scene& scene, const Minimap& map);
    void forget() { m_image = {}; }

private:
    QImage m_image;
    QRectF m_inner;
    bool m_isSample = false; // made while things moved
    ThemeId m_theme = ThemeId::Light;
};

/// `picture` may be null; it is then made for this frame only.
void paintMinimap(QPainter& painter, const Scene& scene, const Minimap& map, MinimapPicture* picture);

} // namespace batchscope
