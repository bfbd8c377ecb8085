// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the first NaN or infinity of a run came from (core/exec/not_finite.h), so that reports can say so.
#pragma once

#include "core/graph/op_graph.h"

#include <optional>
#include <string>

namespace batchscope {

/// The first value, in topological order, that is NaN or infinite although all its inputs are finite, or that reads a
/// parameter that is not finite.
struct NotFiniteOrigin {
    Value value;
    std::size_t column = 0; ///< first entry of the row that is not finite
    double number = 0.0;    ///< the value of that entry
    /// For example `W[3, 0]`: the first such entry of a parameter that the op reads; of a gradient, that an op reads
    /// which takes the value. Or empty.
    std::string parameter;
};

struct NotFiniteOrigins {
    std::optional<NotFiniteOrigin> value;
    std::optional<NotFiniteOrigin> gradient; ///< of a value; of training
    bool ofRegular = false;                  ///< of the regular run: all numbers of the folded one are finite
};

/// One line for each, the value first; empty where all is finite.
[[nodiscard]] std::string originText(const OpGraph& graph, const NotFiniteOrigins& origins);

} // namespace batchscope
