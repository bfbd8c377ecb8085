// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/batch_plan.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

class Planner {
public:
    Planner(const OpGraph& graph, const Schedule& schedule) : m_graph(graph), m_schedule(schedule) {}

    BatchPlan run() {
        m_plan.outputOffsets.push_back(0);
        m_plan.operandOffsets.push_back(0);
        for (std::size_t step = 0; step < m_schedule.batchCount(); ++step) {
            planOperands(BatchId(step));
            planOutputs(BatchId(step));
        }
        return std::move(m_plan);
    }

private:
    void planOutputs(BatchId batch) {
        const Op& op = m_graph.opOf(m_schedule.batchSignatures[batch]);
        const std::size_t size = m_schedule.batchSize(batch);
        for (std::size_t output = 0; output < op.outputs(); ++output) {
            const StoreId store = storeFor(op.outputWidth(output));
            StoreSpec& spec = m_plan.stores[store];
            m_plan.blocks.push_back({store, static_cast<std::uint32_t>(spec.rows)});
            spec.rows += size;
        }
        m_plan.outputOffsets.push_back(static_cast<std::uint32_t>(m_plan.blocks.size()));
    }

    StoreId storeFor(std::int32_t width) {
        for (std::size_t index = 0; index < m_plan.stores.size(); ++index) {
            if (m_plan.stores[StoreId(index)].width == width) {
                return StoreId(index);
            }
        }
        return m_plan.stores.push_back({m_graph.ops.dtype, width, 0});
    }

    void planOperands(BatchId batch) {
        const auto nodes = m_schedule.batch(batch);
        const std::size_t arity = m_graph.argumentsOf(nodes.front()).size();
        for (std::size_t slot = 0; slot < arity; ++slot) {
            m_plan.operands.push_back(planOperand(nodes, slot));
        }
        m_plan.operandOffsets.push_back(static_cast<std::uint32_t>(m_plan.operands.size()));
    }

    Operand planOperand(std::span<const NodeId> nodes, std::size_t slot) {
        Operand operand;
        operand.offset = static_cast<std::uint32_t>(m_plan.indices.size());
        const Argument& first = m_graph.argumentsOf(nodes.front())[slot];
        if (!first.isRow()) {
            operand.kind = OperandKind::Integers;
            for (const NodeId node : nodes) {
                m_plan.indices.push_back(m_graph.argumentsOf(node)[slot].payload);
            }
            return operand;
        }
        bool contiguous = true;
        for (std::size_t row = 0; row < nodes.size(); ++row) {
            const Argument& argument = m_graph.argumentsOf(nodes[row])[slot];
            const Block source = rowOf(m_schedule, m_plan, {argument.node(), argument.output});
            operand.block = row == 0 ? source : operand.block;
            contiguous = contiguous && source.firstRow == operand.block.firstRow + row;
            m_plan.indices.push_back(source.firstRow);
        }
        if (contiguous) {
            m_plan.indices.resize(operand.offset);
            m_plan.rowsViewed += nodes.size();
            return operand;
        }
        operand.kind = OperandKind::Gather;
        m_plan.rowsGathered += nodes.size();
        m_plan.bytesGathered += gatheredBytes(m_plan, operand, nodes.size());
        return operand;
    }

    const OpGraph& m_graph;
    const Schedule& m_schedule;
    BatchPlan m_plan;
};

} // namespace

std::size_t BatchPlan::stateBytes() const {
    std::size_t bytes = 0;
    for (const StoreSpec& store : stores) {
        bytes += store.rows * static_cast<std::size_t>(store.width) * bytesOf(store.dtype);
    }
    return bytes;
}

std::size_t gatheredBytes(const BatchPlan& plan, const Operand& operand, std::size_t rows) {
    if (operand.kind != OperandKind::Gather) {
        return 0;
    }
    const StoreSpec& store = plan.stores[operand.block.store];
    return rows * static_cast<std::size_t>(store.width) * bytesOf(store.dtype);
}

Block rowOf(const Schedule& schedule, const BatchPlan& plan, Value value) {
    const Place& place = schedule.places[value.node];
    Block block = plan.outputsOf(place.batch)[value.output];
    block.firstRow += place.row;
    return block;
}

BatchPlan makePlan(const OpGraph& graph, const Schedule& schedule) {
    return Planner(graph, schedule).run();
}

std::string planText(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan) {
    std::string out;
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const BatchId batch(step);
        const std::size_t size = schedule.batchSize(batch);
        out += fmt::format("{:>4}  {} ×{}", step, graph.opOf(schedule.batchSignatures[batch]).name, size);
        for (const Operand& operand : plan.operandsOf(batch)) {
            switch (operand.kind) {
            case OperandKind::View:
                out += fmt::format("  view[{}:{}]", operand.block.firstRow, operand.block.firstRow + size);
                break;
            case OperandKind::Gather: out += fmt::format("  gather[{}]", size); break;
            case OperandKind::Integers: out += fmt::format("  integers[{}]", size); break;
            }
        }
        out += '\n';
    }
    return out;
}

} // namespace batchscope
