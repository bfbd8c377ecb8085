// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which part of the world is seen: where the story's own camera looks, until the user moves. Pure arithmetic.
#pragma once

#include "core/story/cursor.h"
#include "views/canvas/scene/camera.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace batchscope {

class Viewpoint {
public:
    enum class Kind { Following, Free };

    [[nodiscard]] const Camera& camera() const { return m_camera; }
    /// True while the story's camera is followed; every move by the user ends it.
    [[nodiscard]] bool following() const { return m_following; }

    void followAgain() { m_following = true; }
    /// The story's camera. Does nothing where it is not followed.
    void follow(const Camera& story);
    /// An earlier view: its middle and scale. The viewport stays, it may have another size now.
    void restore(const Camera& before, Kind kind);
    /// The pixels that are free for the picture have changed.
    void setViewport(const QRectF& viewport) { m_camera.viewport = viewport; }

    /// Shows all of `world` in the middle of `viewport`.
    void show(const Box& world, const QRectF& viewport, double greatestScale);
    /// Zooms so that the world under `pixel` stays there: out at most until `all` is a dot, in until a node is twice as
    /// large as the canvas.
    void zoomBy(QPointF pixel, double factor, const Box& all, QSizeF canvas);
    /// Moves the picture by so many pixels.
    void pan(QPointF pixels);
    void centreOn(Point world);
    /// Centers on the place with that scale where the present one is smaller. Never zooms out.
    void comeNear(Point world, double leastScale);
    /// Pans as little as possible until the place is in the viewport, with some room around it. True when it panned.
    bool bringIntoView(Point world);
    /// Pans the place out from behind what covers the canvas there.
    void uncover(Point world, const QRectF& cover);

private:
    /// Between the viewport's edge and a place that was brought into it, pixels.
    [[nodiscard]] double inset() const;

    Camera m_camera;
    bool m_following = true;
};

// The places where the user has been, as in a browser: back and forward; a new visit discards what was ahead. A place
// consists of the visible part, the selection and the moment. Pure.

struct ViewPlace {
    Camera camera;
    bool following = true; ///< the story's own camera
    Focus focus;
    double time = 0.0; ///< of the storyboard
};

/// Whether one would not notice the way from one to the other: same selection, same stop, nearly the same view.
[[nodiscard]] bool nearlySame(const ViewPlace& left, const ViewPlace& right);

class ViewHistory {
public:
    static constexpr std::size_t kMostPlaces = 100;

    /// Where the user has come to rest. Replaces the present place when it is nearly the same.
    void visit(const ViewPlace& place);
    /// The place before, which is the present one from now on; nothing at the beginning.
    [[nodiscard]] std::optional<ViewPlace> back();
    [[nodiscard]] std::optional<ViewPlace> forward();
    [[nodiscard]] bool canGoBack() const { return m_present > 0; }
    [[nodiscard]] bool canGoForward() const { return m_present + 1 < m_places.size(); }
    void clear();

private:
    std::vector<ViewPlace> m_places;
    std::size_t m_present = 0;
};

} // namespace batchscope
