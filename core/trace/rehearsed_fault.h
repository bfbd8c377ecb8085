// SPDX-License-Identifier: GPL-3.0-or-later
//
// Real faults of batching libraries, made on purpose in the folded run only, to show what a divergence looks like and
// how it is found: swapped rows, a lost argument (TorchFold drops children if arities differ), a value that is not
// fetched again for each row (TorchFold's nobatch), the wrong part of several outputs (TorchFold's chunk).
//
// A fault changes only arguments of one batch: the schedule stays the same, and every argument still comes from an
// earlier batch.
#pragma once

#include "core/base/result.h"
#include "core/graph/op_graph.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace batchscope {

enum class Fault : std::uint8_t {
    None,
    SwapRows,     ///< two nodes of a batch exchange an argument
    DropArgument, ///< one argument is lost: another is read twice
    StaleValue,   ///< a row reads the argument of the row before it
    WrongChunk,   ///< reads another output of the node that an argument comes from
};

/// "none", "swap-rows", "drop-argument", "stale-value", "wrong-chunk", in the order of the enumerators.
[[nodiscard]] std::span<const std::string_view> faultNames();
[[nodiscard]] Result<Fault> parseFault(std::string_view name);

struct RehearsedFault {
    Fault fault = Fault::None;
    BatchId step; ///< the batch with the fault
    NodeId node;  ///< the first node that computes another value
    NodeId other; ///< SwapRows, StaleValue: the row that `node` is confused with
    std::uint32_t slot = 0;
};

/// Describes the fault in a sentence.
[[nodiscard]] std::string faultText(const OpGraph& graph, const RehearsedFault& fault);

struct FaultyGraph {
    OpGraph graph;
    RehearsedFault fault;
};

/// The graph with the fault in the first batch that it fits; Config error if it fits none.
[[nodiscard]] Result<FaultyGraph> withFault(const OpGraph& graph, const Schedule& schedule, Fault fault);

} // namespace batchscope
