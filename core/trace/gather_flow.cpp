// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/gather_flow.h"

#include <algorithm>
#include <tuple>

namespace batchscope {

std::vector<Flow> flowsInto(const OpGraph& graph, const Schedule& schedule, const BatchViews& views, BatchId batch) {
    std::vector<Flow> flows;
    const auto nodes = schedule.batch(batch);
    const Op& op = graph.opOf(schedule.batchSignatures[batch]);
    std::vector<bool> isCopied(op.arguments.size(), false);
    for (const OperandView& operand : views.operandsOf(batch)) {
        isCopied[operand.slot] = isCopied[operand.slot] || operand.use == OperandUse::Copied;
    }
    for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
        const bool isShared = op.arguments[slot].kind == ArgumentClass::Shared; // one row, which is passed once
        for (const NodeId node : isShared ? nodes.first(1) : nodes) {
            for (const Argument& argument : graph.slotOf(node, slot)) {
                if (argument.isValue()) {
                    flows.push_back({schedule.places[argument.node()].batch, batch, isCopied[slot], 1});
                }
            }
        }
    }
    std::sort(flows.begin(), flows.end(), [](const Flow& left, const Flow& right) {
        return std::tie(left.source, left.isCopied) < std::tie(right.source, right.isCopied);
    });
    std::size_t kept = 0;
    for (std::size_t index = 0; index < flows.size(); ++index) {
        if (kept > 0 && flows[kept - 1].source == flows[index].source &&
            flows[kept - 1].isCopied == flows[index].isCopied) {
            ++flows[kept - 1].rows;
        } else {
            flows[kept++] = flows[index];
        }
    }
    flows.resize(kept);
    return flows;
}

FlowTable::FlowTable(const OpGraph& graph, const Schedule& schedule, const BatchViews& views) {
    m_offsets.reserve(schedule.batchCount() + 1);
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        m_offsets.push_back(m_flows.size());
        const std::vector<Flow> flows = flowsInto(graph, schedule, views, BatchId(step));
        m_flows.insert(m_flows.end(), flows.begin(), flows.end());
    }
    m_offsets.push_back(m_flows.size());
}

std::span<const Flow> FlowTable::into(BatchId batch) const {
    if (!batch.valid() || batch.index() + 1 >= m_offsets.size()) {
        return {};
    }
    return std::span(m_flows).subspan(m_offsets[batch.index()],
                                      m_offsets[batch.index() + 1] - m_offsets[batch.index()]);
}

} // namespace batchscope
