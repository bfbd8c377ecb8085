// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/legacy_stacking.h"

#include <unordered_map>

namespace batchscope {

namespace {

/// True if the rows are all the rows of one output of one batch, in order.
bool isWholeOutput(std::span<const SourceRow> rows, const Schedule& schedule) {
    const SourceRow& first = rows.front();
    if (!first.batch.valid() || rows.size() != schedule.batchSize(first.batch)) {
        return false;
    }
    for (std::size_t index = 0; index < rows.size(); ++index) {
        if (rows[index].batch != first.batch || rows[index].output != first.output || rows[index].row != index) {
            return false;
        }
    }
    return true;
}

class Stacker {
public:
    Stacker(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan)
        : m_graph(graph), m_schedule(schedule), m_plan(plan), m_chunked(plan.blocks.size(), 0) {
        m_result.columns.reserve(plan.operands.size());
        for (const ConstantRow& row : plan.constants) {
            m_constantRows.emplace(row.numbers, row.place);
        }
    }

    LegacyStacking run() {
        for (std::size_t step = 0; step < m_schedule.batchCount(); ++step) {
            const BatchId batch(step);
            const Op& op = m_graph.opOf(m_schedule.batchSignatures[batch]);
            for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
                const bool isRow = op.arguments[slot].kind == ArgumentClass::Row;
                m_result.columns.push_back(isRow ? column(batch, slot) : LegacyStacking::Column());
            }
        }
        return std::move(m_result);
    }

private:
    LegacyStacking::Column column(BatchId batch, std::size_t slot) {
        const std::size_t offset = m_result.rows.size();
        for (const NodeId node : m_schedule.batch(batch)) {
            for (const Argument& argument : m_graph.slotOf(node, slot)) {
                m_result.rows.push_back(argument.isValue() ? sourceOf(argument) : sourceOf(argument.constant()));
            }
        }
        const auto rows = std::span(m_result.rows).subspan(offset);
        if (rows.empty()) { // a variadic slot without items
            return {};
        }
        if (isWholeOutput(rows, m_schedule) && m_chunked[blockOf(rows.front())] == 0) {
            ++m_result.columnsReused;
            m_result.rows.resize(offset);
            return {};
        }
        for (const SourceRow& row : rows) {
            if (row.batch.valid()) {
                m_chunked[blockOf(row)] = 1;
            }
        }
        ++m_result.columnsStacked;
        return {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(rows.size())};
    }

    [[nodiscard]] SourceRow sourceOf(const Argument& argument) const {
        const Place& place = m_schedule.places[argument.node()];
        return {place.batch, argument.output, place.row};
    }

    [[nodiscard]] SourceRow sourceOf(ConstantId numbers) const {
        const Block& place = m_constantRows.at(numbers);
        return {{}, place.store.value, place.firstRow};
    }

    [[nodiscard]] std::size_t blockOf(const SourceRow& row) const {
        return m_plan.outputOffsets[row.batch.index()] + row.output;
    }

    const OpGraph& m_graph;
    const Schedule& m_schedule;
    const BatchPlan& m_plan;
    std::vector<std::uint8_t> m_chunked; // by block of the plan
    std::unordered_map<ConstantId, Block> m_constantRows;
    LegacyStacking m_result;
};

} // namespace

LegacyStacking legacyStacking(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan) {
    return Stacker(graph, schedule, plan).run();
}

} // namespace batchscope
