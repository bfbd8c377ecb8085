// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the original computation graph of a batch of trees, before any scheduling: one node for each recorded call.
// Flat arrays, never changed after Fold::finish; every later stage refers to it by NodeId.
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

/// Output `output` of a node.
struct Value {
    NodeId node;
    std::uint32_t output = 0;
    bool operator==(const Value&) const = default;
};

/// One argument of a node: an earlier node's output, or an integer.
struct Argument {
    ArgumentClass kind = ArgumentClass::Integer;
    std::uint32_t output = 0;  ///< Row: which output of the node
    std::uint32_t payload = 0; ///< Row: the node id's value; Integer: the number

    Argument() = default;
    Argument(Value value) // NOLINT(google-explicit-constructor): calls read as in the field, add(op, left, right)
        : kind(ArgumentClass::Row), output(value.output), payload(value.node.value) {}
    static Argument integer(std::uint32_t number);

    [[nodiscard]] bool isRow() const { return kind == ArgumentClass::Row; }
    /// Only for rows.
    [[nodiscard]] NodeId node() const { return NodeId(payload); }
    bool operator==(const Argument&) const = default;
};

/// Where a node comes from; several tree nodes may share a merged one, the first is kept.
struct Origin {
    TreeId tree;
    TreeNodeId treeNode;
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
    std::vector<Value> outputs; ///< requested values, in order of request
    std::size_t trees = 0;      ///< trees that were folded
    std::size_t calls = 0;      ///< recorded calls, merged ones among them

    [[nodiscard]] std::size_t size() const { return nodeOps.size(); }
    /// Number of levels: largest level + 1, 0 for an empty graph.
    [[nodiscard]] std::size_t levelCount() const;
    [[nodiscard]] std::span<const Argument> argumentsOf(NodeId node) const {
        const std::uint32_t begin = argumentOffsets[node.index()];
        return std::span(arguments).subspan(begin, argumentOffsets[node.index() + 1] - begin);
    }
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
