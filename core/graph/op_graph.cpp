// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/op_graph.h"

#include <algorithm>

namespace batchscope {

Argument Argument::shared(Value value) {
    Argument argument(value);
    argument.kind = ArgumentClass::Shared;
    return argument;
}

std::span<const Argument> OpGraph::slotOf(NodeId node, std::size_t slot) const {
    const auto all = argumentsOf(node);
    const Op& op = opOf(node);
    const std::size_t fixed = op.fixedSlots();
    if (slot < fixed) {
        return all.subspan(slot, 1);
    }
    const std::size_t items = (all.size() - fixed) / (op.arguments.size() - fixed);
    return all.subspan(fixed + (slot - fixed) * items, items);
}

std::vector<WeightRange> OpGraph::weightsOf(NodeId node) const {
    const auto sizeOf = [this](ParamId param) {
        return static_cast<std::size_t>(ops.params[param].rows) * static_cast<std::size_t>(ops.params[param].columns);
    };
    std::vector<WeightRange> ranges;
    const Op& op = opOf(node);
    for (const ParamId param : op.call == nullptr ? std::vector<ParamId>() : op.call->parameters()) {
        ranges.push_back({param, 0, sizeOf(param)});
    }
    for (const BodyValue& value : op.body.values) {
        for (const ParamId param : {value.weight, value.bias}) {
            if (param.valid() && value.primitive == Primitive::Lookup) {
                const auto columns = static_cast<std::size_t>(ops.params[param].columns);
                const auto row = slotOf(node, static_cast<std::size_t>(value.argument)).front().payload;
                ranges.push_back({param, row * columns, columns});
            } else if (param.valid()) {
                ranges.push_back({param, 0, sizeOf(param)});
            }
        }
    }
    return ranges;
}

std::size_t OpGraph::roundCount() const {
    return rounds.empty() ? 1 : std::size_t{*std::max_element(rounds.begin(), rounds.end())} + 1;
}

std::size_t OpGraph::labeledOutputs() const {
    return static_cast<std::size_t>(
        std::count_if(targets.begin(), targets.end(), [](std::int32_t target) { return target != kNoTarget; }));
}

std::size_t OpGraph::levelCount() const {
    return levels.empty() ? 0 : std::size_t{*std::max_element(levels.begin(), levels.end())} + 1;
}

ConsumerIndex::ConsumerIndex(const OpGraph& graph) : m_offsets(graph.size() + 1, 0) {
    for (const Argument& argument : graph.arguments) {
        if (argument.isValue()) {
            ++m_offsets[argument.node().index() + 1];
        }
    }
    for (std::size_t index = 1; index < m_offsets.size(); ++index) {
        m_offsets[index] += m_offsets[index - 1];
    }
    m_users.resize(m_offsets.back());
    std::vector<std::uint32_t> next(m_offsets.begin(), m_offsets.end() - 1);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
            if (argument.isValue()) {
                m_users[next[argument.node().index()]++] = NodeId(index);
            }
        }
    }
}

} // namespace batchscope
