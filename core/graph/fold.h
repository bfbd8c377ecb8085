// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the interface that a net is written against, TorchFold's: record calls instead of running them, then finish and
// get the graph. Nothing is computed here.
//
//     Fold fold(ops, {});
//     fold.setOrigin(tree, node);
//     const Value leaf = fold.add(kLeaf, {Argument::integer(word)});
//     fold.request(logits);
//     Result<OpGraph> graph = std::move(fold).finish();
//
// A wrong call (number, class or width of arguments, an output that does not exist) is kept as the fold's first error;
// later calls are ignored and finish() returns it.
#pragma once

#include "core/base/result.h"
#include "core/graph/op_graph.h"

#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>

namespace batchscope {

/// Whether equal calls (same op, same arguments) become one node.
enum class Merge {
    Off,      ///< every call is a node
    Leaves,   ///< calls without node arguments only, as TorchFold's cache does in effect
    Subtrees, ///< all calls, so that equal subtrees become one
};

/// Names as the command line spells them: off, leaves, subtrees.
[[nodiscard]] std::span<const std::string_view> mergeNames();
[[nodiscard]] Result<Merge> parseMerge(std::string_view name);

struct FoldOptions {
    Merge merge = Merge::Off;
    Device device = Device::Cpu;
};

class Fold {
public:
    Fold(OpSet ops, FoldOptions options);
    Fold(const Fold&) = delete; // the merge table points back here
    Fold& operator=(const Fold&) = delete;
    ~Fold() = default;

    /// The tree node that the next calls belong to.
    void setOrigin(TreeId tree, TreeNodeId node) { m_origin = {tree, node}; }
    /// Records one call; the result is its output 0.
    Value add(OpId op, std::span<const Argument> arguments);
    Value add(OpId op, std::initializer_list<Argument> arguments) {
        return add(op, std::span(arguments.begin(), arguments.size()));
    }
    /// Output k of the call that made `value`; TorchFold's split.
    Value output(Value value, std::uint32_t index);
    /// Asks for a value as a result of the run.
    void request(Value value);
    void setTreeCount(std::size_t trees) { m_graph.trees = trees; }

    /// The graph, or the first wrong call as a Config error.
    [[nodiscard]] Result<OpGraph> finish() &&;

private:
    struct CallHash {
        const Fold* fold;
        std::size_t operator()(NodeId node) const;
    };
    struct CallEqual {
        const Fold* fold;
        bool operator()(NodeId left, NodeId right) const;
    };
    [[nodiscard]] bool accepts(OpId op, std::span<const Argument> arguments);
    void fail(std::string message);
    [[nodiscard]] SignatureId signatureOf(OpId op);
    [[nodiscard]] bool mayMerge(NodeId node) const;
    void dropLast();

    OpGraph m_graph;
    FoldOptions m_options;
    Origin m_origin;
    IdVector<OpId, SignatureId> m_signatures; // an op's arguments are fixed, so each op has one signature
    std::unordered_map<NodeId, NodeId, CallHash, CallEqual> m_merged;
    std::optional<Error> m_error;
};

} // namespace batchscope
