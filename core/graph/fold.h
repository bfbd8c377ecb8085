// SPDX-License-Identifier: GPL-3.0-or-later
//
// `Fold`: the interface that nets are written against. As in TorchFold, calls are recorded instead of run; finish()
// returns the graph.
//
//     Fold fold(ops, {});
//     fold.setOrigin(tree, node);
//     const Value leaf = fold.add(kLeaf, {Argument::integer(word)});
//     fold.request(logits);
//     Result<OpGraph> graph = std::move(fold).finish();
//
// The first wrong call (number, class or width of arguments, an output that does not exist) is kept as the fold's
// error; later calls are ignored and finish() returns the error. TorchFold accepts four of these faults silently, or
// fails far from their cause; their messages start with `arity`, `row-count`, `mixed-shared` or `unsplit`.
#pragma once

#include "core/base/choice.h"
#include "core/base/result.h"
#include "core/graph/op_graph.h"

#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace batchscope {

/// Selects which equal calls (same op, same arguments) become one node.
enum class Merge {
    Off,      ///< every call is a node
    Leaves,   ///< only calls without node arguments are merged, as TorchFold's cache does in effect
    Subtrees, ///< all equal calls are merged, so equal subtrees become one
};
template <>
inline constexpr EnumNames<3> kEnumNames<Merge> = {"merge mode", {"off", "leaves", "subtrees"}};

struct FoldOptions {
    Merge merge = Merge::Off;
    Device device = Device::Cpu;
};

class Fold {
public:
    Fold(OpSet ops, FoldOptions options) : Fold(std::move(ops), options, OpGraph()) {}
    Fold(const Fold&) = delete; // m_merged points to this object
    Fold& operator=(const Fold&) = delete;
    ~Fold() = default;

    /// Sets the number of sync points (reads of values during the run) before the next calls. See OpGraph::rounds.
    void setRound(std::uint32_t round) { m_round = round; }
    /// Sets the tree node that the next calls belong to.
    void setOrigin(TreeId tree, TreeNodeId node) { m_origin = {tree, node}; }
    /// Sets the call of the program file that the next calls come from. Set it for all calls of a graph or for none.
    void setCall(std::uint32_t number) { m_call = number; }
    /// Records one call and returns its value. If the op has several outputs, select one with output() before use.
    Value add(OpId op, std::span<const Argument> arguments);
    Value add(OpId op, std::initializer_list<Argument> arguments) {
        return add(op, std::span(arguments.begin(), arguments.size()));
    }
    /// Output `index` of the call that made `value` (TorchFold's split).
    Value output(Value value, std::uint32_t index) {
        const bool exists =
            !m_error && m_graph.nodeOps.contains(value.node) && index < m_kinds[m_graph.nodeOps[value.node]].outputs;
        return exists ? Value{value.node, index} : wrongOutput(value, index);
    }
    /// A row of numbers as an argument.
    Argument constant(std::span<const double> row) { return constant(row, 1); }
    /// A tensor [rows, numbers / rows] as an argument. Anything but one row is an error: a batch stacks one per node.
    Argument constant(std::span<const double> numbers, std::size_t rows);
    /// Requests a value as a result of the run; `target` is the class that a classifier should predict for it, less
    /// than the value's width.
    void request(Value value, std::int32_t target = kNoTarget);
    void setTreeCount(std::size_t trees) { m_graph.trees = trees; }
    /// Reserves memory for the remaining calls, if about done / all of the calls have been recorded so far.
    void foresee(std::size_t done, std::size_t all);

    /// The graph, or the first wrong call as a Config error.
    [[nodiscard]] Result<OpGraph> finish() &&;

private:
    friend class FoldMemory;
    Fold(OpSet ops, FoldOptions options, OpGraph memory);

    struct CallHash {
        const Fold* fold;
        std::size_t operator()(NodeId node) const;
    };
    struct CallEqual {
        const Fold* fold;
        bool operator()(NodeId left, NodeId right) const;
    };
    /// The properties of an op that are checked at every call.
    struct Kind {
        std::uint32_t arguments = 0;  // number per call; kAnyNumber, which no call has, for a variadic op
        std::uint32_t outputs = 0;    // at least 1
        std::uint32_t firstSlot = 0;  // index into m_slots
        std::uint32_t firstWidth = 0; // index into m_widths
        SignatureId signature;        // that of all calls, once one is recorded; unset if arguments are shared
        std::size_t fixedSlots = 0;
    };
    struct Slot {
        ArgumentClass kind = ArgumentClass::Row;
        std::int32_t width = 0;
    };
    static constexpr std::uint32_t kAnyNumber = 0xFFFFFFFF;
    static constexpr std::uint32_t kNoCall = 0xFFFFFFFF;

    /// 1 + the largest level of the arguments, or 0 if none of them is a node. Nullopt if the arguments are wrong or
    /// only accepts() can verify them.
    [[nodiscard]] std::optional<std::uint32_t> levelIfPlain(const Kind& kind,
                                                            std::span<const Argument> arguments) const;
    [[nodiscard]] std::uint32_t levelOf(std::span<const Argument> arguments) const;
    /// True if the call is valid; otherwise sets the fold's error.
    [[nodiscard]] bool accepts(OpId op, std::span<const Argument> arguments);
    [[nodiscard]] bool acceptsArity(const Op& kind, std::size_t fixed, std::size_t given);
    [[nodiscard]] bool acceptsArgument(const Op& kind, std::size_t slot, const Argument& argument);
    Value wrongOutput(Value value, std::uint32_t index);
    void fail(std::string message);
    [[nodiscard]] SignatureId signatureOf(OpId op, std::span<const Argument> arguments);
    [[nodiscard]] bool mayMerge(std::span<const Argument> arguments) const;
    void dropLast();

    OpGraph m_graph;
    FoldOptions m_options;
    Origin m_origin;
    std::uint32_t m_round = 0;
    std::uint32_t m_call = kNoCall;
    IdVector<OpId, Kind> m_kinds;
    std::vector<Slot> m_slots;
    std::vector<std::int32_t> m_widths; // widths of all outputs
    std::unordered_map<NodeId, NodeId, CallHash, CallEqual> m_merged;
    std::optional<Error> m_error;
};

// Memory for recording one graph after another: each graph reuses the storage of the last, which avoids page faults.
//
//     FoldMemory memory;
//     Fold fold = memory.fold(ops, {});
//     OpGraph graph = *std::move(fold).finish();
//     memory.giveBack(std::move(graph)); // when it is no longer needed

class FoldMemory {
public:
    /// Makes a fold that uses the memory given back last, or new memory if there is none.
    [[nodiscard]] Fold fold(OpSet ops, FoldOptions options) {
        return {std::move(ops), options, std::exchange(m_graph, OpGraph())};
    }
    /// Keeps the memory of this graph for the next fold and releases that of any earlier graph.
    void giveBack(OpGraph graph) { m_graph = std::move(graph); }

private:
    OpGraph m_graph;
};

} // namespace batchscope
