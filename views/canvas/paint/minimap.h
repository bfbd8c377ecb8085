// SPDX-License-Identifier: GPL-3.0-or-later
//
// A small map of the whole picture in a corner, visible only while the canvas shows just a part: the density of the
// picture, the visible part, search hits, and the selection. It shows users who have zoomed in where they are, and
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
    QRectF inner;  ///< the part of `box` that shows the world
    Camera camera; ///< world to pixels, inside `inner`

    /// The world point at a pixel of the map; clamped to the map.
    [[nodiscard]] Point worldAt(QPointF pixel) const;
};

/// Nullopt while the whole picture is visible or hardly enlarged, in the close-up view, where the rows take its place,
/// and if there is no room.
[[nodiscard]] std::optional<Minimap> minimapOf(const SceneModel& model, const StoryState& state, const Camera& camera,
                                               const QRectF& canvas, const QFont& font);

/// An image of the nodes at one moment, cached for that moment: drawing a million nodes takes longer than a frame may.
class MinimapPicture {
public:
    /// An image with the size of the map.
    const QImage& of(const Scene& scene, const Minimap& map);
    void forget() { m_image = {}; }

private:
    QImage m_image;
    QRectF m_inner;
    bool m_isSample = false; // drawn with less detail during motion
    ThemeId m_theme = ThemeId::Light;
};

/// `picture` may be null; the image is then made for this frame only.
void paintMinimap(QPainter& painter, const Scene& scene, const Minimap& map, MinimapPicture* picture);

} // namespace batchscope
