// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stacking as TorchFold does it, with one tensor per row. An argument column that is the whole output of one earlier
// batch, in order, is reused as it is; any other column is concatenated from row tensors, for which each source is
// chunked into rows once, when it is first needed. The cost compared with one gather per column is counted here, and
// the executor reads the same wiring, so the count and the run cannot differ.
//
// (github.com/nearai/torchfold, torchfold.py: Fold._batch_args, ComputedResult.try_get_batched and get. Columns of h
// and c of the same nodes are two sources; a source that was chunked is never reused whole again.)
#pragma once

#include "core/schedule/batch_plan.h"

#include <cstdint>
#include <span>
#include <vector>

namespace batchscope {

/// How row arguments are assembled.
enum class Stacking {
    Gather,   ///< as planned: a view, or one index-select per argument column
    ChunkCat, ///< like TorchFold: chunks into rows, then concatenates them
};

/// Row `row` of output `output` of a batch. For a constant that a call passes, `batch` is invalid, `output` is its
/// store, and `row` its row there.
struct SourceRow {
    BatchId batch;
    std::uint32_t output = 0;
    std::uint32_t row = 0;
};

struct LegacyStacking {
    /// The entries of `rows` that form one column; none if the planned operand is used.
    struct Column {
        std::uint32_t offset = 0;
        std::uint32_t count = 0;
    };
    std::vector<Column> columns;    ///< one per operand of the plan
    std::vector<SourceRow> rows;    ///< rows of the stacked columns, one per concatenated tensor
    std::size_t columnsReused = 0;  ///< columns that reuse a whole earlier output
    std::size_t columnsStacked = 0; ///< columns made by one concatenation

    /// The number of row tensors in all concatenations.
    [[nodiscard]] std::size_t tensors() const { return rows.size(); }
    /// The rows of one operand, by its index in BatchPlan::operands.
    [[nodiscard]] std::span<const SourceRow> rowsOf(std::size_t operand) const {
        return std::span(rows).subspan(columns[operand].offset, columns[operand].count);
    }
};

/// Wires the operands. Only slots for rows are stacked: integers and constants are one tensor, shared values unchanged.
[[nodiscard]] LegacyStacking legacyStacking(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan);

} // namespace batchscope
