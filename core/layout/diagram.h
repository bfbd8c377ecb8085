// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small graphs that are not trees (an op's body) as boxes and arrows. Both Graphviz, as a child process (dot.h), and
// the plain rows here place them as the same kind of value, so that one painter paints both.
#pragma once

#include "core/layout/geometry.h"

#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

/// What is to be placed. Sizes in units; about one unit is the height of a line of text.
struct DiagramBox {
    std::string label;
    float width = 1.0F;
    float height = 1.0F;
};

/// From a box to a later one: boxes are placed so that every arrow goes down.
struct DiagramArrow {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    bool operator==(const DiagramArrow&) const = default;
};

struct Diagram {
    std::vector<DiagramBox> boxes;
    std::vector<DiagramArrow> arrows;
};

/// Where everything is placed; the top left corner of `bounds` is 0, 0.
struct PlacedDiagram {
    std::vector<Box> boxes; ///< as in the diagram
    /// As in the diagram: control points of cubic curves, 3n + 1 of them; the last one is the arrow's tip.
    std::vector<std::vector<Point>> arrows;
    Box bounds;
};

/// Plain rows from top to bottom, a box below everything that points to it; long arrows pass between the boxes of the
/// rows that they cross. Needs arrows without a cycle. For some hundred boxes: each row is sorted a few times.
[[nodiscard]] PlacedDiagram placeInRows(const Diagram& diagram);

} // namespace batchscope
