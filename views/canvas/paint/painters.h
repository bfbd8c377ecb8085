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
/// Boxes of trees with their numbers; fade as nodes leave for the lanes.
void paintTreeBoxes(QPainter& painter, const Scene& scene);
/// Lane backgrounds with `level 3` and counts.
void paintLanes(QPainter& painter, const Scene& scene);
/// A faint mark where a node was in its lane before it went into its block.
void paintGhosts(QPainter& painter, const Scene& scene);

/// Whether the device is made of pixels, and an image loses nothing: not SVG, not PDF.
[[nodiscard]] bool paintsPixels(const QPainter& painter);

/// The source once more, beside the lanes and the folded graph; the nodes that run now are ringed.
void paintTwin(QPainter& painter, const Scene& scene);
/// Rings round nodes that run now: not only a stronger color, which not everybody sees.
void paintRunning(QPainter& painter, const Scene& scene, std::span<const NodeId> nodes);

// edge_painter.cpp
/// Edges between nodes, thin; by stage.
void paintEdges(QPainter& painter, const Scene& scene);
/// On pixels straight into an image, smooth as long as that takes a few milliseconds, which goes by pixels and not by
/// lines: the same at rest, in motion and in files.
void drawLines(QPainter& painter, const Scene& scene, const std::vector<QLineF>& lines, const QColor& colour,
               double width);

/// Of a node's glyph, in units of the picture.
inline constexpr double kGlyphRadius = 0.39;

// node_painter.cpp
void paintNodes(QPainter& painter, const Scene& scene);
/// Words below leaves, op names inside large nodes.
void paintCaptions(QPainter& painter, const Scene& scene);

/// Words below their nodes, with the painter's font and pen. Where they do not all have room, those that tell most go
/// first.
void paintWords(QPainter& painter, const Scene& scene);

// label_painter.cpp
/// What the treebank says at the nodes, with the painter's pen: beside them, relations above them and parts of speech
/// below words. Whatever has no room is left out. After paintWords, whose words go first.
void paintNodeLabels(QPainter& painter, const Scene& scene);

/// The glyph of an op, for nodes and legend: a shape of this radius around the center.
[[nodiscard]] QPainterPath glyphPath(NodeShape shape, QPointF centre, double radius);
/// The glyph, with the pattern of its op where it is large enough for one.
void drawGlyph(QPainter& painter, OpId op, QPointF centre, double radius, const QColor& fill);
/// The pattern of the op over what is filled with this color already.
void drawPattern(QPainter& painter, OpId op, const QPainterPath& area, const QColor& fill);
/// From so many pixels of radius on patterns are drawn.
inline constexpr double kPatternSeen = 4.0;
/// One prepared picture of a glyph, stamped at every place: thousands of smooth shapes cost too much to compute each.
void stampGlyphs(QPainter& painter, OpId op, double radius, const QColor& colour, const std::vector<QPointF>& centres);

// block_painter.cpp
/// Whether its batch is the one that is put together at this moment.
[[nodiscard]] bool isActive(const Scene& scene, std::size_t step);
/// Where a block is at this moment: the active one may be on its way.
[[nodiscard]] const Box& blockBox(const Scene& scene, std::size_t step);
/// How much of a block is there at this moment, 0 … 1.
[[nodiscard]] double blockPresence(const Scene& scene, std::size_t step);
/// Grounds and outlines of blocks that exist at this moment.
void paintBlocks(QPainter& painter, const Scene& scene);

/// `children ×7  [7, 100]` right of the widest block of each column, as far as there is room.
void paintBlockLabels(QPainter& painter, const Scene& scene);

// flow_painter.cpp
/// Arrows into the batch that is being made, and of the selected batch; all edges, faint, in the folded graph.
void paintFlows(QPainter& painter, const Scene& scene);
/// How many rows each of these arrows brings; above the selection, and never on a block or another label.
void paintFlowRows(QPainter& painter, const Scene& scene);

/// Groups of nodes that move together, each as one bar with its number.
void paintRibbons(QPainter& painter, const Scene& scene);

// selection_painter.cpp
void paintSelection(QPainter& painter, const Scene& scene);

/// Every hit of the search: a square round each node, or spots where nodes are too small for that.
void paintFoundNodes(QPainter& painter, const Scene& scene);
/// Nodes that differ from the picture next to this one, each with a marked corner.
void paintMarkedNodes(QPainter& painter, const Scene& scene);
/// Nodes whose values or gradients differ from those of regular, each with a sign "not equal"; rings round the first.
void paintDifferingNodes(QPainter& painter, const Scene& scene);

/// A flag at each bookmarked node, and at the block of each bookmarked step once it is there.
void paintBookmarks(QPainter& painter, const Scene& scene);

// overlay_painter.cpp
/// The translucent background of overlays.
void paintOverlayGround(QPainter& painter, const Scene& scene, const QRectF& box);
/// The outline of a box.
[[nodiscard]] QPainterPath overlayGround(const QRectF& box);
/// Pixels between the edge of the canvas and overlays.
[[nodiscard]] double overlayMargin(const QFont& font);

/// How far the control points of the edge are from its ends at this moment, in units; 0, 0: the edge is straight. On
/// the way to the lanes all edges straighten. Bends are computed once for a forest; each thread keeps those of the two
/// forests that it drew last, but not the forests. Any thread.
[[nodiscard]] Point bendAt(const Scene& scene, NodeId to, NodeId from);

} // namespace batchscope
