// SPDX-License-Identifier: GPL-3.0-or-later
//
// Collects the arguments of a batch as its plan says, in the same way for the forward and the backward pass.
#pragma once

#include "core/exec/interpreter/body_interpreter_torch.h"
#include "core/exec/interpreter/row_chunks_torch.h"
#include "core/schedule/batch_plan.h"

#include <optional>
#include <span>
#include <vector>

namespace batchscope {

class Operands {
public:
    /// All arguments must outlive this.
    Operands(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan, const Execution::Stores& stores,
             Stacking stacking, std::uint64_t draw);

    /// Collects the arguments of a batch. With Stacking::ChunkCat, the first call determines how all batches are
    /// stacked, so that this work counts as running time, as it does in TorchFold.
    [[nodiscard]] BodyBatch of(BatchId batch);
    /// The rows that were concatenated for one slot; empty if the planned operand was used. Call after of().
    [[nodiscard]] std::span<const SourceRow> stackedRows(BatchId batch, std::size_t slot) const;
    /// Entries of BatchPlan::indices as a tensor over the plan's memory.
    [[nodiscard]] at::Tensor indices(std::uint32_t offset, std::int64_t count) const;

private:
    [[nodiscard]] at::Tensor argument(const Operand& operand) const;

    const OpGraph& m_graph;
    const Schedule& m_schedule;
    const BatchPlan& m_plan;
    const Execution::Stores& m_stores;
    Stacking m_stacking;
    std::uint64_t m_draw; // see PlannedRun::draw
    std::optional<LegacyStacking> m_legacy;
    RowChunks m_chunks;
    at::Tensor m_indices;
};

/// Rows of constants that came with the calls, all of one width; `ids` are ConstantIds, at least one.
[[nodiscard]] at::Tensor constantRows(const OpGraph& graph, std::span<const std::int64_t> ids);

/// Rows of a block, as a view of its store.
[[nodiscard]] at::Tensor rowsOf(const Execution::Stores& stores, Block block, std::int64_t rows);

/// The shapes as text for a message: `[64, 100], [64]`, or `none`.
[[nodiscard]] std::string shapesText(const std::vector<at::Tensor>& tensors);

} // namespace batchscope
