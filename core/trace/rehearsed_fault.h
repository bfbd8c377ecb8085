// SPDX-License-Identifier: GPL-3.0-or-later
//
// A fault that was made on purpose in a folded run (core/exec/fault.h), so that reports can say so.
#pragma once

#include "core/graph/op_graph.h"

#include <cstdint>
#include <string>

namespace batchscope {

enum class Fault : std::uint8_t {
    None,
    SwapRows,     ///< two nodes of a batch exchange an argument
    DropArgument, ///< one argument is lost: another one is read twice
    StaleValue,   ///< a row reads what the row before it read
    WrongChunk,   ///< another output of the node that an argument comes from
};

struct RehearsedFault {
    Fault fault = Fault::None;
    BatchId step; ///< where it is
    NodeId node;  ///< the first that computes something else
    NodeId other; ///< SwapRows, StaleValue: the row that it is confused with
    std::uint32_t slot = 0;
};

/// A sentence.
[[nodiscard]] std::string faultText(const OpGraph& graph, const RehearsedFault& fault);

} // namespace batchscope
