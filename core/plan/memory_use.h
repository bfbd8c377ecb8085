// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a run keeps in memory, step by step, and what keeps the most alive: the rows of its plan, with the step that
// makes each and the last one that reads it. The engine frees nothing while it runs, since its memory is the recording
// (and in training the backward pass reads it again); so there are two figures for each step:
//
//     written   what has been made so far: what the run really holds then
//     needed    what is read by this step or a later one, or was asked for: what it would hold if it freed each row
//               after its last reader. Its peak is what the schedule costs at least; in training, a forward pass
//               alone.
//
// Bytes are those of the plan's places, gaps to whole units of kRowUnit among them. Not counted: weights, and tables of
// products that are kept from run to run.
#pragma once

#include "core/graph/op_graph.h"
#include "core/plan/pass.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

struct LaunchPlan;
struct NetCode;

/// Rows of one kind that are alive at the peak.
struct MemoryHolder {
    enum class Kind : std::uint8_t {
        Value,    ///< outputs of an op
        Inside,   ///< what a kernel of an op leaves to a later one of it
        Input,    ///< rows of a table, constants
        Product,  ///< rows times weights, for ops that have not run
        Gathered, ///< rows brought together for a product
    };
    Kind kind = Kind::Value;
    std::string name; ///< of the op (Value, Inside), table (Input; empty: constants), weights (Product, Gathered)
    std::string of;   ///< Product: of which op's rows, or of which table's
    std::uint32_t output = 0; ///< Value
    std::size_t rows = 0;
    std::uint64_t bytes = 0;
    std::size_t requested = 0; ///< of the rows: were asked for, and so stay to the end
    BatchId firstFreed;        ///< last reader of the first of them that could go, and of the last one
    BatchId lastFreed;
    bool operator==(const MemoryHolder&) const = default;
};

struct MemoryUse {
    PassChoice passes = {}; ///< none: the plain bodies
    bool trains = false;
    std::uint64_t held = 0;                     ///< bytes of the whole run, at its end; of training the forward pass
    std::optional<std::uint64_t> withGradients; ///< bytes of both passes of training, on one thread; engine only
    std::vector<std::uint64_t> written;         ///< by BatchId, bytes after the step
    std::vector<std::uint64_t> needed;          ///< by BatchId, bytes during the step
    BatchId peak;                               ///< the first step with the most needed; invalid: there are no steps
    std::vector<MemoryHolder> holders;          ///< alive at the peak, largest first; their bytes add up to peakBytes()

    [[nodiscard]] std::uint64_t peakBytes() const { return peak.valid() ? needed[peak.index()] : 0; }
    bool operator==(const MemoryUse&) const = default;
};

/// Of the engine's plan. O(nodes + arguments + steps).
[[nodiscard]] MemoryUse memoryUse(const OpGraph& graph, const NetCode& code, const LaunchPlan& plan);
/// Of a run with these passes; without any (`off`) the plain bodies, which keep one row of numbers for each output.
/// `trains`: rows are kept apart as the backward pass wants them.
[[nodiscard]] MemoryUse memoryUse(const OpGraph& graph, const Schedule& schedule, PassChoice passes, bool trains);

} // namespace batchscope
