// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stacking as TorchFold does it, with one tensor per row. An argument column that is the whole output of one earlier
// batch, in order, is reused as it is; any other column is concatenated from row tensors, for which each source is
// chunked into rows once, when it is first needed. The cost compared with one gather per column is counted here, and
// the executor reads the same wiring, so the count and the run cannot differ.
//
// (github.com/nearai/torchfold, torchfold.py: Fold._batch_args, ComputedResult.try_get_batched and get. A column of
// h and one of c of the same nodes are two sources; a source that was chunked is never handed on whole again.)
#pragma once

#include "core/schedule/batch_plan.h"

#include <cstdint>
#include <span>
#include <vector>

namespace batchscope {

/// How row arguments are brought together.
enum class Stacking {
    Gather,   ///< as planned: a view, or one index-select for each argument column
    ChunkCat, ///< as TorchFold does
};

/// Row `row` of output `output` of a batch. Of a tensor that the call gives itself, `batch` is not valid, and the row
/// is one of the store `output`.
struct SourceRow {
    BatchId batch;
    std::uint32_t output = 0;
    std::uint32_t row = 0;
};

struct LegacyStacking {
    /// Entries of `rows` that make one column; none where the planned operand is used.
    struct Column {
        std::uint32_t offset = 0;
        std::uint32_t count = 0;
    };
    std::vector<Column> columns;    ///< one for each operand of the plan
    std::vector<SourceRow> rows;    ///< of the stacked columns: as many as tensors are concatenated
    std::size_t columnsReused = 0;  ///< a whole earlier output, handed on
    std::size_t columnsStacked = 0; ///< made by one concatenation

    /// Row tensors that all concatenations take.
    [[nodiscard]] std::size_t tensors() const { return rows.size(); }
    /// Rows of one operand, by its index in BatchPlan::operands.
    [[nodiscard]] std::span<const SourceRow> rowsOf(std::size_t operand) const {
        return std::span(rows).subspan(columns[operand].offset, columns[operand].count);
    }
};

/// Counts only arguments in slots for rows: integers and constants are one tensor, a shared value is itself.
[[nodiscard]] LegacyStacking legacyStacking(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan);

} // namespace batchscope
