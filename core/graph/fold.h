// SPDX-License-Identifier: GPL-3.0-or-later
//
// The interface that a net is written against, TorchFold's: record calls instead of running them, then finish and
// get the graph. Nothing is computed here.
//
//     Fold fold(ops, {});
//     fold.setOrigin(tree, node);
//     const Value leaf = fold.add(kLeaf, {Argument::integer(word)});
//     fold.request(logits);
//     Result<OpGraph> graph = std::move(fold).finish();
//
// A wrong call (number, class or width of arguments, an output that does not exist) is kept as the fold's first error;
// later calls are ignored and finish() returns it. TorchFold accepts four of these faults silently, or fails far from
// their cause; their messages start with a name: `arity`, `row-count`, `mixed-shared`, `unsplit`.
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

/// Whether equal calls (same op, same arguments) become one node.
enum class Merge {
    Off,      ///< every call is a node
    Leaves,   ///< calls without node arguments only, as TorchFold's cache does in effect
    Subtrees, ///< all calls, so that equal subtrees become one
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
    Fold(const Fold&) = delete; // the merge table points back here
    Fold& operator=(const Fold&) = delete;
    ~Fold() = default;

    /// The next calls are made after `round` sync points (reads of values during the run). See OpGraph::rounds.
    void setRound(std::uint32_t round) { m_round = round; }
    /// The tree node that the next calls belong to.
    void setOrigin(TreeId tree, TreeNodeId node) { m_origin = {tree, node}; }
    /// The call of a program's file that the next calls stand for; for all calls of a graph or for none.
    void setCall(std::uint32_t number) { m_call = number; }
    /// Records one call. An op with several outputs must be split by output() before its value is used.
    Value add(OpId op, std::span<const Argument> arguments);
    Value add(OpId op, std::initializer_list<Argument> arguments) {
        return add(op, std::span(arguments.begin(), arguments.size()));
    }
    /// Output k of the call that made `value`; TorchFold's split.
    Value output(Value value, std::uint32_t index) {
        const bool exists =
            !m_error && m_graph.nodeOps.contains(value.node) && index < m_kinds[m_graph.nodeOps[value.node]].outputs;
        return exists ? Value{value.node, index} : wrongOutput(value, index);
    }
    /// A row of numbers as an argument.
    Argument constant(std::span<const double> row) { return constant(row, 1); }
    /// A tensor [rows, numbers / rows]; an error unless `rows` is 1, because a batch stacks one row per node.
    Argument constant(std::span<const double> numbers, std::size_t rows);
    /// Requests a value as a result of the run; `target` is the class that a classifier should predict for it, less
    /// than the value's width.
    void request(Value value, std::int32_t target = kNoTarget);
    void setTreeCount(std::size_t trees) { m_graph.trees = trees; }
    /// Reserves memory for the rest, given that about done / all of the calls are recorded so far.
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
    /// Of an op: what is asked at every call.
    struct Kind {
        std::uint32_t arguments = 0;  // exactly so many; of a variadic op kAnyNumber, so that no call has as many
        std::uint32_t outputs = 0;    // at least this one
        std::uint32_t firstSlot = 0;  // entry of m_slots
        std::uint32_t firstWidth = 0; // entry of m_widths
        SignatureId signature;        // once it is known, of an op without shared arguments: they all have the same
        std::size_t fixedSlots = 0;
    };
    struct Slot {
        ArgumentClass kind = ArgumentClass::Row;
        std::int32_t width = 0;
    };
    static constexpr std::uint32_t kAnyNumber = 0xFFFFFFFF;
    static constexpr std::uint32_t kNoCall = 0xFFFFFFFF;

    /// 1 + the largest level of the arguments, 0 without nodes among them; nothing when they are wrong, or when it
    /// takes accepts() to see that they are right.
    [[nodiscard]] std::optional<std::uint32_t> levelIfPlain(const Kind& kind,
                                                            std::span<const Argument> arguments) const;
    [[nodiscard]] std::uint32_t levelOf(std::span<const Argument> arguments) const;
    /// Whether the call is right; if not, it is the fold's error.
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
    std::vector<std::int32_t> m_widths; // of outputs
    std::unordered_map<NodeId, NodeId, CallHash, CallEqual> m_merged;
    std::optional<Error> m_error;
};

// Memory for recording one graph after another: each is recorded where the last one was stored, which saves new pages.
//
//     FoldMemory memory;
//     Fold fold = memory.fold(ops, {});
//     OpGraph graph = *std::move(fold).finish();
//     memory.giveBack(std::move(graph)); // when it is no longer needed

class FoldMemory {
public:
    /// A fold in the memory that was given back last; in new memory where there is none. Equal in all else.
    [[nodiscard]] Fold fold(OpSet ops, FoldOptions options) {
        return {std::move(ops), options, std::exchange(m_graph, OpGraph())};
    }
    /// Keeps the memory of the graph, and of no other.
    void giveBack(OpGraph graph) { m_graph = std::move(graph); }

private:
    OpGraph m_graph;
};

} // namespace batchscope
