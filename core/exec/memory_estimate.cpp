// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/memory_estimate.h"

#include "core/base/budget.h"
#include "core/base/text.h"
#include "core/exec/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace batchscope {

namespace {

/// The numbers that one call of an op produces, for the node and for each of its items.
struct NumbersOfOp {
    std::uint64_t outputs = 0;
    std::uint64_t products = 0;
    std::uint64_t perItem = 0;
    std::size_t fixedSlots = 0;
};

NumbersOfOp numbersOf(const Op& op) {
    NumbersOfOp numbers;
    numbers.fixedSlots = op.fixedSlots();
    for (std::size_t output = 0; output < op.outputs(); ++output) {
        numbers.outputs += static_cast<std::uint64_t>(op.outputWidth(output));
    }
    for (const BodyValue& value : op.body.values) {
        const auto width = static_cast<std::uint64_t>(value.width);
        if (value.rows == RowsOf::Items && value.primitive != Primitive::Argument) {
            numbers.perItem += width;
        } else if (value.primitive == Primitive::Linear) {
            numbers.products += width;
        }
    }
    return numbers;
}

struct ParameterNumbers {
    std::uint64_t all = 0;
    std::uint64_t inProducts = 0; ///< in weights used in products; tables that are only looked up do not count
};

ParameterNumbers parametersOf(const OpSet& ops) {
    std::vector<bool> isWeight(ops.params.size(), false);
    for (const Op& op : ops.ops) {
        for (const BodyValue& value : op.body.values) {
            if (value.primitive == Primitive::Linear) {
                isWeight[value.weight.index()] = true;
            }
        }
    }
    ParameterNumbers numbers;
    for (std::size_t index = 0; index < ops.params.size(); ++index) {
        const ParamSpec& spec = ops.params[ParamId(index)];
        const auto count = static_cast<std::uint64_t>(spec.rows) * static_cast<std::uint64_t>(spec.columns);
        numbers.all += count;
        numbers.inProducts += isWeight[index] ? count : 0;
    }
    return numbers;
}

} // namespace

std::uint64_t estimateMemory(const OpGraph& graph, const PlannedRuns& runs) {
    constexpr std::uint64_t kPlanOfNode = 200;
    constexpr std::uint64_t kPlanOfArgument = 24;
    constexpr std::uint64_t kSlack = 4; // the engine's block is a quarter larger, for a larger next run
    std::vector<NumbersOfOp> ops;
    std::transform(graph.ops.ops.begin(), graph.ops.ops.end(), std::back_inserter(ops), numbersOf);
    std::uint64_t outputs = graph.constants.numbers.size();
    std::uint64_t within = 0; // products and rows of items
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NumbersOfOp& op = ops[graph.nodeOps[NodeId(index)].index()];
        const std::size_t arguments = graph.argumentsOf(NodeId(index)).size();
        outputs += op.outputs;
        within += op.products + (arguments - std::min(arguments, op.fixedSlots)) * op.perItem;
    }
    const std::uint64_t bytes = bytesOf(graph.ops.dtype);
    const ParameterNumbers parameters = parametersOf(graph.ops);
    const bool hasEngine = runs.executor == ExecutorKind::Engine;
    const std::uint64_t numbers = outputs + (hasEngine ? within : 0);
    const std::uint64_t stateBytes = bytes * (numbers + (hasEngine ? numbers / kSlack : 0));
    const std::uint64_t planBytes = kPlanOfNode * graph.size() + kPlanOfArgument * graph.arguments.size();
    const auto runCount = static_cast<std::uint64_t>(runs.runs);
    std::uint64_t total =
        bytes * (parameters.all + (hasEngine ? parameters.inProducts : 0)) + runCount * (stateBytes + planBytes);
    if (runs.reference == Reference::Float64) {
        total += sizeof(double) * (parameters.all + outputs);
    }
    if (runs.work == Work::Training) {
        const auto moments = static_cast<std::uint64_t>(runs.moments);
        // The interpreter's gradients of tables are as large as the tables.
        const std::uint64_t ofParameters = hasEngine ? 2 * parameters.inProducts : parameters.all;
        total += runCount * stateBytes + bytes * (runCount * ofParameters + moments * parameters.all);
    }
    return total;
}

Status checkMemory(const OpGraph& graph, const PlannedRuns& runs) {
    const std::uint64_t needed = estimateMemory(graph, runs);
    const std::uint64_t limit = memoryLimit();
    if (needed <= limit) {
        return Ok{};
    }
    return Error{ErrorCode::Config, fmt::format("the run needs about {}; {}, or use a smaller --dim or fewer --trees",
                                                formatBytes(needed), limitAdvice(limit, needed))};
}

Status checkMemory(const OpGraph& graph, const RunOptions& options, Compared compared, Moments moments) {
    return checkMemory(graph, PlannedRuns{.work = options.work,
                                          .reference = options.reference,
                                          .executor = kindOf(executorFor(graph.ops, options.executor)),
                                          .runs = compared == Compared::WithRegular ? 2 : 1,
                                          .moments = moments});
}

} // namespace batchscope
