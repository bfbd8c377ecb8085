// SPDX-License-Identifier: GPL-3.0-or-later
//
// The original computation graph of a batch of trees, before any scheduling: one node for each recorded call.
// Flat arrays, never changed after Fold::finish; every later stage refers to nodes by NodeId.
//
// Invariants: the node ids of a node's arguments are smaller than its own (so the graph has no cycle); level is 0
// without node arguments, else 1 + the largest level of its arguments; equal signature ids mean equal signatures.
#pragma once

#include "core/graph/signature.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// One argument of a node: an earlier node's output, an integer, or a row of numbers. Its kind is that of the slot,
/// except that a slot for rows also takes constants.
struct Argument {
    ArgumentClass kind = ArgumentClass::Integer;
    std::uint32_t output = 0;  ///< Row, Shared: which output of the node
    std::uint32_t payload = 0; ///< Row, Shared: the node id's value; Integer: the number; Constant: the id's value

    Argument() = default;
    Argument(Value value) // NOLINT(google-explicit-constructor): calls read as in the field, add(op, left, right)
        : kind(ArgumentClass::Row), output(value.output), payload(value.node.value) {}
    static Argument integer(std::uint32_t number) {
        Argument argument;
        argument.payload = number;
        return argument;
    }
    /// An argument that is the same row for every node of the batch.
    static Argument shared(Value value);

    /// True if it refers to a node's output, so that the node must run earlier.
    [[nodiscard]] bool isValue() const { return kind == ArgumentClass::Row || kind == ArgumentClass::Shared; }
    /// Valid only if isValue().
    [[nodiscard]] NodeId node() const { return NodeId(payload); }
    [[nodiscard]] Value value() const { return {node(), output}; }
    /// Valid only for constants.
    [[nodiscard]] ConstantId constant() const { return ConstantId(payload); }
    bool operator==(const Argument&) const = default;
};

/// True if the argument is a row of numbers in a slot where other calls of the op pass a node's output, such as zeros
/// below a stack (TorchFold's users pass a tensor in place of a node). The row is batched like any other in the slot.
[[nodiscard]] inline bool givesRow(const ArgumentType& slot, const Argument& argument) {
    return slot.kind == ArgumentClass::Row && argument.kind == ArgumentClass::Constant;
}

/// The tree node that a node was made for; for a merged node, the first of its tree nodes.
struct Origin {
    TreeId tree;
    TreeNodeId treeNode;
};

/// The rows of numbers that calls take as arguments.
struct ConstantTable {
    struct Row {
        std::size_t offset = 0;
        std::int32_t width = 0;
    };
    IdVector<ConstantId, Row> rows;
    std::vector<double> numbers;

    [[nodiscard]] std::span<const double> operator[](ConstantId id) const {
        return std::span(numbers).subspan(rows[id].offset, static_cast<std::size_t>(rows[id].width));
    }
};

constexpr std::int32_t kNoTarget = -1;

/// A range of a parameter's numbers, counted row by row.
struct WeightRange {
    ParamId param;
    std::size_t first = 0;
    std::size_t count = 0;
};

struct OpGraph {
    OpSet ops;
    SignatureTable signatures;
    IdVector<NodeId, OpId> nodeOps;
    IdVector<NodeId, SignatureId> nodeSignatures;
    IdVector<NodeId, std::uint32_t> levels;
    IdVector<NodeId, Origin> origins;
    std::vector<std::uint32_t> argumentOffsets; ///< size() + 1 entries into `arguments`
    std::vector<Argument> arguments;
    ConstantTable constants;
    std::vector<Value> outputs;        ///< requested values, in order of request
    std::vector<std::int32_t> targets; ///< by request: the class that a classifier should predict, or kNoTarget
    /// By NodeId: the number of sync points before the call. A value read at a sync point may have decided that the
    /// call is made, so no node of round r + 1 runs before all of round r have run. Empty if nothing is read early.
    IdVector<NodeId, std::uint32_t> rounds;
    /// By NodeId, for a program: the number of the node's call in the file, from 0. Empty for the graphs of nets.
    IdVector<NodeId, std::uint32_t> callNumbers;
    std::size_t trees = 0; ///< number of folded trees
    std::size_t calls = 0; ///< number of recorded calls, including merged calls

    [[nodiscard]] std::size_t size() const { return nodeOps.size(); }
    /// The number of `targets` that are classes; the loss is the mean over these requested values.
    [[nodiscard]] std::size_t labeledOutputs() const;
    /// Number of levels: largest level + 1, 0 for an empty graph.
    [[nodiscard]] std::size_t levelCount() const;
    [[nodiscard]] std::span<const Argument> argumentsOf(NodeId node) const {
        const std::uint32_t begin = argumentOffsets[node.index()];
        return std::span(arguments).subspan(begin, argumentOffsets[node.index() + 1] - begin);
    }
    /// The arguments in one slot: exactly one, or any number in a variadic slot.
    [[nodiscard]] std::span<const Argument> slotOf(NodeId node, std::size_t slot) const;
    [[nodiscard]] std::uint32_t roundOf(NodeId node) const { return rounds.empty() ? 0 : rounds[node]; }
    /// The number of rounds, at least 1.
    [[nodiscard]] std::size_t roundCount() const;
    /// The weights that a call reads, in the order of its body (or of OpCall::parameters()): one row for a lookup, the
    /// whole parameter for any other use. A parameter may occur several times.
    [[nodiscard]] std::vector<WeightRange> weightsOf(NodeId node) const;
    [[nodiscard]] const Op& opOf(NodeId node) const { return ops.ops[nodeOps[node]]; }
    [[nodiscard]] const Op& opOf(SignatureId signature) const { return ops.ops[signatures[signature].op]; }
};

/// Consumers of every node in one flat array: users(node) lists each consuming node once per argument, in id order.
class ConsumerIndex {
public:
    explicit ConsumerIndex(const OpGraph& graph);
    [[nodiscard]] std::span<const NodeId> users(NodeId node) const {
        return std::span(m_users).subspan(m_offsets[node.index()],
                                          m_offsets[node.index() + 1] - m_offsets[node.index()]);
    }

private:
    std::vector<std::uint32_t> m_offsets;
    std::vector<NodeId> m_users;
};

} // namespace batchscope
