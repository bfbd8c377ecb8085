// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything that one frame depends on, by reference, so that each painter takes one argument; and the few decisions
// that all painters share: how much detail fits, which color a tone gives.
#pragma once

#include "core/session/caption.h"
#include "core/session/node_values.h"
#include "core/story/cursor.h"
#include "views/canvas/scene/camera.h"
#include "views/canvas/scene/scene_model.h"
#include "views/theme/theme.h"

#include <QFontMetricsF>
#include <QLineF>
#include <QRectF>
#include <QString>

#include <cstddef>
#include <vector>

namespace batchscope {

// Ensures that no two texts overlap, at any zoom and any moment, whoever draws them. Each label of a frame first asks
// for its place; a label that gets none is not drawn (tooltips and tables still show it). Whatever is above the
// picture, such as the legend, reserves its place before all others.

class LabelSpace {
public:
    /// Labels must be completely on the canvas: half a number is a wrong number.
    explicit LabelSpace(const QRectF& canvas);

    /// Takes the place, whatever is there.
    void reserve(const QRectF& place);
    /// Takes the place if it is on the canvas and free; false, and nothing changes, if not.
    [[nodiscard]] bool take(const QRectF& place);

private:
    struct Cells {
        std::size_t left;
        std::size_t top;
        std::size_t right; ///< inclusive
        std::size_t bottom;
    };
    [[nodiscard]] Cells cellsOf(const QRectF& place) const;

    QRectF m_canvas;
    std::size_t m_columns;
    std::size_t m_rows;
    std::vector<std::vector<QRectF>> m_cells; ///< places, by the squares that they touch
};

class MinimapPicture;

/// What can be drawn at a given size of a unit on the screen.
enum class Detail {
    Dots,   ///< under 2 pixels: a raster of colors, on any device
    Rects,  ///< plain squares; a raster where the device has pixels
    Glyphs, ///< shapes
    Labels, ///< and words
    Full,   ///< and op names inside the nodes
};
[[nodiscard]] Detail detailFor(double pixelsPerUnit);
constexpr double kShapesSeen = 6.0; ///< pixels of the device a unit from which on nodes are glyphs

/// Whether things move now; moving pictures of many nodes go without smooth edges.
enum class Motion { Rest, Moving };

/// The background of the picture: the color of the theme, or none, for files that are placed over something else.
enum class Ground { Filled, Transparent };

/// Whether terms of the glossary in the caption are underlined: while the mouse is there to point at them.
enum class CaptionTerms { Plain, Marked };

/// What stands below the headline: nothing, a button that opens the reason, or the reason.
enum class ReasonLayer { None, Button, Open };

/// Whether the rows of the batch that is made now are shown as numbers (paint/batch_card.h). Where the user has moved
/// the picture, they would be in the way.
enum class RowsCard { Hidden, Shown };

/// What the user wants to come back to.
struct BookmarkedPlace {
    NodeId node;
    BatchId step; ///< valid where the step is meant, not the node
};

/// Whether the font was made so large that an audience reads it from afar. Then the picture has fewer texts, and words
/// of at least leastWordScale().
[[nodiscard]] bool isForAudience(const QFont& font);
/// Pixels a unit that words below their nodes need to be read from afar; 0 where nobody is far.
[[nodiscard]] double leastWordScale(const QFont& font);
constexpr double kWordHeight = 0.88; // of a word below its node, in units

struct SceneOptions {
    Motion motion = Motion::Rest;
    NodeId hovered = {};
    Caption caption = {}; ///< above the picture; empty: none
    ReasonLayer reason = ReasonLayer::None;
    /// Nodes that may be in sight, ascending: all within kSightMargin of the canvas. Null: look at all.
    const std::vector<NodeId>* nodesInSight = nullptr;
    /// Nodes with an argument to which an edge may be in sight, ascending. Null: look at all.
    const std::vector<NodeId>* edgesInSight = nullptr;
    /// The same for the source trees next to the folded graph.
    const std::vector<NodeId>* twinNodesInSight = nullptr;
    const std::vector<NodeId>* twinEdgesInSight = nullptr;
    const std::vector<NodeId>* found = nullptr;  ///< hits of a search, marked; null: no search
    const std::vector<NodeId>* marked = nullptr; ///< that differ from a picture next to this one; null: none
    const DifferingNodes* differing = nullptr;   ///< from regular, marked; null: none
    const std::vector<BookmarkedPlace>* bookmarks = nullptr; ///< marked with flags; null: none
    /// Of the source beside the lanes: the moment that tells which of its nodes ran. Null: all look alike.
    const StoryState* progress = nullptr;
    LabelSpace* labels = nullptr;      ///< of this frame, set by paintScene; null: all labels fit
    MinimapPicture* minimap = nullptr; ///< kept from frame to frame; null: made for this one
    Ground ground = Ground::Filled;
    CaptionTerms terms = CaptionTerms::Plain;
    RowsCard rowsCard = RowsCard::Shown;
    NodeLabels nodeLabels = NodeLabels::Shown;
    bool hasFigures = true;   ///< legend with counts; not while they are guessed
    double deviceRatio = 1.0; ///< pixels of the device a logical pixel, set by paintScene
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

    /// Pixels of the device a unit: what decides which shapes can be told apart, also on a screen with a scale of 1.5.
    /// Whether text can be read depends on camera.scale, in logical pixels.
    [[nodiscard]] double resolution() const { return camera.scale * options.deviceRatio; }
    [[nodiscard]] Detail detail() const;
    /// Pixels a unit of nodes and of what stands at them.
    [[nodiscard]] double nodeUnit() const { return camera.scale * static_cast<double>(state.nodeScale); }
    [[nodiscard]] Box visibleWorld(double marginUnits) const;
    [[nodiscard]] QPointF pixelOf(NodeId node) const { return camera.toPixel(state.nodes[node.index()]); }
    /// Pixels of a box of the world, cut far outside the canvas, where numbers are too large for a painter.
    [[nodiscard]] QRectF paintable(const Box& world) const;
    /// The part of the line that may be seen; null when none is.
    [[nodiscard]] QLineF paintable(const QLineF& line) const;
    /// Rows of the active batch that have been computed so far.
    [[nodiscard]] std::size_t rowsComputed() const;
    /// In the colors of ops or of signatures, as the moment has it.
    [[nodiscard]] QColor colourOf(SignatureId signature) const;
    [[nodiscard]] QColor colourOf(BatchId batch) const { return colourOf(model.schedule()->batchSignatures[batch]); }
    /// Whether a label may be placed there; if so, the place is taken for the rest of this frame. `line` is a line's
    /// box: of its height letters take the middle.
    [[nodiscard]] bool takesLabel(const QRectF& line) const;
    /// The font for text that belongs to the picture: as tall as `units`, within what can be read and the application's
    /// size × 1.15.
    [[nodiscard]] QFont worldFont(double units) const;
    /// The least pixels of a label of lanes and blocks: `usual`, or all of the font's size where that was made so large
    /// that an audience reads it from afar. Then some large labels serve better than many small ones.
    [[nodiscard]] double leastText(double usual) const;
    /// Whether words below their nodes can be read: from afar, where the font is made for that.
    [[nodiscard]] bool hasLegibleWords() const;

    static constexpr double kLeastTextPixels = 7.0;
    static constexpr double kSightMargin = 4.0; ///< units
};

/// Calls `each(NodeId)`, ascending, for the nodes whose center is at most `margin` units (≤ kSightMargin) off the
/// canvas.
template <typename Each>
void forNodesInSight(const Scene& scene, double margin, const Each& each) {
    const Box visible = scene.visibleWorld(margin);
    const auto check = [&](NodeId node) {
        if (visible.contains(scene.state.nodes[node.index()])) {
            each(node);
        }
    };
    if (scene.options.nodesInSight != nullptr) {
        for (const NodeId node : *scene.options.nodesInSight) {
            check(node);
        }
        return;
    }
    for (std::size_t index = 0; index < scene.state.nodes.size(); ++index) {
        check(NodeId(index));
    }
}

/// `share` of the color over `ground`, opaque, so that overlapping things do not add up.
[[nodiscard]] QColor mixedColour(const QColor& colour, const QColor& ground, double share);
[[nodiscard]] QColor withAlpha(QColor colour, double alpha);
/// The application font's size in pixels.
[[nodiscard]] double pixelSize(const QFont& font);
/// The font at another size.
[[nodiscard]] QFont atSize(QFont font, double pixels);

/// Pixels from a column's right edge to the end of the longest label with its shape.
[[nodiscard]] double blockLabelWidth(const SceneModel& model, const QFont& font);

/// How much larger than the text the headline is where there is room.
[[nodiscard]] double headlineGrowth(const QFont& font);
/// Lines that the headline may have.
[[nodiscard]] std::size_t headlineLines(const QRectF& canvas, const QFont& font);

/// The area of the picture itself: the canvas without headline and button (top) and legend (bottom). The same at all
/// moments, so that the picture does not jump.
[[nodiscard]] QRectF pictureArea(const QRectF& canvas, const QFont& font, std::size_t legendRows);
/// The same room in units, where words are as high as can be read without effort (11 pixels).
[[nodiscard]] QSizeF readableRoom(const QSizeF& canvas, const QFont& font);
/// Width over height of this room, with one row of the legend: what a layout aims at.
[[nodiscard]] float pictureAspect(const QSizeF& canvas, const QFont& font);

} // namespace batchscope
