// SPDX-License-Identifier: GPL-3.0-or-later
//
// One value of the folded run, number by number, beside the same value of the regular run that it was compared with
// (LibTorch, an independent implementation), and how far the two are apart.
#pragma once

#include "core/session/snapshot.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// What is read of a node: what it computed, or ∂loss/∂ that, which only training has.
enum class ValueKind { Values, Gradients };

struct NodeValues {
    Value value;
    ValueKind kind = ValueKind::Values;
    DType dtype = DType::Float32;
    std::vector<double> folded;
    std::vector<double> regular;     ///< of the same length; empty where that run was not kept
    std::vector<std::uint64_t> ulps; ///< numbers that the type can hold between the two; as `regular`; see ulpsAt

    std::size_t different = 0; ///< numbers that are finite in both runs, and not the same
    std::size_t notFinite = 0; ///< numbers that are not finite in at least one of the runs
    std::uint64_t mostUlps = 0;
    double maxAbsError = 0.0; ///< over pairs of finite numbers
};

/// Empty rows where the run was not recorded, and for a gradient that is known only as a sum with others. Needs
/// snapshot.graph, and an output that the node has.
[[nodiscard]] NodeValues nodeValues(const Snapshot& snapshot, Value value, ValueKind kind);

/// The difference of one pair; NaN where one of them is not finite.
[[nodiscard]] double differenceAt(const NodeValues& values, std::size_t index);

/// How many representable numbers apart one pair is; none where one of them is not finite, which has no neighbors.
[[nodiscard]] std::optional<std::uint64_t> ulpsAt(const NodeValues& values, std::size_t index);

/// "100 numbers; 37 differ from the regular run, by at most 3 ULPs (1.2e-07)", and what there is to say where there is
/// nothing to compare with.
[[nodiscard]] std::string comparisonText(const NodeValues& values);

/// All numbers as a table for spreadsheets: index, folded, regular, difference, ULPs, separated by tabs; the last
/// two are `nan` where a number is not finite.
[[nodiscard]] std::string valuesAsText(const NodeValues& values);

// Where folding changed what a net computes, as marks for pictures: nodes of which a value, or a gradient, is out of
// tolerance, and where that begins.

struct DifferingNodes {
    std::vector<NodeId> nodes;            ///< ascending, each once: by value or gradient
    std::vector<std::uint32_t> inBatches; ///< by BatchId: how many of them run there; empty: no nodes or no schedule
    NodeId first;                         ///< of the first value that differs; else of the first gradient
    BatchId firstBatch;                   ///< the first step with any of them

    [[nodiscard]] bool contains(NodeId node) const;
};

/// None before the runs were compared, and where all is within tolerance. Linear in the nodes that differ.
[[nodiscard]] DifferingNodes differingNodes(const Snapshot& snapshot);

/// What differs of this node from regular, and whether it is the first; empty: nothing.
[[nodiscard]] std::string differsText(const Snapshot& snapshot, NodeId node);
/// "12 of 264 nodes, in 3 of 21 steps, from step 5 (children ×4) on", of one comparison; empty: none.
[[nodiscard]] std::string differingText(const OpGraph& graph, const Schedule& schedule, std::span<const NodeId> nodes);

} // namespace batchscope
