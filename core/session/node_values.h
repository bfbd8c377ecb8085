// SPDX-License-Identifier: GPL-3.0-or-later
//
// One value of the folded run, number by number, beside the same value of the regular run that it was compared with
// (LibTorch, an independent implementation), and the distance between the two.
#pragma once

#include "core/session/snapshot.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// The kind of value to read from a node: its output or, in training only, ∂loss/∂output.
enum class ValueKind { Values, Gradients };

struct NodeValues {
    Value value;
    ValueKind kind = ValueKind::Values;
    DType dtype = DType::Float32;
    std::vector<double> folded;
    std::vector<double> regular;     ///< of the same length; empty if the regular run was not kept
    std::vector<std::uint64_t> ulps; ///< distance in representable numbers of the type; like `regular`; see ulpsAt

    std::size_t different = 0; ///< numbers that are finite in both runs but not equal
    std::size_t notFinite = 0; ///< numbers that are not finite in at least one of the runs
    std::uint64_t mostUlps = 0;
    double maxAbsError = 0.0; ///< over pairs of finite numbers
};

/// Reads a value of both runs. The rows are empty if the run was not recorded, and for a gradient that is known only as
/// a part of a sum. Needs snapshot.graph, and an output that the node has.
[[nodiscard]] NodeValues nodeValues(const Snapshot& snapshot, Value value, ValueKind kind);

/// The difference of one pair, folded minus regular; NaN if either number is not finite.
[[nodiscard]] double differenceAt(const NodeValues& values, std::size_t index);

/// How many representable numbers apart one pair is; empty if either number is not finite.
[[nodiscard]] std::optional<std::uint64_t> ulpsAt(const NodeValues& values, std::size_t index);

/// "100 numbers; 37 differ from the regular run, by at most 3 ULPs (1.2e-07)". If there is nothing to compare with, the
/// text says why.
[[nodiscard]] std::string comparisonText(const NodeValues& values);

// The nodes at which folding changed what a net computes, for pictures to mark: their value or gradient is out of
// tolerance.

struct DifferingNodes {
    std::vector<NodeId> nodes;            ///< ascending, each once: the value or the gradient differs
    std::vector<std::uint32_t> inBatches; ///< by BatchId: number of such nodes; empty without any or a schedule
    NodeId first;                         ///< the node of the first value that differs, or else of the first gradient
    BatchId firstBatch;                   ///< the first step that runs a differing node

    [[nodiscard]] bool contains(NodeId node) const;
};

/// Empty before the runs were compared, and if everything is within tolerance. Linear in the nodes that differ.
[[nodiscard]] DifferingNodes differingNodes(const Snapshot& snapshot);

/// How this node differs from regular, and if it is the first to differ; empty if it does not differ.
[[nodiscard]] std::string differenceText(const Snapshot& snapshot, NodeId node);
/// For nodes that differ: "12 of 264 nodes, in 3 of 21 batches, from batch 6 (children ×4) on"; empty for none.
[[nodiscard]] std::string differingText(const OpGraph& graph, const Schedule& schedule, std::span<const NodeId> nodes);

} // namespace batchscope
