// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/rehearsed_fault.h"

#include "core/base/choice.h"
#include "core/base/counted.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

/// Numbers equal calls on equal values, which compute the same. A fault that confuses two nodes with the same number
/// would change nothing.
IdVector<NodeId, std::uint32_t> equalCalls(const OpGraph& graph) {
    std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;
    IdVector<NodeId, std::uint32_t> classes(graph.size(), 0);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        std::vector<std::uint32_t> call = {graph.nodeOps[node].value};
        for (const Argument& argument : graph.argumentsOf(node)) {
            call.insert(call.end(), {static_cast<std::uint32_t>(argument.kind), argument.output,
                                     argument.isValue() ? classes[argument.node()] : argument.payload});
        }
        classes[node] = numbers.try_emplace(std::move(call), static_cast<std::uint32_t>(index)).first->second;
    }
    return classes;
}

/// The graph that receives a fault.
struct Target {
    OpGraph graph;
    IdVector<NodeId, std::uint32_t> calls; // result of equalCalls()

    [[nodiscard]] std::size_t argumentCount(NodeId node) const { return graph.argumentsOf(node).size(); }
    [[nodiscard]] Argument& argument(NodeId node, std::size_t slot) {
        return graph.arguments[graph.argumentOffsets[node.index()] + slot];
    }
    /// True if the argument is computed; outputs of a node without arguments are constants, often all 0.
    [[nodiscard]] bool isComputed(const Argument& argument) const {
        return argument.isValue() && argumentCount(argument.node()) > 0;
    }
    /// True also for two constants, which may be equal.
    [[nodiscard]] bool mayBeEqual(const Argument& left, const Argument& right) const {
        if (left.isValue() && right.isValue() && !isComputed(left) && !isComputed(right)) {
            return true;
        }
        return left == right || (left.isValue() && right.isValue() && left.output == right.output &&
                                 calls[left.node()] == calls[right.node()]);
    }
    [[nodiscard]] std::int32_t widthOf(const Argument& argument) const {
        return graph.opOf(argument.node()).outputWidth(argument.output);
    }
};

/// An argument of a row at which a fault may fit.
struct Spot {
    NodeId node;
    NodeId before; ///< the previous row of the batch; invalid for the first
    std::size_t slot = 0;

    [[nodiscard]] bool hasBefore(const Target& target) const {
        return before.valid() && slot < target.argumentCount(before);
    }
};

/// True if the node may read the argument: it was created before the node.
bool precedes(const Argument& argument, NodeId node) {
    return !argument.isValue() || argument.node() < node;
}

bool swapRows(Target& target, const Spot& spot) {
    if (!spot.hasBefore(target)) {
        return false;
    }
    Argument& own = target.argument(spot.node, spot.slot);
    Argument& others = target.argument(spot.before, spot.slot);
    const bool fits = !target.mayBeEqual(own, others) && precedes(own, spot.before) && precedes(others, spot.node);
    if (fits) {
        std::swap(own, others);
    }
    return fits;
}

bool staleValue(Target& target, const Spot& spot) {
    if (!spot.hasBefore(target)) {
        return false;
    }
    Argument& own = target.argument(spot.node, spot.slot);
    const Argument stale = target.argument(spot.before, spot.slot);
    const bool fits = own.isValue() && stale.isValue() && !target.mayBeEqual(own, stale) && precedes(stale, spot.node);
    own = fits ? stale : own;
    return fits;
}

bool dropArgument(Target& target, const Spot& spot) {
    Argument& lost = target.argument(spot.node, spot.slot);
    for (std::size_t kept = 0; kept < spot.slot && lost.kind == ArgumentClass::Row; ++kept) {
        const Argument twice = target.argument(spot.node, kept);
        if (twice.kind == ArgumentClass::Row && !target.mayBeEqual(twice, lost) &&
            target.widthOf(twice) == target.widthOf(lost)) {
            lost = twice;
            return true;
        }
    }
    return false;
}

bool wrongChunk(Target& target, const Spot& spot) {
    Argument& own = target.argument(spot.node, spot.slot);
    const std::size_t outputs = target.isComputed(own) ? target.graph.opOf(own.node()).outputs() : 0;
    for (std::uint32_t output = 0; output < outputs; ++output) {
        Argument wrong = own;
        wrong.output = output;
        if (output != own.output && target.widthOf(wrong) == target.widthOf(own)) {
            own = wrong;
            return true;
        }
    }
    return false;
}

struct FaultRow {
    std::string_view name;                                    ///< name in scripts
    std::string_view sentence;                                ///< description; node, other and slot are filled in
    std::string_view needs;                                   ///< requirement on the trees
    bool (*make)(Target& target, const Spot& spot) = nullptr; ///< makes the fault if it fits; true if so
    bool readsOther = false;                                  ///< it reads the row before, which the report names
    bool fromLastSlot = false;                                ///< tries the slots of a row from last to first
};

/// In the order of the enumerators.
constexpr std::array<FaultRow, 5> kFaults = {
    {{"none", "", ""},
     {"swap-rows", "nodes {node} and {other} exchange the argument in slot {slot}",
      "two rows of one batch that read different inputs", swapRows, true},
     {"drop-argument", "node {node} loses the argument in slot {slot} and reads another one twice",
      "a node that reads two values of one width", dropArgument, false, true},
     {"stale-value", "node {node} reads the argument in slot {slot} of node {other} instead of its own",
      "two rows of one batch that read different values", staleValue, true},
     {"wrong-chunk", "the argument in slot {slot} of node {node} is the wrong output of its node",
      "a node that reads one of two outputs of one width", wrongChunk}}};

const FaultRow& rowOf(Fault fault) {
    return kFaults[static_cast<std::size_t>(fault)];
}

/// Makes the fault at the first place of the batch that it fits, and returns this place.
std::optional<Spot> makeIn(Target& target, std::span<const NodeId> rows, const FaultRow& fault) {
    NodeId before;
    for (const NodeId node : rows) {
        const std::size_t count = target.argumentCount(node);
        for (std::size_t place = 0; place < count; ++place) {
            const Spot spot{node, before, fault.fromLastSlot ? count - 1 - place : place};
            if (fault.make(target, spot)) {
                return spot;
            }
        }
        before = node;
    }
    return std::nullopt;
}

} // namespace

std::span<const std::string_view> faultNames() {
    static const auto kNames = [] {
        std::array<std::string_view, kFaults.size()> names;
        std::transform(kFaults.begin(), kFaults.end(), names.begin(), [](const FaultRow& row) { return row.name; });
        return names;
    }();
    return kNames;
}

Result<Fault> parseFault(std::string_view name) {
    return parseChoice<Fault>(name, faultNames(), "fault");
}

std::string faultText(const OpGraph& graph, const RehearsedFault& fault) {
    return fmt::format(
        "Rehearsed fault: in batch {} ({}), {}.", ordinal(fault.step.index()), graph.opOf(fault.node).name,
        fmt::format(fmt::runtime(rowOf(fault.fault).sentence), fmt::arg("node", withThousands(fault.node.value)),
                    fmt::arg("other", withThousands(fault.other.value)), fmt::arg("slot", withThousands(fault.slot))));
}

Result<FaultyGraph> withFault(const OpGraph& graph, const Schedule& schedule, Fault fault) {
    const FaultRow& row = rowOf(fault);
    Target target{graph, equalCalls(graph)};
    for (std::size_t step = 0; step < schedule.batchCount() && row.make != nullptr; ++step) {
        const BatchId batch(step);
        if (const std::optional<Spot> spot = makeIn(target, schedule.batch(batch), row)) {
            const bool isSwap = fault == Fault::SwapRows; // both rows change, and the earlier row is the first
            const NodeId other = row.readsOther ? spot->before : NodeId();
            return FaultyGraph{std::move(target.graph),
                               {.fault = fault,
                                .step = batch,
                                .node = isSwap ? other : spot->node,
                                .other = isSwap ? spot->node : other,
                                .slot = static_cast<std::uint32_t>(spot->slot)}};
        }
    }
    return Error{ErrorCode::Config,
                 fmt::format("fault '{}' does not fit these trees: it needs {}", row.name, row.needs)};
}

} // namespace batchscope
