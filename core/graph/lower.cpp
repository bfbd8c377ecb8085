// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/lower.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace batchscope {

namespace {

/// The ops of the lowered set: one for each body value of a cell that needs a node; equal ops are stored once.
class PrimitiveOps {
public:
    explicit PrimitiveOps(const OpGraph& graph) : m_cells(graph.ops) {
        const OpSet& cells = graph.ops;
        m_set.name = cells.name;
        m_set.dtype = cells.dtype;
        m_set.params = cells.params;
        for (const Op& cell : cells.ops) {
            m_wholes.push_back(cell.call == nullptr ? OpId() : m_set.ops.push_back(cell));
            IdVector<BodyId, OpId> ops;
            if (cell.call != nullptr) {
                m_byCell.push_back(std::move(ops));
                continue;
            }
            for (const BodyValue& value : cell.body.values) {
                ops.push_back(needsNode(cell, value) ? intern(opFor(cell, value)) : OpId());
            }
            m_byCell.push_back(std::move(ops));
        }
        addHandedOn(graph);
    }

    /// The op of a body value; invalid for values that need no node: spread rows, and arguments except constants.
    [[nodiscard]] OpId of(OpId cell, BodyId value) const { return m_byCell[cell][value]; }
    /// The op itself if it is opaque and cannot be taken apart; otherwise invalid.
    [[nodiscard]] OpId whole(OpId cell) const { return m_wholes[cell]; }
    /// The op that turns constant numbers into a node, for a cell that returns a row argument unchanged.
    [[nodiscard]] OpId handedOn(std::int32_t width) const { return m_handedOn.at(width); }
    [[nodiscard]] const OpSet& set() const { return m_set; }

private:
    void addHandedOn(const OpGraph& graph) {
        for (std::size_t index = 0; index < graph.size() && !graph.constants.rows.empty(); ++index) {
            const NodeId node(index);
            const Op& cell = graph.opOf(node);
            for (const BodyId output : cell.body.outputs) {
                const BodyValue& value = cell.body.values[output];
                if (value.primitive == Primitive::Argument && isGiven(graph, node, value) &&
                    m_handedOn.find(value.width) == m_handedOn.end()) {
                    m_handedOn.emplace(value.width, intern(constantOp(value.width)));
                }
            }
        }
    }

    static bool isGiven(const OpGraph& graph, NodeId node, const BodyValue& value) {
        const auto slot = static_cast<std::size_t>(value.argument);
        return givesRow(graph.opOf(node).arguments[slot], graph.slotOf(node, slot).front());
    }

    [[nodiscard]] Op constantOp(std::int32_t width) const {
        const Op cell{.name = {}, .arguments = {{ArgumentClass::Constant, width, m_cells.dtype}}, .body = {}};
        return opFor(cell, {.primitive = Primitive::Argument, .width = width, .argument = 0});
    }

    static bool isConstant(const Op& cell, const BodyValue& value) {
        return value.primitive == Primitive::Argument &&
               cell.arguments[static_cast<std::size_t>(value.argument)].kind == ArgumentClass::Constant;
    }

    static bool needsNode(const Op& cell, const BodyValue& value) {
        return value.primitive != Primitive::Spread &&
               (value.primitive != Primitive::Argument || isConstant(cell, value));
    }

    /// Shared arguments keep their class; every other operand of a primitive is a node's row.
    [[nodiscard]] ArgumentType operandType(const Op& cell, BodyId operand) const {
        BodyId source = operand;
        while (cell.body.values[source].primitive == Primitive::Spread) {
            source = cell.body.values[source].left;
        }
        const BodyValue& value = cell.body.values[source];
        const bool shared = value.primitive == Primitive::Argument &&
                            cell.arguments[static_cast<std::size_t>(value.argument)].kind == ArgumentClass::Shared;
        return {shared ? ArgumentClass::Shared : ArgumentClass::Row, value.width, m_cells.dtype};
    }

    [[nodiscard]] std::vector<ArgumentType> argumentTypes(const Op& cell, const BodyValue& value) const {
        if (value.primitive == Primitive::Lookup) {
            return {{ArgumentClass::Integer, 0, m_cells.dtype}};
        }
        if (isConstant(cell, value)) {
            return {{ArgumentClass::Constant, value.width, m_cells.dtype}};
        }
        if (combinesItems(value.primitive)) { // a shared row spread over items is an item like any other
            return {{ArgumentClass::Row, value.width, m_cells.dtype, Arity::Any}};
        }
        std::vector<ArgumentType> types;
        types.reserve(2);
        for (int side = 0; side < operandCount(value.primitive); ++side) {
            types.push_back(operandType(cell, side == 0 ? value.left : value.right));
        }
        return types;
    }

    [[nodiscard]] Op opFor(const Op& cell, const BodyValue& value) const {
        Op op{.name = nameOf(value),
              .arguments = argumentTypes(cell, value),
              .body = {},
              .batchable = cell.batchable,
              .attributes = attributesOf(value)};
        IdVector<BodyId, BodyValue>& values = op.body.values;
        BodyValue single = value;
        single.rows = RowsOf::Nodes;
        single.argument = 0;
        for (int side = 0; side < operandCount(value.primitive); ++side) {
            const ArgumentType& type = op.arguments[static_cast<std::size_t>(side)];
            const BodyId operand = values.push_back({.primitive = Primitive::Argument,
                                                     .width = type.width,
                                                     .rows = type.arity == Arity::Any ? RowsOf::Items : RowsOf::Nodes,
                                                     .argument = side});
            (side == 0 ? single.left : single.right) = operand;
        }
        op.body.outputs = {values.push_back(single)};
        return op;
    }

    [[nodiscard]] std::string nameOf(const BodyValue& value) const {
        if (value.primitive == Primitive::Argument) {
            return "constant";
        }
        const std::string name = primitiveName(value.primitive);
        if (value.primitive == Primitive::Slice) {
            return fmt::format("{} {}:{}", name, value.begin, value.begin + value.width);
        }
        if (value.primitive == Primitive::Fill || entryOf(value.primitive).hasNumber) {
            return fmt::format("{} {}", name, value.number);
        }
        return value.weight.valid() ? name + " " + m_set.params[value.weight].name : name;
    }

    static std::vector<Attribute> attributesOf(const BodyValue& value) {
        if (value.primitive == Primitive::Slice) {
            return {{"begin", double(value.begin)}, {"end", double(value.begin + value.width)}};
        }
        if (value.primitive == Primitive::Fill) {
            return {{"number", value.number}, {"width", double(value.width)}};
        }
        if (entryOf(value.primitive).hasNumber) {
            return {{"number", value.number}};
        }
        return {};
    }

    OpId intern(Op op) {
        std::string key = fmt::format("{} {}", op.name, static_cast<int>(op.batchable));
        for (const BodyValue& value : op.body.values) {
            key += fmt::format(" {}[{}] {} {}", primitiveName(value.primitive), value.width, value.weight.value,
                               value.bias.value); // ids, because two parameters may have the same name
        }
        for (const Attribute& attribute : op.attributes) {
            key += fmt::format(" {}", attribute.value);
        }
        for (const ArgumentType& type : op.arguments) {
            key += argumentClassName(type.kind);
        }
        const auto [known, isNew] = m_ids.emplace(key, OpId());
        if (isNew) {
            op.name = freeName(op);
            known->second = m_set.ops.push_back(std::move(op));
        }
        return known->second;
    }

    /// The op's name. If another op has that name, the width is appended, and a number if it is still not unique.
    [[nodiscard]] std::string freeName(const Op& op) const {
        const auto isTaken = [this](const std::string& name) {
            return std::any_of(m_set.ops.begin(), m_set.ops.end(),
                               [&name](const Op& other) { return other.name == name; });
        };
        const std::string wide = fmt::format("{} [{}]", op.name, op.outputWidth(0));
        std::string name = isTaken(op.name) ? wide : op.name;
        for (std::size_t use = 2; isTaken(name); ++use) {
            name = fmt::format("{} #{}", wide, use);
        }
        return name;
    }

    const OpSet& m_cells;
    OpSet m_set;
    IdVector<OpId, IdVector<BodyId, OpId>> m_byCell;
    IdVector<OpId, OpId> m_wholes;
    std::map<std::string, OpId> m_ids;
    std::map<std::int32_t, OpId> m_handedOn; // by width
};

class Lowering {
public:
    Lowering(const OpGraph& cells, const FoldOptions& options)
        : m_cells(cells), m_ops(cells), m_fold(m_ops.set(), options), m_constants(cells.constants.rows.size()) {
        m_offsets.push_back(0);
    }

    void lower(NodeId node) {
        const Origin& origin = m_cells.origins[node];
        m_fold.setOrigin(origin.tree, origin.treeNode);
        if (!m_cells.callNumbers.empty()) {
            m_fold.setCall(m_cells.callNumbers[node]);
        }
        m_fold.setRound(m_cells.roundOf(node));
        if (const OpId whole = m_ops.whole(m_cells.nodeOps[node]); whole.valid()) {
            lowerCall(node, whole);
            return;
        }
        const OpBody& body = m_cells.opOf(node).body;
        m_values.assign(body.values.size(), {});
        for (std::size_t index = 0; index < body.values.size(); ++index) {
            m_values[index] = valueOf(node, BodyId(index), body.values[BodyId(index)]);
        }
        for (const BodyId output : body.outputs) {
            m_outputs.push_back(asValue(m_values[output.index()].front(), body.values[output].width));
        }
        m_offsets.push_back(m_outputs.size());
    }

    Result<OpGraph> finish() {
        for (std::size_t index = 0; index < m_cells.outputs.size(); ++index) {
            m_fold.request(outputOf(m_cells.outputs[index]), m_cells.targets[index]);
        }
        m_fold.setTreeCount(m_cells.trees);
        return std::move(m_fold).finish();
    }

private:
    /// One argument, or one for each item.
    using Rows = std::vector<Argument>;

    void lowerCall(NodeId node, OpId whole) {
        const Op& op = m_cells.opOf(node);
        Rows arguments;
        for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
            const Rows rows = argumentOf(node, slot);
            arguments.insert(arguments.end(), rows.begin(), rows.end());
        }
        const Value called = m_fold.add(whole, arguments);
        for (std::uint32_t output = 0; output < op.outputs(); ++output) {
            m_outputs.push_back(m_fold.output(called, output));
        }
        m_offsets.push_back(m_outputs.size());
    }

    [[nodiscard]] Value outputOf(Value value) const { return m_outputs[m_offsets[value.node.index()] + value.output]; }

    Rows valueOf(NodeId node, BodyId id, const BodyValue& value) {
        const OpId op = m_ops.of(m_cells.nodeOps[node], id);
        switch (value.primitive) {
        case Primitive::Argument: {
            const Rows rows = argumentOf(node, static_cast<std::size_t>(value.argument));
            return op.valid() ? Rows{m_fold.add(op, rows)} : rows;
        }
        case Primitive::Lookup: {
            return {m_fold.add(op, argumentOf(node, static_cast<std::size_t>(value.argument)))};
        }
        case Primitive::Fill: return {m_fold.add(op, std::span<const Argument>())};
        case Primitive::Spread: return Rows(itemsOf(node), m_values[value.left.index()].front());
        default: break;
        }
        return combinesItems(value.primitive) ? Rows{m_fold.add(op, asRows(m_values[value.left.index()]))}
                                              : rowByRow(op, value);
    }

    Rows rowByRow(OpId op, const BodyValue& value) {
        const Rows& left = m_values[value.left.index()];
        Rows results;
        for (std::size_t row = 0; row < left.size(); ++row) {
            results.push_back(operandCount(value.primitive) == 1
                                  ? m_fold.add(op, {left[row]})
                                  : m_fold.add(op, {left[row], m_values[value.right.index()][row]}));
        }
        return results;
    }

    static Rows asRows(const Rows& values) {
        Rows rows;
        for (const Argument& argument : values) {
            rows.push_back(argument.isValue() ? Argument(argument.value()) : argument);
        }
        return rows;
    }

    /// Returns an output of a cell as a value; constant numbers get a node first.
    Value asValue(const Argument& argument, std::int32_t width) {
        return argument.isValue() ? argument.value() : m_fold.add(m_ops.handedOn(width), {argument});
    }

    [[nodiscard]] std::size_t itemsOf(NodeId node) const {
        return m_cells.slotOf(node, m_cells.opOf(node).fixedSlots()).size();
    }

    Rows argumentOf(NodeId node, std::size_t slot) {
        Rows rows;
        for (Argument argument : m_cells.slotOf(node, slot)) {
            if (argument.isValue()) {
                const Value value = outputOf(argument.value());
                argument.payload = value.node.value;
                argument.output = value.output;
            } else if (argument.kind == ArgumentClass::Constant) {
                argument = constantOf(argument.constant());
            }
            rows.push_back(argument);
        }
        return rows;
    }

    /// Adds each constant only once, so that equal calls on it can still be merged.
    Argument constantOf(ConstantId id) {
        Argument& known = m_constants[id];
        if (known.kind != ArgumentClass::Constant) {
            known = m_fold.constant(m_cells.constants[id]);
        }
        return known;
    }

    const OpGraph& m_cells;
    PrimitiveOps m_ops;
    Fold m_fold;
    IdVector<ConstantId, Argument> m_constants; // by ConstantId of the cell graph; kind Integer until first used
    std::vector<Rows> m_values;                 // by BodyId of the current cell
    std::vector<std::size_t> m_offsets;         // by NodeId of the cell graph, plus an end: indices into m_outputs
    std::vector<Value> m_outputs;
};

} // namespace

Result<OpGraph> lowered(const OpGraph& cells, const FoldOptions& options, const RunControl& control) {
    constexpr std::size_t kNodesBetweenPolls = 1024;
    Lowering lowering(cells, options);
    for (std::size_t index = 0; index < cells.size(); ++index) {
        if (index % kNodesBetweenPolls == 0 && control.stopRequested()) {
            return cancelledError();
        }
        lowering.lower(NodeId(index));
    }
    return lowering.finish();
}

} // namespace batchscope
