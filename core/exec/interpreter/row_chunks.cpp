// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/interpreter/row_chunks_torch.h"

#include "core/exec/interpreter/operands_torch.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/chunk.h>

namespace batchscope {

at::Tensor RowChunks::row(const SourceRow& source) {
    if (!source.batch.valid()) {
        return rowsOf(m_stores, {StoreId(std::size_t{source.output}), source.row}, 1);
    }
    m_chunks.resize(m_plan.blocks.size());
    const std::size_t block = m_plan.outputOffsets[source.batch.index()] + source.output;
    std::vector<at::Tensor>& chunks = m_chunks[block];
    if (chunks.empty()) {
        const auto size = static_cast<std::int64_t>(m_schedule.batchSize(source.batch));
        chunks = at::chunk(rowsOf(m_stores, m_plan.blocks[block], size), size, 0);
    }
    return chunks[source.row];
}

at::Tensor RowChunks::stacked(std::span<const SourceRow> sources) {
    std::vector<at::Tensor> rows;
    rows.reserve(sources.size());
    for (const SourceRow& source : sources) {
        rows.push_back(row(source));
    }
    return at::cat(rows, 0);
}

} // namespace batchscope
