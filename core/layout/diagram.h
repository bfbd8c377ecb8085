// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small graphs that are not trees (an op's body), as boxes in rows with arrows.
#pragma once

#include "core/graph/op_set.h"
#include "core/layout/geometry.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

/// A box to be placed. Sizes are in units of about the height of a line of text.
struct DiagramBox {
    float width = 1.0F;
    float height = 1.0F;
};

/// An arrow from a box to a later one: boxes are placed so that every arrow points down.
struct DiagramArrow {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    bool operator==(const DiagramArrow&) const = default;
};

struct Diagram {
    std::vector<DiagramBox> boxes;
    std::vector<DiagramArrow> arrows;
};

/// A diagram with all places; the top left corner of `bounds` is 0, 0.
struct PlacedDiagram {
    std::vector<Box> boxes; ///< in the order of the diagram
    /// In the order of the diagram: 3n + 1 control points of cubic curves; the last point is the tip of the arrow.
    std::vector<std::vector<Point>> arrows;
    Box bounds;
};

// Graphviz does the placement: `dot -Tplain` reads dotText() and prints the answer that placedBy() reads.

[[nodiscard]] std::string dotText(const Diagram& diagram);
/// Nullopt if `answer` is not dot's answer to this diagram.
[[nodiscard]] std::optional<PlacedDiagram> placedBy(const std::string& answer, const Diagram& diagram);

// An op's body as a diagram: its inputs, weights, primitives and outputs.

enum class OpBoxKind : std::uint8_t {
    Input,     ///< an argument of the op
    Weight,    ///< a parameter, with its bias if it has one
    Primitive, ///< a computed value
    Output,
};

/// The content of a box.
struct OpBox {
    OpBoxKind kind = OpBoxKind::Primitive;
    std::string title; ///< "tanh", "arg 0", "W_i, b_i"
    std::string shape; ///< one row: "[100]"; items: "[n, 100]"; a weight: "[300, 100]" (its bias has 300 columns)
    BodyId value;      ///< Input, Primitive, Output: the value whose rows these are
    bool operator==(const OpBox&) const = default;
};

struct OpDiagram {
    std::vector<OpBox> boxes;
    Diagram diagram; ///< the same boxes with sizes for two lines of text each
};

[[nodiscard]] OpDiagram opDiagram(const OpSet& ops, OpId op);

/// The tooltip of a box: the value in full with the shape of its rows, for a batch of `batchSize` nodes ("[50, 100]"),
/// or with "batch" if `batchSize` is 0.
[[nodiscard]] std::string opBoxTip(const OpSet& ops, OpId op, const OpBox& box, std::size_t batchSize);

} // namespace batchscope
