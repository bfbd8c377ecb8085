// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/interpreter/operands_torch.h"

#include "core/base/random.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/index_select.h>
#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

template <typename T>
void copyConstants(const ConstantTable& table, std::span<const std::int64_t> ids, at::Tensor& rows) {
    T* to = rows.data_ptr<T>();
    for (const std::int64_t id : ids) {
        const auto row = table[ConstantId(static_cast<std::size_t>(id))];
        to = std::transform(row.begin(), row.end(), to, [](double number) { return static_cast<T>(number); });
    }
}

std::uint64_t seedOf(std::uint64_t draw, NodeId node) {
    return Random(Random(draw).next() ^ std::uint64_t{node.value}).next();
}

} // namespace

Operands::Operands(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan,
                   const Execution::Stores& stores, Stacking stacking, std::uint64_t draw)
    : m_graph(graph), m_schedule(schedule), m_plan(plan), m_stores(stores), m_stacking(stacking), m_draw(draw),
      m_chunks(schedule, plan, stores),
      // LibTorch has no tensors over const memory; this tensor is never written to.
      m_indices(at::from_blob(const_cast<std::int64_t*>(plan.indices.data()),
                              {static_cast<std::int64_t>(plan.indices.size())}, at::kLong)) {}

BodyBatch Operands::of(BatchId batch) {
    if (m_stacking == Stacking::ChunkCat && !m_legacy) {
        m_legacy = legacyStacking(m_graph, m_schedule, m_plan);
    }
    BodyBatch result;
    result.size = static_cast<std::int64_t>(m_schedule.batchSize(batch));
    result.dtype = scalarType(m_graph.ops.dtype);
    result.seed = seedOf(m_draw, m_schedule.batch(batch).front());
    const auto operands = m_plan.operandsOf(batch);
    result.arguments.reserve(operands.size());
    for (std::size_t slot = 0; slot < operands.size(); ++slot) {
        const auto rows = stackedRows(batch, slot);
        result.arguments.push_back(rows.empty() ? argument(operands[slot]) : m_chunks.stacked(rows));
    }
    if (m_graph.opOf(m_schedule.batchSignatures[batch]).isVariadic()) {
        const ItemRange& items = m_plan.items[batch];
        result.itemNodes = indices(items.offset, items.count);
    }
    return result;
}

std::span<const SourceRow> Operands::stackedRows(BatchId batch, std::size_t slot) const {
    return m_legacy ? m_legacy->rowsOf(m_plan.operandOffsets[batch.index()] + slot) : std::span<const SourceRow>();
}

at::Tensor Operands::argument(const Operand& operand) const {
    switch (operand.kind) {
    case OperandKind::View:
    case OperandKind::Shared: return rowsOf(m_stores, operand.block, operand.rows);
    case OperandKind::Gather:
        return at::index_select(m_stores.stores[operand.block.store], 0, indices(operand.offset, operand.rows));
    case OperandKind::Integers: return indices(operand.offset, operand.rows);
    case OperandKind::Constants:
        return constantRows(m_graph, std::span(m_plan.indices).subspan(operand.offset, operand.rows));
    }
    return {};
}

at::Tensor Operands::indices(std::uint32_t offset, std::int64_t count) const {
    return m_indices.narrow(0, offset, count);
}

at::Tensor constantRows(const OpGraph& graph, std::span<const std::int64_t> ids) {
    const ConstantTable& table = graph.constants;
    const std::int32_t width = table.rows[ConstantId(static_cast<std::size_t>(ids.front()))].width;
    at::Tensor rows = at::empty({static_cast<std::int64_t>(ids.size()), width}, scalarType(graph.ops.dtype));
    if (graph.ops.dtype == DType::Float32) {
        copyConstants<float>(table, ids, rows);
    } else {
        copyConstants<double>(table, ids, rows);
    }
    return rows;
}

at::Tensor rowsOf(const Execution::Stores& stores, Block block, std::int64_t rows) {
    return stores.stores[block.store].narrow(0, block.firstRow, rows);
}

std::string shapesText(const std::vector<at::Tensor>& tensors) {
    std::string text;
    for (const at::Tensor& tensor : tensors) {
        text += text.empty() ? "" : ", ";
        text += tensor.dim() == 2 ? fmt::format("[{}, {}]", tensor.size(0), tensor.size(1))
                                  : fmt::format("[{}]", tensor.numel());
    }
    return text.empty() ? "none" : text;
}

} // namespace batchscope
