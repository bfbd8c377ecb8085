// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/batch_plan.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace batchscope {

namespace {

class Planner {
public:
    Planner(const OpGraph& graph, const Schedule& schedule) : m_graph(graph), m_schedule(schedule) {}

    BatchPlan run() {
        layOutStores();
        m_plan.operandOffsets.push_back(0);
        m_plan.items.reserve(m_schedule.batchCount());
        for (std::size_t step = 0; step < m_schedule.batchCount(); ++step) {
            planOperands(BatchId(step));
        }
        return std::move(m_plan);
    }

private:
    /// For one store, by output index: at first the number of rows, later the next free row.
    using Regions = std::vector<std::size_t>;

    template <typename Visit>
    void forEachOutput(Visit visit) {
        for (std::size_t step = 0; step < m_schedule.batchCount(); ++step) {
            const Op& op = m_graph.opOf(m_schedule.batchSignatures[BatchId(step)]);
            for (std::size_t output = 0; output < op.outputs(); ++output) {
                visit(BatchId(step), storeFor(op.outputWidth(output)), output);
            }
            if (m_placing) {
                m_plan.outputOffsets.push_back(static_cast<std::uint32_t>(m_plan.blocks.size()));
            }
        }
    }

    void layOutStores() {
        IdVector<StoreId, Regions> regions;
        forEachOutput([&](BatchId batch, StoreId store, std::size_t output) {
            regions.resize(m_plan.stores.size());
            regions[store].resize(std::max(regions[store].size(), output + 1), 0);
            regions[store][output] += m_schedule.batchSize(batch);
            m_plan.stores[store].rows += m_schedule.batchSize(batch);
        });
        for (std::size_t index = 0; index < regions.size(); ++index) {
            Regions& sizes = regions[StoreId(index)];
            std::exclusive_scan(sizes.begin(), sizes.end(), sizes.begin(), std::size_t{0});
        }
        m_placing = true;
        m_plan.outputOffsets.push_back(0);
        forEachOutput([&](BatchId batch, StoreId store, std::size_t output) {
            m_plan.blocks.push_back({store, static_cast<std::uint32_t>(regions[store][output])});
            regions[store][output] += m_schedule.batchSize(batch);
        });
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
        const Op& op = m_graph.opOf(m_schedule.batchSignatures[batch]);
        m_fixed = op.fixedSlots();
        for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
            m_plan.operands.push_back(planOperand(nodes, op.arguments[slot].kind, slot));
        }
        m_plan.operandOffsets.push_back(static_cast<std::uint32_t>(m_plan.operands.size()));
        m_plan.items.push_back(op.isVariadic() ? planItems(nodes, op.fixedSlots()) : ItemRange());
    }

    /// Like OpGraph::slotOf, for a node of the current batch.
    [[nodiscard]] std::span<const Argument> slotOf(NodeId node, std::size_t slot) const {
        return slot < m_fixed ? m_graph.argumentsOf(node).subspan(slot, 1) : m_graph.slotOf(node, slot);
    }

    ItemRange planItems(std::span<const NodeId> nodes, std::size_t slot) {
        const auto offset = static_cast<std::uint32_t>(m_plan.indices.size());
        for (std::size_t row = 0; row < nodes.size(); ++row) {
            const std::size_t count = slotOf(nodes[row], slot).size();
            m_plan.indices.insert(m_plan.indices.end(), count, static_cast<std::int64_t>(row));
        }
        return {offset, static_cast<std::uint32_t>(m_plan.indices.size()) - offset};
    }

    Operand planOperand(std::span<const NodeId> nodes, ArgumentClass kind, std::size_t slot) {
        Operand operand;
        operand.offset = static_cast<std::uint32_t>(m_plan.indices.size());
        operand.rows = static_cast<std::uint32_t>(nodes.size());
        switch (kind) {
        case ArgumentClass::Shared: return planShared(nodes, slot, operand);
        case ArgumentClass::Row: return planRows(nodes, slot, operand);
        case ArgumentClass::Integer: operand.kind = OperandKind::Integers; break;
        case ArgumentClass::Constant:
            operand.kind = OperandKind::Constants;
            m_plan.rowsConstant += nodes.size();
            break;
        }
        for (const NodeId node : nodes) {
            m_plan.indices.push_back(slotOf(node, slot).front().payload);
        }
        return operand;
    }

    Operand planShared(std::span<const NodeId> nodes, std::size_t slot, Operand operand) {
        operand.kind = OperandKind::Shared;
        operand.block = rowOf(m_schedule, m_plan, slotOf(nodes.front(), slot).front().value());
        operand.rows = 1;
        m_plan.rowsShared += nodes.size();
        return operand;
    }

    Operand planRows(std::span<const NodeId> nodes, std::size_t slot, Operand operand) {
        bool contiguous = true;
        operand.rows = 0;
        for (const NodeId node : nodes) {
            for (const Argument& argument : slotOf(node, slot)) {
                const Block source =
                    argument.isValue() ? rowOf(m_schedule, m_plan, argument.value()) : constantRow(argument.constant());
                operand.block = operand.rows == 0 ? source : operand.block;
                contiguous = contiguous && source.firstRow == operand.block.firstRow + operand.rows;
                m_plan.indices.push_back(source.firstRow);
                ++operand.rows;
            }
        }
        if (operand.rows == 0) { // a variadic slot without items: an empty view of its store
            operand.block = {storeFor(m_graph.opOf(nodes.front()).arguments[slot].width), 0};
        }
        if (contiguous) {
            m_plan.indices.resize(operand.offset);
            m_plan.rowsViewed += operand.rows;
            return operand;
        }
        operand.kind = OperandKind::Gather;
        m_plan.rowsGathered += operand.rows;
        m_plan.bytesGathered += gatheredBytes(m_plan, operand);
        return operand;
    }

    Block constantRow(ConstantId numbers) {
        const auto [known, isNew] = m_constantRows.emplace(numbers, Block());
        if (isNew) {
            const StoreId store = storeFor(m_graph.constants.rows[numbers].width);
            known->second = {store, static_cast<std::uint32_t>(m_plan.stores[store].rows++)};
            m_plan.constants.push_back({numbers, known->second});
        }
        return known->second;
    }

    const OpGraph& m_graph;
    const Schedule& m_schedule;
    BatchPlan m_plan;
    std::unordered_map<ConstantId, Block> m_constantRows; // rows of constants, by id
    std::size_t m_fixed = 0;                              // slots of the current batch's op that take one argument
    bool m_placing = false;                               // set in the second pass, which places blocks
};

} // namespace

std::size_t BatchPlan::stateBytes() const {
    std::size_t bytes = 0;
    for (const StoreSpec& store : stores) {
        bytes += store.rows * static_cast<std::size_t>(store.width) * bytesOf(store.dtype);
    }
    return bytes;
}

std::size_t gatheredBytes(const BatchPlan& plan, const Operand& operand) {
    if (operand.kind != OperandKind::Gather) {
        return 0;
    }
    const StoreSpec& store = plan.stores[operand.block.store];
    return operand.rows * static_cast<std::size_t>(store.width) * bytesOf(store.dtype);
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

} // namespace batchscope
