// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/check.h"
#include "core/plan/launch_planner.h"
#include "core/plan/shared_calls.h"

#include <algorithm>
#include <numeric>

namespace batchscope {

namespace {

class FindRows {
public:
    explicit FindRows(PlanDraft& draft)
        : m_draft(draft), m_code(draft.code), m_graph(draft.graph), m_plan(draft.plan), m_calls(draft.code.ops.size()),
          m_firstOfSpace(draft.code.spaces.size(), kNoRow) {}

    void run() {
        reserve();
        const std::size_t batches = m_draft.schedule.batchCount();
        m_plan.batches.reserve(batches);
        m_draft.runsOf.reserve(batches + 1);
        m_draft.runsOf.push_back(0);
        m_draft.staticsOf.reserve(batches + 1);
        m_draft.staticsOf.push_back(0);
        for (std::size_t step = 0; step < batches; ++step) {
            batch(BatchId(step));
            m_draft.runsOf.push_back(static_cast<std::uint32_t>(m_draft.runs.size()));
            m_draft.staticsOf.push_back(static_cast<RowId>(m_draft.statics.size()));
        }
        m_draft.dynamicEnd = m_nextRow;
        if (m_draft.options.forGradients) {
            for (const Value& value : m_graph.outputs) {
                m_draft.demand[m_plan.rowOf(value)] |= kReadDirectly; // the loss reads it
            }
        }
    }

private:
    /// Room for every row there could be, so that the sweep need not ask.
    void reserve() {
        std::size_t outputs = 1;
        for (const CellCode& code : m_code.ops) {
            outputs = std::max(outputs, code.outputs.size());
        }
        m_plan.outputsPerNode = static_cast<std::uint32_t>(outputs);
        RowId* const values = m_plan.valueRows.extend(m_graph.size() * outputs);
        std::fill(values, values + m_graph.size() * outputs, kNoRow); // ops may have fewer outputs
        std::size_t statics = 0;
        std::size_t dynamic = 0;
        for (std::size_t step = 0; step < m_draft.schedule.batchCount(); ++step) {
            const BatchId batch(step);
            const CellCode& code = codeOf(batch);
            const std::size_t nodes = m_draft.schedule.batchSize(batch);
            const std::size_t items = code.usesItems ? itemsOf(m_draft.schedule.batch(batch)) : 0;
            for (const CodeOperand& operand : code.operands) {
                statics += mayBeStatic(m_graph.ops.ops[opOf(batch)], operand) ? nodes : 0;
            }
            for (const SpaceId space : code.spaces) {
                dynamic += m_code.spaces[space].domain == RowsOf::Items ? items : nodes;
            }
        }
        BATCHSCOPE_CHECK(statics + dynamic < kNoRow);
        m_draft.firstDynamic = static_cast<std::uint32_t>(statics);
        m_draft.demand.assign(statics + dynamic, 0);
        m_nextRow = m_draft.firstDynamic;
    }

    [[nodiscard]] OpId opOf(BatchId batch) const {
        return m_graph.signatures[m_draft.schedule.batchSignatures[batch]].op;
    }
    [[nodiscard]] const CellCode& codeOf(BatchId batch) const { return m_code.ops[opOf(batch)]; }

    /// Whether reading the operand may make static rows.
    [[nodiscard]] static bool mayBeStatic(const Op& op, const CodeOperand& operand) {
        return operand.source == OperandSource::Lookup || operand.source == OperandSource::Fill ||
               (operand.source == OperandSource::Slot &&
                op.arguments[static_cast<std::size_t>(operand.slot)].kind == ArgumentClass::Constant);
    }

    [[nodiscard]] std::size_t itemsOf(NodeId node) const {
        const Op& op = m_graph.opOf(node);
        const std::size_t fixed = op.fixedSlots();
        return (m_graph.argumentsOf(node).size() - fixed) / (op.arguments.size() - fixed);
    }
    [[nodiscard]] std::size_t itemsOf(std::span<const NodeId> nodes) const {
        return std::accumulate(nodes.begin(), nodes.end(), std::size_t{0},
                               [this](std::size_t sum, NodeId node) { return sum + itemsOf(node); });
    }

    void batch(BatchId id) {
        const OpId op = m_graph.signatures[m_draft.schedule.batchSignatures[id]].op;
        const CellCode& code = m_code.ops[op];
        std::span<const NodeId> nodes = m_draft.schedule.batch(id);
        m_equal.clear();
        if (code.ofIntegersOnly && m_code.passes.has(Pass::Dedup)) {
            nodes = firstCalls(nodes, m_calls[op.index()]);
        }
        PlannedBatch planned{.op = op,
                             .operands = static_cast<std::uint32_t>(m_plan.operands.size()),
                             .nodes = static_cast<std::uint32_t>(nodes.size()),
                             .firstRow = m_nextRow};
        if (code.usesItems) {
            planned.segments = segments(nodes);
            planned.items = m_plan.segments[planned.segments + nodes.size()];
        }
        m_plan.batches.push_back(planned);
        makeSpaces(code, planned);
        for (const CodeOperand& operand : code.operands) {
            addOperand(operand, op, nodes, planned);
        }
        nameOutputs(code, planned, nodes);
    }

    /// Those that are not equal to an earlier call; the others are remembered.
    std::span<const NodeId> firstCalls(std::span<const NodeId> nodes, SharedCalls& calls) {
        m_first.clear();
        for (const NodeId node : nodes) {
            const NodeId first = calls.first(node, m_graph.argumentsOf(node));
            if (first == node) {
                m_first.push_back(node);
            } else {
                m_equal.emplace_back(node, first);
            }
        }
        return m_first;
    }

    std::uint32_t segments(std::span<const NodeId> nodes) {
        const auto begin = static_cast<std::uint32_t>(m_plan.segments.size());
        std::uint32_t* const out = m_plan.segments.extend(nodes.size() + 1);
        out[0] = 0;
        for (std::size_t row = 0; row < nodes.size(); ++row) {
            out[row + 1] = out[row] + static_cast<std::uint32_t>(itemsOf(nodes[row]));
        }
        return begin;
    }

    void makeSpaces(const CellCode& code, const PlannedBatch& batch) {
        for (const SpaceId space : code.spaces) {
            const std::uint32_t rows = m_code.spaces[space].domain == RowsOf::Items ? batch.items : batch.nodes;
            m_draft.runs.push_back({space.value, m_nextRow, rows});
            m_firstOfSpace[space.index()] = m_nextRow;
            m_nextRow += rows;
        }
    }

    void addOperand(const CodeOperand& operand, OpId op, std::span<const NodeId> nodes, const PlannedBatch& batch) {
        const auto begin = static_cast<std::uint32_t>(m_plan.uses.size());
        if (operand.source != OperandSource::Parameter) {
            if (operand.rows == OperandRows::OfNode) {
                m_own.resize(nodes.size());
                ownRows(operand, op, nodes, batch, m_own.data());
                spread(batch, m_own.data(), m_plan.uses.extend(batch.items));
            } else {
                ownRows(operand, op, nodes, batch, m_plan.uses.extend(ownCount(operand, op, batch)));
            }
        }
        const auto count = static_cast<std::uint32_t>(m_plan.uses.size() - begin);
        m_plan.operands.push_back({begin, count});
        if (!operand.isRead) {
            return;
        }
        const std::uint64_t bit = operand.group.valid()          ? demandBit(operand.group)
                                  : m_draft.options.forGradients ? kReadDirectly
                                                                 : 0;
        const RowId* const rows = m_plan.uses.data() + begin;
        for (std::uint32_t row = 0; row < count; ++row) {
            m_draft.demand[rows[row]] |= bit;
        }
    }

    [[nodiscard]] std::uint32_t ownCount(const CodeOperand& operand, OpId op, const PlannedBatch& batch) const {
        const bool ofItems = operand.source == OperandSource::Space
                                 ? m_code.spaces[operand.space].domain == RowsOf::Items
                                 : operand.source == OperandSource::Slot && isVariadicSlot(op, operand.slot);
        return ofItems ? batch.items : batch.nodes;
    }

    [[nodiscard]] bool isVariadicSlot(OpId op, std::int32_t slot) const {
        return m_graph.ops.ops[op].arguments[static_cast<std::size_t>(slot)].arity == Arity::Any;
    }

    void spread(const PlannedBatch& batch, const RowId* ofNode, RowId* out) const {
        const std::uint32_t* const segments = m_plan.segments.data() + batch.segments;
        for (std::uint32_t node = 0; node < batch.nodes; ++node) {
            std::fill(out + segments[node], out + segments[node + 1], ofNode[node]);
        }
    }

    void ownRows(const CodeOperand& operand, OpId op, std::span<const NodeId> nodes, const PlannedBatch& batch,
                 RowId* out) {
        switch (operand.source) {
        case OperandSource::Space:
            std::iota(out, out + ownCount(operand, op, batch), m_firstOfSpace[operand.space.index()]);
            break;
        case OperandSource::Fill: {
            const std::size_t space = m_draft.statics.fills(operand.number, operand.width);
            std::generate(out, out + nodes.size(), [&] { return m_draft.statics.rowFor(space, 0); });
            break;
        }
        case OperandSource::Lookup: {
            const std::size_t space = m_draft.statics.lookups(operand.param);
            for (std::size_t row = 0; row < nodes.size(); ++row) {
                out[row] = m_draft.statics.rowFor(space, fixedArgument(nodes[row], operand.slot).payload);
            }
            break;
        }
        case OperandSource::Slot: slotRows(operand, op, nodes, out); break;
        case OperandSource::Parameter: break;
        }
    }

    [[nodiscard]] const Argument& fixedArgument(NodeId node, std::int32_t slot) const {
        return m_graph.arguments[m_graph.argumentOffsets[node.index()] + static_cast<std::uint32_t>(slot)];
    }

    [[nodiscard]] RowId rowOf(const Argument& argument) const {
        return m_plan.valueRows[std::size_t{argument.payload} * m_plan.outputsPerNode + argument.output];
    }

    void slotRows(const CodeOperand& operand, OpId op, std::span<const NodeId> nodes, RowId* out) {
        const ArgumentType& type = m_graph.ops.ops[op].arguments[static_cast<std::size_t>(operand.slot)];
        if (type.arity == Arity::Any) {
            for (const NodeId node : nodes) {
                for (const Argument& argument : m_graph.slotOf(node, static_cast<std::size_t>(operand.slot))) {
                    *out++ = rowOf(argument);
                }
            }
        } else if (type.kind == ArgumentClass::Constant) {
            const std::size_t space = m_draft.statics.constants(type.width);
            for (std::size_t row = 0; row < nodes.size(); ++row) {
                out[row] = m_draft.statics.rowFor(space, fixedArgument(nodes[row], operand.slot).payload);
            }
        } else {
            for (std::size_t row = 0; row < nodes.size(); ++row) {
                out[row] = rowOf(fixedArgument(nodes[row], operand.slot));
            }
        }
    }

    void nameOutputs(const CellCode& code, const PlannedBatch& batch, std::span<const NodeId> nodes) {
        const std::size_t stride = m_plan.outputsPerNode;
        for (std::size_t output = 0; output < code.outputs.size(); ++output) {
            const CodeOutput& of = code.outputs[output];
            RowId* const values = m_plan.valueRows.data() + output;
            if (of.space.valid()) {
                RowId row = m_firstOfSpace[of.space.index()];
                for (const NodeId node : nodes) {
                    values[node.index() * stride] = row++;
                }
            } else {
                const RowId* rows = m_plan.uses.data() + m_plan.operands[batch.operands + of.operand].begin;
                for (const NodeId node : nodes) {
                    values[node.index() * stride] = *rows++;
                }
            }
        }
        for (const auto& [node, first] : m_equal) {
            for (std::size_t output = 0; output < code.outputs.size(); ++output) {
                m_plan.valueRows[node.index() * stride + output] = m_plan.valueRows[first.index() * stride + output];
            }
        }
    }

    PlanDraft& m_draft;
    const NetCode& m_code;
    const OpGraph& m_graph;
    LaunchPlan& m_plan;
    RowId m_nextRow = 0;
    std::vector<SharedCalls> m_calls;               // by op
    std::vector<RowId> m_firstOfSpace;              // of the batch at hand
    std::vector<NodeId> m_first;                    // of the batch at hand: calls that run
    std::vector<std::pair<NodeId, NodeId>> m_equal; // of the batch at hand: calls that share with an earlier one
    std::vector<RowId> m_own;
};

} // namespace

void findRows(PlanDraft& draft) {
    FindRows(draft).run();
}

} // namespace batchscope
