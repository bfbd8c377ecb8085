// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything that one frame depends on, by reference, so that each painter takes one argument, and the few decisions
// that all painters share: how much detail fits, and which color a signature has.
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

// Ensures that no two texts overlap, at any zoom and at any moment. Every painter requests a place for each of its
// labels; a label that gets none is not drawn (tooltips and tables still show it). Overlays such as the legend reserve
// their places before all labels.

class LabelSpace {
public:
    /// Labels must be completely on the canvas, because half a number is a wrong number.
    explicit LabelSpace(const QRectF& canvas);

    /// Takes the place even if it is not free.
    void reserve(const QRectF& place);
    /// Takes the place if it is on the canvas and free; otherwise returns false and changes nothing.
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
    std::vector<std::vector<QRectF>> m_cells; ///< the taken places, by the grid cells that they touch
};

class MinimapPicture;

/// The detail that can be drawn at a given size of a unit on the screen.
enum class Detail {
    Dots,   ///< under 2 pixels: a raster of colors, on any device
    Rects,  ///< plain squares; a raster if the device has pixels
    Glyphs, ///< shapes
    Labels, ///< shapes and words
    Full,   ///< shapes, words, and op names inside the nodes
};
[[nodiscard]] Detail detailFor(double pixelsPerUnit);
constexpr double kShapesSeen = 6.0; ///< device pixels per unit from which nodes are drawn as glyphs

/// The state of motion: moving pictures of many nodes are drawn without smooth edges.
enum class Motion { Rest, Moving };

/// The background of the picture: the color of the theme, or none, for files that are placed over something else.
enum class Ground { Filled, Transparent };

/// The layer below the headline: nothing, a button that opens the reason, or the reason. With a button or a reason,
/// the first glossary term of each kind is underlined.
enum class ReasonLayer { None, Button, Open };

/// A place that the user has bookmarked.
struct BookmarkedPlace {
    NodeId node;
    BatchId step; ///< valid if the bookmark refers to the step, not to the node
};

/// True if the font is large enough for an audience to read from a distance. The picture then has fewer texts, and
/// words are shown only at leastWordScale() or more.
[[nodiscard]] bool isForAudience(const QFont& font);
/// The scale, in pixels per unit, at which an audience can read the words below nodes; 0 without an audience.
[[nodiscard]] double leastWordScale(const QFont& font);
constexpr double kWordHeight = 0.88; // the height of a word below its node, in units

struct SceneOptions {
    Motion motion = Motion::Rest;
    Caption caption = {}; ///< shown above the picture; may be empty
    ReasonLayer reason = ReasonLayer::None;
    /// The nodes that may be in view, ascending: all within kSightMargin of the canvas. Null: examine all nodes.
    const std::vector<NodeId>* nodesInSight = nullptr;
    /// The nodes with an argument to which an edge may be in view, ascending. Null: examine all nodes.
    const std::vector<NodeId>* edgesInSight = nullptr;
    /// Like the two lists above, for the source trees next to the folded graph.
    const std::vector<NodeId>* twinNodesInSight = nullptr;
    const std::vector<NodeId>* twinEdgesInSight = nullptr;
    const std::vector<NodeId>* found = nullptr; ///< hits of a search, marked; null: no search
    const std::vector<NodeId>* marked =
        nullptr; ///< nodes that differ from a picture next to this one, marked; null: none
    const DifferingNodes* differing = nullptr;               ///< nodes that differ from regular, marked; null: none
    const std::vector<BookmarkedPlace>* bookmarks = nullptr; ///< marked with flags; null: none
    /// For the source trees beside the lanes: the state that says which of their nodes have run. Null: all look alike.
    const StoryState* progress = nullptr;
    LabelSpace* labels = nullptr;      ///< the label space of the frame, set by paintScene; null: all labels fit
    MinimapPicture* minimap = nullptr; ///< cached between frames; null: made for this frame
    Ground ground = Ground::Filled;
    NodeLabels nodeLabels = NodeLabels::Shown;
    bool hasFigures = true;   ///< shows legend and counts; off while a lesson asks for a figure
    double deviceRatio = 1.0; ///< device pixels per logical pixel, set by paintScene
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

    /// Device pixels per unit, which decide which shapes can be told apart, also on a screen with a scale of 1.5. The
    /// readability of text depends on camera.scale, in logical pixels.
    [[nodiscard]] double resolution() const { return camera.scale * options.deviceRatio; }
    [[nodiscard]] Detail detail() const;
    /// Pixels per unit for nodes and their labels.
    [[nodiscard]] double nodeUnit() const { return camera.scale * static_cast<double>(state.nodeScale); }
    [[nodiscard]] Box visibleWorld(double marginUnits) const;
    [[nodiscard]] QPointF pixelOf(NodeId node) const { return camera.toPixel(state.nodes[node.index()]); }
    /// The pixels of a world box, cut off far outside the canvas, where coordinates are too large for a painter.
    [[nodiscard]] QRectF paintable(const Box& world) const;
    /// The part of the line that may be visible; null if none is.
    [[nodiscard]] QLineF paintable(const QLineF& line) const;
    /// Rows of the active batch that have been computed so far.
    [[nodiscard]] std::size_t rowsComputed() const;
    /// The color of the op or of the signature, or a mixture of both, depending on the moment.
    [[nodiscard]] QColor colorOf(SignatureId signature) const;
    [[nodiscard]] QColor colorOf(BatchId batch) const { return colorOf(model.schedule()->batchSignatures[batch]); }
    /// Returns true if a label may be placed there, and takes the place for the rest of this frame. `line` is the box
    /// of a line of text; only the middle of its height, where the letters are, is taken.
    [[nodiscard]] bool takesLabel(const QRectF& line) const;
    /// The font for text of the picture: `units` high, from kLeastTextPixels to the application's size × 1.15.
    [[nodiscard]] QFont worldFont(double units) const;
    /// The least size of a label of lanes and blocks, in pixels: `usual`, or the full size of the font if it is for an
    /// audience. A few large labels then serve better than many small ones.
    [[nodiscard]] double leastText(double usual) const;
    /// True if words below their nodes are readable, for an audience even from a distance.
    [[nodiscard]] bool hasLegibleWords() const;

    static constexpr double kLeastTextPixels = 7.0;
    static constexpr double kSightMargin = 4.0; ///< units
};

/// Calls `each(NodeId)`, ascending, for nodes whose center is at most `margin` units (≤ kSightMargin) off the canvas.
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

/// Mixes `share` of the color with `ground`. The result is opaque, so that overlapping shapes do not add up.
[[nodiscard]] QColor mixedColor(const QColor& color, const QColor& ground, double share);
[[nodiscard]] QColor withAlpha(QColor color, double alpha);
/// The font's size in pixels.
[[nodiscard]] double pixelSize(const QFont& font);
/// The font at another size.
[[nodiscard]] QFont atSize(QFont font, double pixels);

/// The width in pixels from the right edge of a column to the end of the longest label with its shape.
[[nodiscard]] double blockLabelWidth(const SceneModel& model, const QFont& font);

/// The factor by which the headline is larger than the text if there is room.
[[nodiscard]] double headlineGrowth(const QFont& font);
/// The greatest number of lines of the headline.
[[nodiscard]] std::size_t headlineLines(const QRectF& canvas, const QFont& font);

/// The area of the picture itself: the canvas without headline and button (top) and legend (bottom). The same at all
/// moments, so that the picture does not jump.
[[nodiscard]] QRectF pictureArea(const QRectF& canvas, const QFont& font, std::size_t legendRows);
/// The size of that area, with one row of the legend, in units at which words are readable (11 pixels high).
[[nodiscard]] QSizeF readableRoom(const QSizeF& canvas, const QFont& font);
/// Width over height of that area, with one row of the legend: the aspect ratio that a layout aims at.
[[nodiscard]] float pictureAspect(const QSizeF& canvas, const QFont& font);

} // namespace batchscope
