// SPDX-License-Identifier: GPL-3.0-or-later
//
// The layers of the picture, from back to front. Only scene_painter.cpp calls them, in order.
#pragma once

#include "views/canvas/scene/scene.h"

#include <QPainter>
#include <QPainterPath>

#include <span>

namespace batchscope {

// ground_painter.cpp
/// Boxes of trees with their numbers; they fade as nodes leave for the lanes.
void paintTreeBoxes(QPainter& painter, const Scene& scene);
/// Lane backgrounds with `level 3` and counts.
void paintLanes(QPainter& painter, const Scene& scene);
/// A faint mark where a node was in its lane before it went into its block.
void paintGhosts(QPainter& painter, const Scene& scene);

/// True if the device consists of pixels, so that an image loses nothing; false for SVG and PDF.
[[nodiscard]] bool paintsPixels(const QPainter& painter);

/// The source trees again, beside the lanes and the folded graph; the nodes that run now are ringed.
void paintTwin(QPainter& painter, const Scene& scene);
/// Rings around the nodes that run now, in addition to a stronger color, which not everyone can see.
void paintRunning(QPainter& painter, const Scene& scene, std::span<const NodeId> nodes);

// edge_painter.cpp
/// Edges between nodes as thin lines; their look depends on the stage.
void paintEdges(QPainter& painter, const Scene& scene);
/// Draws lines, on pixel devices directly into an image. They are smooth if that takes only a few milliseconds, which
/// depends on their pixels and not on their number: the same at rest, in motion and in files.
void drawLines(QPainter& painter, const Scene& scene, const std::vector<QLineF>& lines, const QColor& color,
               double width);

/// The radius of a node's glyph, in units of the picture.
inline constexpr double kGlyphRadius = 0.39;

// node_painter.cpp
void paintNodes(QPainter& painter, const Scene& scene);
/// Words below leaves, op names inside large nodes.
void paintCaptions(QPainter& painter, const Scene& scene);

/// Words below their nodes, with the painter's font and pen. Where there is not room for all of them, the most
/// informative words take precedence.
void paintWords(QPainter& painter, const Scene& scene);

// label_painter.cpp
/// The labels that the treebank gives to nodes, with the painter's pen: beside nodes, relations above them, and parts
/// of speech below words. Labels without room are left out. Call after paintWords, since words take precedence.
void paintNodeLabels(QPainter& painter, const Scene& scene);

/// The glyph of an op, for nodes and the legend, with its pattern if it is large enough.
void drawGlyph(QPainter& painter, OpId op, QPointF center, double radius, const QColor& fill);
/// The pattern of the op over an area that is already filled with `fill`.
void drawPattern(QPainter& painter, OpId op, const QPainterPath& area, const QColor& fill);
/// The radius of a glyph, in pixels, from which patterns are drawn.
inline constexpr double kPatternSeen = 4.0;
/// Draws one prepared image of a glyph at every center, because computing thousands of smooth shapes costs too much.
void stampGlyphs(QPainter& painter, OpId op, double radius, const QColor& color, const std::vector<QPointF>& centers);

// block_painter.cpp
/// True if the batch of this step is being put together at this moment.
[[nodiscard]] bool isActive(const Scene& scene, std::size_t step);
/// The place of a block at this moment; the active block may be on its way.
[[nodiscard]] const Box& blockBox(const Scene& scene, std::size_t step);
/// How much of a block is visible at this moment, 0 … 1.
[[nodiscard]] double blockPresence(const Scene& scene, std::size_t step);
/// Backgrounds and outlines of the blocks that exist at this moment, and the empty places of later ones.
void paintBlocks(QPainter& painter, const Scene& scene);

/// Labels such as `children ×7  [7, 100]` right of the widest block of each column, as far as there is room.
void paintBlockLabels(QPainter& painter, const Scene& scene);

// flow_painter.cpp
/// Arrows into the batch that is being made, and arrows of the selected batch; in the folded graph all arrows, faint.
void paintFlows(QPainter& painter, const Scene& scene);
/// The number of rows at arrows of the active and the selected batch; above the selection, never on blocks or labels.
void paintFlowRows(QPainter& painter, const Scene& scene);

/// Groups of nodes that move together, each drawn as one bar with its number of nodes.
void paintRibbons(QPainter& painter, const Scene& scene);

// selection_painter.cpp
void paintSelection(QPainter& painter, const Scene& scene);

/// Every search hit: a square around each node, or spots if the nodes are too small or too many.
void paintFoundNodes(QPainter& painter, const Scene& scene);
/// Nodes that differ from the picture next to this one, each with a marked corner.
void paintMarkedNodes(QPainter& painter, const Scene& scene);
/// Nodes whose values or gradients differ from regular, each with a "not equal" sign; two rings mark the first.
void paintDifferingNodes(QPainter& painter, const Scene& scene);

/// A flag at each bookmarked node, and at the block of each bookmarked step once the block exists.
void paintBookmarks(QPainter& painter, const Scene& scene);

// overlay_painter.cpp
/// The translucent background of overlays.
void paintOverlayGround(QPainter& painter, const Scene& scene, const QRectF& box);
/// The rounded outline of an overlay.
[[nodiscard]] QPainterPath overlayGround(const QRectF& box);
/// Pixels between the edge of the canvas and overlays.
[[nodiscard]] double overlayMargin(const QFont& font);

/// The offset of an edge's control points from its ends at this moment, in units; (0, 0) if the edge is straight. All
/// edges straighten on the way to the lanes. Bends are computed once per forest; each thread caches the bends of the
/// two forests that it drew last, but does not keep the forests alive. Safe on any thread.
[[nodiscard]] Point bendAt(const Scene& scene, NodeId to, NodeId from);

} // namespace batchscope
