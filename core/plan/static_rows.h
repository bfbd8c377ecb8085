// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gives numbers to rows that exist before anything runs: rows of tables, rows of numbers given with the calls, rows
// that hold one number. Under PlanRules::shareEqualRows, equal ones are one row.
#pragma once

#include "core/base/check.h"
#include "core/plan/found_rows.h"

#include <vector>

namespace batchscope {

/// Appends to a table that is empty at first.
class StaticRows {
public:
    enum class Equal : std::uint8_t { Shared, Apart };

    StaticRows(const OpGraph& graph, Equal equal, StaticTable& table)
        : m_graph(graph), m_equal(equal), m_table(table) {}

    /// Where such rows come from; equal questions get equal answers.
    CopyId lookups(ParamId table);
    CopyId constants(std::int32_t width);
    CopyId fills(double number, std::int32_t width);
    /// The row for a row of the table, a constant, or (of fills) 0.
    RowId rowFor(CopyId source, std::uint32_t id) {
        Known& known = m_known[source];
        BATCHSCOPE_CHECK(id < known.ids);
        if (m_equal == Equal::Apart) {
            return add(source, id);
        }
        RowId& row = known.rows[id];
        if (!row.valid()) {
            row = add(source, id);
        }
        return row;
    }

private:
    struct Known {
        std::size_t ids = 1;
        std::vector<RowId> rows = {}; ///< by id, where rows are shared
    };
    CopyId sourceFor(const StaticSource& wanted, std::size_t ids);
    RowId add(CopyId source, std::uint32_t id) { return m_table.rows.push_back({source, id}); }

    const OpGraph& m_graph;
    Equal m_equal;
    StaticTable& m_table;
    IdVector<CopyId, Known> m_known;
};

} // namespace batchscope
