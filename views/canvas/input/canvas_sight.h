// SPDX-License-Identifier: GPL-3.0-or-later
//
// The picture as it is currently seen: picture, camera and the area where it is drawn. The view follows the story's own
// camera until the user pans or zooms; fitAll() returns to it. Pixels are logical pixels of the canvas. Not a widget.
#pragma once

#include "core/base/result.h" // moc 6.4 cannot read <compare>, which id.h includes, unless <cstdint> came first
#include "views/canvas/input/view_history.h"
#include "views/canvas/paint/caption_strip.h"
#include "views/canvas/paint/minimap.h"
#include "views/canvas/scene/canvas_picture.h"
#include "views/session/playback.h"

#include <QObject>

#include <functional>
#include <optional>
#include <vector>

namespace batchscope {

/// The area where the picture is drawn.
struct CanvasSpace {
    QRectF canvas; ///< the whole canvas, in pixels
    QFont font;
    // Pixels at the top and at the bottom that stay free when the picture is fitted; negative values give it more room.
    double above = 0.0;
    double below = 0.0;
    bool hasHeadline = true;
};

class CanvasSight final : public QObject {
    Q_OBJECT

public:
    static constexpr double kLargeScale = 64.0; ///< pixels per unit, at most, for a requested place

    /// `space` returns the current area of the picture.
    CanvasSight(CanvasPicture& picture, Playback& playback, std::function<CanvasSpace()> space);

    [[nodiscard]] const CanvasPicture& picture() const { return m_picture; }
    [[nodiscard]] const Camera& camera() const { return m_camera; }
    /// True while the view follows the story's camera; every move by the user ends it.
    [[nodiscard]] bool following() const { return m_following; }

    /// While the user holds the picture, it does not count as being at rest, even if time stands still.
    enum class Hand { Free, Holding };
    void setHand(Hand hand) { m_hand = hand; }
    [[nodiscard]] Hand hand() const { return m_hand; }

    /// Updates picture and camera to the current moment.
    void refresh();
    /// Adapts to a change of the area where the picture is drawn.
    void adoptSpace();
    /// Follows the story from the next refresh on.
    void followAgain();

    /// Shows everything and follows the story again.
    void fitAll();
    void show(const Box& world, double greatestScale);
    void zoomIn();
    void zoomOut();
    /// Zooms so that the world under `pixel` stays there: out until the whole picture is a dot, in until a node is
    /// twice as large as the canvas.
    void zoomBy(QPointF pixel, double factor);
    void pan(QPointF pixels);
    /// Centers on the part of the world that the minimap shows at `pixel`; does nothing if there is no minimap.
    void lookAtMap(QPointF pixel);
    /// Centers on the node and zooms in to show its shape; keeps a near view. Needs picture().hasNode(node).
    void comeNear(NodeId node);
    /// Pans until the node is visible and not covered by the minimap. Needs picture().hasNode(node).
    void keepInView(NodeId node);
    void restore(const ViewPlace& place);

    [[nodiscard]] Hit hitAt(QPointF pixel);
    /// Selects the item, or clears the selection if nothing is hit. No second node is marked afterwards.
    void select(const Hit& hit);
    /// The selection as a single item: a node takes precedence over its batch and tree.
    [[nodiscard]] Hit selected() const;
    /// Sets the nodes that differ from another picture next to this one, ascending.
    void setMarked(std::vector<NodeId> nodes);
    [[nodiscard]] const std::vector<NodeId>& marked() const { return m_marked; }
    [[nodiscard]] QRectF nodeRect(NodeId node) const { return m_picture.nodeRect(camera(), node); }
    /// Empty while figures or headline are hidden. While the story plays, batches after the first share one headline.
    [[nodiscard]] Caption caption() const;
    [[nodiscard]] ReasonLayer reasonLayer() const;
    /// The caption with its place on the canvas.
    [[nodiscard]] CaptionStrip captionStrip() const;
    [[nodiscard]] std::optional<Minimap> minimap() const;

signals:
    /// Emitted when the picture must be repainted.
    void changed();
    /// Emitted when the user has moved the view.
    void moved();
    void zoomed();
    /// Emitted when there is a new state of the picture.
    void refreshed();

private:
    [[nodiscard]] QRectF freeArea() const;
    /// Moves the camera on behalf of the user.
    void move(const Camera& to);
    /// The distance in pixels between the viewport's edge and a place that was brought into view.
    [[nodiscard]] double inset() const;

    CanvasPicture& m_picture;
    Playback& m_playback;
    std::function<CanvasSpace()> m_space;
    Camera m_camera;
    std::vector<NodeId> m_marked;
    bool m_following = true;
    Hand m_hand = Hand::Free;
};

} // namespace batchscope
