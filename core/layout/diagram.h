// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small graphs that are not trees (an op's body) as boxes in rows, and arrows.
#pragma once

#include "core/graph/op_set.h"
#include "core/layout/geometry.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

/// What is to be placed. Sizes in units; about one unit is the height of a line of text.
struct DiagramBox {
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

// Graphviz places it: `dot -Tplain` is given dotText() and answers with what placedBy() reads.

[[nodiscard]] std::string dotText(const Diagram& diagram);
/// Nothing where the answer is not that of dot to this diagram.
[[nodiscard]] std::optional<PlacedDiagram> placedBy(const std::string& answer, const Diagram& diagram);

// An op's body as a diagram: what goes in, the weights, the primitives, what comes out.

enum class OpBoxKind : std::uint8_t {
    Input,     ///< an argument of the op
    Weight,    ///< a parameter, with its bias where it has one
    Primitive, ///< something that is computed
    Output,
};

/// The text in a box.
struct OpBox {
    OpBoxKind kind = OpBoxKind::Primitive;
    std::string title; ///< "tanh", "arg 0", "W_i, b_i"
    std::string shape; ///< of one row: "[100]"; of a weight: "[300, 100]" (a bias has as many columns as that has
                       ///< rows); of items "[n, 100]"
    BodyId value;      ///< Input, Primitive, Output: whose rows these are
    bool operator==(const OpBox&) const = default;
};

struct OpDiagram {
    std::vector<OpBox> boxes;
    Diagram diagram; ///< the same boxes with their sizes, for two lines of text each
};

[[nodiscard]] OpDiagram opDiagram(const OpSet& ops, OpId op);

/// What a box says when it is pointed at: the value in full with the shape of its rows, for a batch of so many nodes
/// ("[50, 100]"), or "batch" where `batchSize` is 0.
[[nodiscard]] std::string opBoxTip(const OpSet& ops, OpId op, const OpBox& box, std::size_t batchSize);

} // namespace batchscope
