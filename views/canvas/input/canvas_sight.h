// SPDX-License-Identifier: GPL-3.0-or-later
//
// The picture as it is seen now: picture, camera and the place where it is drawn. It follows the story's own camera
// until the user pans or zooms; fitAll returns to that. Pixels are logical ones of the canvas. No widget.
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

/// Where the picture is drawn.
struct CanvasSpace {
    QRectF canvas; ///< all of it, pixels
    QFont font;
    // Pixels at the top and at the bottom that the picture must leave free when it is fitted; below 0 it has more room.
    double above = 0.0;
    double below = 0.0;
    bool hasHeadline = true;
};

class CanvasSight final : public QObject {
    Q_OBJECT

public:
    static constexpr double kLargeScale = 64.0; ///< pixels a unit: as large as what was asked for is shown

    /// `space` says where the picture is drawn at the moment of the call.
    CanvasSight(CanvasPicture& picture, const Playback& playback, std::function<CanvasSpace()> space);

    [[nodiscard]] const CanvasPicture& picture() const { return m_picture; }
    [[nodiscard]] const Camera& camera() const { return m_camera; }
    /// Every move by the user ends it.
    [[nodiscard]] bool following() const { return m_following; }

    /// While the user holds the picture it is not at rest, whatever time does.
    enum class Hand { Free, Holding };
    void setHand(Hand hand) { m_hand = hand; }
    [[nodiscard]] Hand hand() const { return m_hand; }

    /// Brings picture and camera to the present moment.
    void refresh();
    /// The place where the picture is drawn has changed.
    void adoptSpace();
    /// Follows the story from the next refresh on.
    void followAgain();

    /// Shows everything and follows the story again.
    void fitAll();
    void show(const Box& world, double greatestScale);
    void zoomIn();
    void zoomOut();
    /// Zooms so that the world under `pixel` stays there: out at most until all is a dot, in until a node is twice as
    /// large as the canvas.
    void zoomBy(QPointF pixel, double factor);
    void pan(QPointF pixels);
    /// Centers on the part of the world that the small map shows there; nothing where there is no map.
    void lookAtMap(QPointF pixel);
    /// So near that the node's shape is seen, never farther away. Needs picture().hasNode(node).
    void comeNear(NodeId node);
    /// Pans until the node is seen, and not behind the small map. Needs picture().hasNode(node).
    void keepInView(NodeId node);
    void restore(const ViewPlace& place);

    [[nodiscard]] Hit hitAt(QPointF pixel);
    [[nodiscard]] QRectF nodeRect(NodeId node) const { return m_picture.nodeRect(camera(), node); }
    /// Up to so many nodes in sight, by id: those nearest to the selected one, or to the middle.
    [[nodiscard]] std::vector<NodeId> nearestNodes(std::size_t most) const;
    /// Empty while figures are hidden. While the story plays, all batches after the first share one headline.
    [[nodiscard]] Caption caption() const;
    [[nodiscard]] ReasonLayer reasonLayer() const;
    /// The caption where it is drawn.
    [[nodiscard]] CaptionStrip captionStrip() const;
    [[nodiscard]] std::optional<Minimap> minimap() const;

signals:
    /// It must be painted again.
    void changed();
    /// The user has moved it.
    void moved();
    void zoomed();
    /// There is a new state of the picture.
    void refreshed();

private:
    [[nodiscard]] QRectF freeArea() const;
    /// The user has moved it.
    void move(const Camera& to);
    /// Between the viewport's edge and a place that was brought into it, pixels.
    [[nodiscard]] double inset() const;

    CanvasPicture& m_picture;
    const Playback& m_playback;
    std::function<CanvasSpace()> m_space;
    Camera m_camera;
    bool m_following = true;
    Hand m_hand = Hand::Free;
};

} // namespace batchscope
