// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/gather_flow.h"

#include <algorithm>
#include <tuple>

namespace batchscope {

std::vector<Flow> flowsInto(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan, BatchId batch) {
    std::vector<Flow> flows;
    const auto operands = plan.operandsOf(batch);
    const auto nodes = schedule.batch(batch);
    for (std::size_t slot = 0; slot < operands.size(); ++slot) {
        const bool isShared = operands[slot].kind == OperandKind::Shared; // one row, which is passed once
        for (const NodeId node : isShared ? nodes.first(1) : nodes) {
            for (const Argument& argument : graph.slotOf(node, slot)) {
                if (argument.isValue()) {
                    const OperandKind kind = isShared ? OperandKind::View : operands[slot].kind;
                    flows.push_back({schedule.places[argument.node()].batch, batch, kind, 1});
                }
            }
        }
    }
    std::sort(flows.begin(), flows.end(), [](const Flow& left, const Flow& right) {
        return std::tie(left.source, left.kind) < std::tie(right.source, right.kind);
    });
    std::size_t kept = 0;
    for (std::size_t index = 0; index < flows.size(); ++index) {
        if (kept > 0 && flows[kept - 1].source == flows[index].source && flows[kept - 1].kind == flows[index].kind) {
            ++flows[kept - 1].rows;
        } else {
            flows[kept++] = flows[index];
        }
    }
    flows.resize(kept);
    return flows;
}

FlowTable::FlowTable(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan) {
    m_offsets.reserve(schedule.batchCount() + 1);
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        m_offsets.push_back(m_flows.size());
        const std::vector<Flow> flows = flowsInto(graph, schedule, plan, BatchId(step));
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
