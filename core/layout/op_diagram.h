// SPDX-License-Identifier: GPL-3.0-or-later
//
// An op's body as a diagram: what goes in, the weights, the primitives, what comes out. The same boxes are placed by
// Graphviz or in plain rows, painted in the code panel, and written as DOT.
#pragma once

#include "core/graph/op_set.h"
#include "core/layout/diagram.h"

#include <string>
#include <vector>

namespace batchscope {

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
