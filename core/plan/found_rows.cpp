// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/found_rows.h"

#include "core/base/check.h"
#include "core/graph/op_graph.h"
#include "core/kernels/block_program.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

// Numbers the rows that exist before anything runs: rows of tables, rows of numbers given with the calls, and rows that
// hold one number. Under PlanRules::shareEqualRows, equal rows are one row.

/// Numbers static rows and appends them to `table`, which must be empty at first.
class StaticRows {
public:
    enum class Equal : std::uint8_t { Shared, Apart };

    StaticRows(const OpGraph& graph, Equal equal, StaticTable& table)
        : m_graph(graph), m_equal(equal), m_table(table) {}

    /// The source of rows of a table, constants or fills; equal arguments give the same source.
    CopyId lookups(ParamId table);
    CopyId constants(std::int32_t width);
    CopyId fills(double number, std::int32_t width);
    /// The row of a source: `id` is a row of the table, a constant, or 0 for a fill.
    RowId rowFor(CopyId source, std::uint32_t id) {
        Known& known = m_known[source];
        BATCHSCOPE_CHECK(id < known.ids);
        if (m_equal == Equal::Apart) {
            return add(source, id);
        }
        RowId& row = known.rows[id];
        if (!row.valid()) {
            row = add(source, id);
        }
        return row;
    }

private:
    struct Known {
        std::size_t ids = 1;
        std::vector<RowId> rows = {}; ///< by id, if rows are shared
    };
    CopyId sourceFor(const StaticSource& wanted, std::size_t ids);
    RowId add(CopyId source, std::uint32_t id) { return m_table.rows.push_back({source, id}); }

    const OpGraph& m_graph;
    Equal m_equal;
    StaticTable& m_table;
    IdVector<CopyId, Known> m_known;
};

CopyId StaticRows::sourceFor(const StaticSource& wanted, std::size_t ids) {
    for (const CopyId id : m_table.sources.ids()) {
        if (m_table.sources[id] == wanted) {
            return id;
        }
    }
    m_known.push_back({.ids = ids, .rows = std::vector<RowId>(m_equal == Equal::Shared ? ids : 0)});
    return m_table.sources.push_back(wanted);
}

CopyId StaticRows::lookups(ParamId table) {
    const ParamSpec& spec = m_graph.ops.params[table];
    return sourceFor({.table = table, .width = spec.columns}, static_cast<std::size_t>(spec.rows));
}

CopyId StaticRows::constants(std::int32_t width) {
    return sourceFor({.source = OperandSource::Slot, .width = width}, m_graph.constants.rows.size());
}

CopyId StaticRows::fills(double number, std::int32_t width) {
    return sourceFor({.source = OperandSource::Fill, .number = number, .width = width}, 1);
}

// Finds equal calls that take only integers (a leaf and its word), so that one of them runs for all. Only calls of at
// most two integers are shared.

/// The calls of one op seen so far.
class SharedCalls {
public:
    /// The first node with these arguments, possibly `node` itself.
    NodeId first(NodeId node, std::span<const Argument> arguments) {
        if (arguments.size() > 2) {
            return node;
        }
        if (arguments.size() == 2 || (arguments.size() == 1 && arguments[0].payload >= kMostByIndex)) {
            const std::uint64_t high = arguments.size() == 2 ? arguments[1].payload : 0;
            return m_byPair.try_emplace(high << 32U | arguments[0].payload, node).first->second;
        }
        const std::size_t index = arguments.empty() ? 0 : arguments[0].payload;
        if (index >= m_byInteger.size()) {
            m_byInteger.resize(index + index / 2 + 1);
        }
        NodeId& known = m_byInteger[index];
        if (!known.valid()) {
            known = node;
        }
        return known;
    }

private:
    static constexpr std::uint32_t kMostByIndex = 1U << 22U;
    std::vector<NodeId> m_byInteger;
    std::unordered_map<std::uint64_t, NodeId> m_byPair;
};

FoundRows emptiedRows(FoundRows rows) {
    rows.batches.clear();
    rows.operands.clear();
    rows.uses.clear();
    rows.segments.clear();
    rows.runs.clear();
    rows.statics.sources.clear();
    rows.statics.rows.clear();
    rows.demand.clear();
    rows.valueRows.clear();
    return rows;
}

void fillInOrder(std::span<RowId> out, RowId first) {
    for (RowId& row : out) {
        row = first;
        ++first.value;
    }
}

class RowFinder {
public:
    RowFinder(const PlanInput& input, FoundRows recycled)
        : m_code(input.code), m_graph(input.graph), m_schedule(input.schedule),
          m_forGradients(input.options.forGradients), m_found(emptiedRows(std::move(recycled))),
          m_statics(input.graph,
                    input.code.planRules.shareEqualRows ? StaticRows::Equal::Shared : StaticRows::Equal::Apart,
                    m_found.statics),
          m_calls(input.code.ops.size()), m_firstOfSpace(input.code.spaces.size()) {}
    RowFinder(const RowFinder&) = delete; // m_statics refers to m_found
    RowFinder& operator=(const RowFinder&) = delete;

    FoundRows run() {
        reserve();
        for (std::size_t step = 0; step < m_schedule.batchCount(); ++step) {
            addBatch(BatchId(step));
        }
        m_found.end = m_nextRow;
        if (m_forGradients) {
            for (const Value& value : m_graph.outputs) {
                m_found.demand[m_found.rowOf(value)] |= kReadDirectly; // the loss reads it
            }
        }
        return std::move(m_found);
    }

private:
    /// Reserves room for as many rows as there may be, so that addBatch() need not check.
    void reserve() {
        std::size_t outputs = 1;
        for (const CellCode& code : m_code.ops) {
            outputs = std::max(outputs, code.outputs.size());
        }
        m_found.outputsPerNode = static_cast<std::uint32_t>(outputs);
        m_found.valueRows.assign(m_graph.size() * outputs, RowId()); // ops may have fewer outputs
        std::size_t statics = 0;
        std::size_t dynamic = 0;
        for (std::size_t step = 0; step < m_schedule.batchCount(); ++step) {
            const BatchId batch(step);
            const CellCode& code = m_code.ops[opOf(batch)];
            const std::size_t nodes = m_schedule.batchSize(batch);
            const std::size_t items = code.usesItems ? itemsOf(m_schedule.batch(batch)) : 0;
            for (const CodeOperand& operand : code.operands) {
                statics += mayBeStatic(m_graph.ops.ops[opOf(batch)], operand) ? nodes : givenRows(batch, operand);
            }
            for (const SpaceId space : code.spaces) {
                dynamic += m_code.spaces[space].domain == RowsOf::Items ? items : nodes;
            }
        }
        BATCHSCOPE_CHECK(statics + dynamic < RowId::kInvalid);
        m_found.firstDynamic = RowId(statics);
        m_found.demand.assign(statics + dynamic, 0);
        m_nextRow = m_found.firstDynamic;
    }

    [[nodiscard]] OpId opOf(BatchId batch) const { return m_graph.signatures[m_schedule.batchSignatures[batch]].op; }

    /// True if every node reads a static row for the operand: a look-up, a fill or a constant.
    [[nodiscard]] static bool mayBeStatic(const Op& op, const CodeOperand& operand) {
        return operand.source == OperandSource::Lookup || operand.source == OperandSource::Fill ||
               (operand.source == OperandSource::Slot &&
                op.arguments[static_cast<std::size_t>(operand.slot)].kind == ArgumentClass::Constant);
    }

    /// The number of constants that calls of the batch pass in a slot for rows.
    [[nodiscard]] std::size_t givenRows(BatchId batch, const CodeOperand& operand) const {
        std::size_t rows = 0;
        if (operand.source == OperandSource::Slot && !m_graph.constants.rows.empty()) {
            for (const NodeId node : m_schedule.batch(batch)) {
                const auto arguments = m_graph.slotOf(node, static_cast<std::size_t>(operand.slot));
                rows += static_cast<std::size_t>(
                    std::count_if(arguments.begin(), arguments.end(),
                                  [](const Argument& argument) { return argument.kind == ArgumentClass::Constant; }));
            }
        }
        return rows;
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

    void addBatch(BatchId id) {
        const OpId op = opOf(id);
        const CellCode& code = m_code.ops[op];
        std::span<const NodeId> nodes = m_schedule.batch(id);
        m_equal.clear();
        if (code.ofIntegersOnly && m_code.planRules.shareEqualRows) {
            nodes = firstCalls(nodes, m_calls[op.index()]);
        }
        const RowId firstStatic = m_found.statics.rows.next();
        PlannedBatch planned{
            .op = op, .operands = m_found.operands.next(), .nodes = static_cast<std::uint32_t>(nodes.size())};
        if (code.usesItems) {
            planned.segments = addSegments(nodes);
            planned.items = m_found.segments.back();
        }
        planned.runs = makeSpaces(code, planned);
        for (const CodeOperand& operand : code.operands) {
            addOperand(operand, nodes, planned);
        }
        planned.newStatics = m_found.statics.rows.idsFrom(firstStatic);
        m_found.batches.push_back(planned);
        nameOutputs(code, planned, nodes);
    }

    /// The calls that do not equal an earlier one; the others are remembered in m_equal.
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

    SegmentId addSegments(std::span<const NodeId> nodes) {
        const SegmentId begin = m_found.segments.next();
        const std::span<std::uint32_t> out = m_found.segments.extend(nodes.size() + 1);
        out[0] = 0;
        for (std::size_t row = 0; row < nodes.size(); ++row) {
            out[row + 1] = out[row] + static_cast<std::uint32_t>(itemsOf(nodes[row]));
        }
        return begin;
    }

    IdRange<RunId> makeSpaces(const CellCode& code, const PlannedBatch& batch) {
        const RunId first = m_found.runs.next();
        for (const SpaceId space : code.spaces) {
            const std::uint32_t rows = m_code.spaces[space].domain == RowsOf::Items ? batch.items : batch.nodes;
            m_found.runs.push_back({space, {m_nextRow, rows}});
            m_firstOfSpace[space] = m_nextRow;
            m_nextRow.value += rows;
        }
        return m_found.runs.idsFrom(first);
    }

    void addOperand(const CodeOperand& operand, std::span<const NodeId> nodes, const PlannedBatch& batch) {
        const UseId begin = m_found.uses.next();
        if (operand.source != OperandSource::Parameter) {
            if (operand.rows == OperandRows::OfNode) {
                m_own.resize(nodes.size());
                findOwnRows(operand, nodes, batch, m_own);
                spread(batch, m_found.uses.extend(batch.items));
            } else {
                findOwnRows(operand, nodes, batch, m_found.uses.extend(ownCount(operand, batch)));
            }
        }
        const IdRange<UseId> uses = m_found.uses.idsFrom(begin);
        m_found.operands.push_back(uses);
        if (!operand.isRead) {
            return;
        }
        const std::uint64_t bit = operand.group.valid() ? demandBit(operand.group) : m_forGradients ? kReadDirectly : 0;
        for (const RowId row : m_found.uses.span(uses)) {
            m_found.demand[row] |= bit;
        }
    }

    [[nodiscard]] std::uint32_t ownCount(const CodeOperand& operand, const PlannedBatch& batch) const {
        const bool ofItems =
            operand.source == OperandSource::Space
                ? m_code.spaces[operand.space].domain == RowsOf::Items
                : operand.source == OperandSource::Slot && slotType(operand, batch).arity == Arity::Any;
        return ofItems ? batch.items : batch.nodes;
    }

    [[nodiscard]] const ArgumentType& slotType(const CodeOperand& operand, const PlannedBatch& batch) const {
        return m_graph.ops.ops[batch.op].arguments[static_cast<std::size_t>(operand.slot)];
    }

    /// Repeats the row of each node, taken from m_own, for each of its items.
    void spread(const PlannedBatch& batch, std::span<RowId> out) const {
        const std::uint32_t* const segments = m_found.segments.from(batch.segments);
        for (std::uint32_t node = 0; node < batch.nodes; ++node) {
            std::fill(out.begin() + segments[node], out.begin() + segments[node + 1], m_own[node]);
        }
    }

    void findOwnRows(const CodeOperand& operand, std::span<const NodeId> nodes, const PlannedBatch& batch,
                     std::span<RowId> out) {
        switch (operand.source) {
        case OperandSource::Space: fillInOrder(out, m_firstOfSpace[operand.space]); break;
        case OperandSource::Fill: {
            const CopyId source = m_statics.fills(operand.number, operand.width);
            std::generate(out.begin(), out.end(), [&] { return m_statics.rowFor(source, 0); });
            break;
        }
        case OperandSource::Lookup: findStaticRows(m_statics.lookups(operand.param), operand.slot, nodes, out); break;
        case OperandSource::Slot: findSlotRows(operand, slotType(operand, batch), nodes, out); break;
        case OperandSource::Parameter: break;
        }
    }

    [[nodiscard]] const Argument& fixedArgument(NodeId node, std::int32_t slot) const {
        return m_graph.arguments[m_graph.argumentOffsets[node.index()] + static_cast<std::uint32_t>(slot)];
    }

    /// The row of an argument in a slot for rows.
    [[nodiscard]] RowId rowOf(const Argument& argument, std::int32_t width) {
        return argument.kind == ArgumentClass::Constant ? m_statics.rowFor(m_statics.constants(width), argument.payload)
                                                        : m_found.rowOf(argument.value());
    }

    /// Finds the rows of a source that the nodes' arguments name: rows of a table, or constants.
    void findStaticRows(CopyId source, std::int32_t slot, std::span<const NodeId> nodes, std::span<RowId> out) {
        for (std::size_t row = 0; row < nodes.size(); ++row) {
            out[row] = m_statics.rowFor(source, fixedArgument(nodes[row], slot).payload);
        }
    }

    void findSlotRows(const CodeOperand& operand, const ArgumentType& type, std::span<const NodeId> nodes,
                      std::span<RowId> out) {
        if (type.arity == Arity::Any) {
            RowId* next = out.data();
            for (const NodeId node : nodes) {
                for (const Argument& argument : m_graph.slotOf(node, static_cast<std::size_t>(operand.slot))) {
                    *next++ = rowOf(argument, type.width);
                }
            }
        } else if (type.kind == ArgumentClass::Constant) {
            findStaticRows(m_statics.constants(type.width), operand.slot, nodes, out);
        } else {
            for (std::size_t row = 0; row < nodes.size(); ++row) {
                out[row] = rowOf(fixedArgument(nodes[row], operand.slot), type.width);
            }
        }
    }

    void nameOutputs(const CellCode& code, const PlannedBatch& batch, std::span<const NodeId> nodes) {
        for (std::uint32_t output = 0; output < code.outputs.size(); ++output) {
            const CodeOutput& from = code.outputs[output];
            if (from.space.valid()) {
                RowId row = m_firstOfSpace[from.space];
                for (const NodeId node : nodes) {
                    rowOf(node, output) = row;
                    ++row.value;
                }
            } else {
                const RowId* rows = m_found.uses.from(m_found.usesOf(batch, from.operand).first());
                for (const NodeId node : nodes) {
                    rowOf(node, output) = *rows++;
                }
            }
        }
        for (const auto& [node, first] : m_equal) {
            for (std::uint32_t output = 0; output < code.outputs.size(); ++output) {
                rowOf(node, output) = rowOf(first, output);
            }
        }
    }

    [[nodiscard]] RowId& rowOf(NodeId node, std::uint32_t output) {
        return m_found.valueRows[m_found.placeOf({node, output})];
    }

    const NetCode& m_code;
    const OpGraph& m_graph;
    const Schedule& m_schedule;
    bool m_forGradients;
    FoundRows m_found;
    StaticRows m_statics;
    RowId m_nextRow;
    std::vector<SharedCalls> m_calls;               // by op
    IdVector<SpaceId, RowId> m_firstOfSpace;        // in the current batch
    std::vector<NodeId> m_first;                    // calls of the current batch that run
    std::vector<std::pair<NodeId, NodeId>> m_equal; // calls of the current batch that equal an earlier one
    std::vector<RowId> m_own;
};

} // namespace

RowId FoundRows::firstRowOf(const PlannedBatch& batch, SpaceId space) const {
    for (const RunId run : batch.runs) {
        if (runs[run].space == space) {
            return runs[run].rows.first();
        }
    }
    return {};
}

FoundRows findRows(const PlanInput& input, FoundRows recycled) {
    return RowFinder(input, std::move(recycled)).run();
}

std::uint32_t rowUnits(std::int64_t numbers, DType dtype) {
    const std::size_t bytes = static_cast<std::size_t>(numbers) * bytesOf(dtype);
    return static_cast<std::uint32_t>((bytes + kRowUnit - 1) / kRowUnit);
}

} // namespace batchscope
