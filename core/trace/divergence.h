// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why the first node that differs differs (core/exec/find_cause.h), so that reports can say so.
#pragma once

#include "core/graph/op_graph.h"

#include <cstdint>
#include <optional>
#include <string>

namespace batchscope {

/// A value that was read in place of another one.
struct Misreading {
    std::uint32_t argument = 0; ///< place among the node's arguments
    Argument own;               ///< what belongs there
    Argument read;              ///< with this one there, the node computes what the folded run has
    NodeId rowOf = {};          ///< `read` is the same argument of this other row of the batch; invalid: it is not
    std::optional<std::uint32_t> ownArgument = {}; ///< … or it is this argument of the node itself
    std::size_t others = 0;                        ///< other values that, read there, give the same
};

struct DivergenceCause {
    enum class Kind : std::uint8_t {
        Misread,      ///< see `misreading`
        OtherWeights, ///< with the weights of the folded run its value is right: the regular run has others
        Random,       ///< a call into something else that gives other values each time
        Unknown,      ///< it is not what the op gives for the node's inputs, nor for any that was tried
    };
    Kind kind = Kind::Unknown;
    NodeId node;
    std::optional<Misreading> misreading;
    std::size_t tried = 0; ///< other inputs for which the node was computed
};

/// A sentence or two.
[[nodiscard]] std::string causeText(const OpGraph& graph, const DivergenceCause& cause);

} // namespace batchscope
