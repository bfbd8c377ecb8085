// SPDX-License-Identifier: GPL-3.0-or-later
//
// Faults that batching libraries have really had, made on purpose in the folded run only, to show what a divergence
// looks like and how it is found: rows that are mixed up, an argument that is lost (TorchFold drops children where
// arities differ), a value that is not fetched anew for each row (TorchFold's nobatch), the wrong part of an output
// with several (TorchFold's chunk).
//
// A fault changes arguments of one batch and nothing else: the schedule stays what it is, and every argument still
// comes from an earlier batch.
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
    DropArgument, ///< one argument is lost: another one is read twice
    StaleValue,   ///< a row reads what the row before it read
    WrongChunk,   ///< another output of the node that an argument comes from
};

/// none, swap-rows, drop-argument, stale-value, wrong-chunk: in the order of the enumerators.
[[nodiscard]] std::span<const std::string_view> faultNames();
[[nodiscard]] Result<Fault> parseFault(std::string_view name);

struct RehearsedFault {
    Fault fault = Fault::None;
    BatchId step; ///< where it is
    NodeId node;  ///< the first that computes something else
    NodeId other; ///< SwapRows, StaleValue: the row that it is confused with
    std::uint32_t slot = 0;
};

/// A sentence.
[[nodiscard]] std::string faultText(const OpGraph& graph, const RehearsedFault& fault);

struct FaultyGraph {
    OpGraph graph;
    RehearsedFault fault;
};

/// The graph with the fault in the first batch that has a place for it. A Config error where none has.
[[nodiscard]] Result<FaultyGraph> withFault(const OpGraph& graph, const Schedule& schedule, Fault fault);

} // namespace batchscope
