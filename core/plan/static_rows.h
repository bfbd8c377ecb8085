// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: some rows exist before anything runs: rows of tables, rows of numbers given with the calls, rows that hold one
// number. Equal ones are one row, where the pass for it is on.
#pragma once

#include "core/base/check.h"
#include "core/plan/launch_plan.h"

#include <vector>

namespace batchscope {

/// Gives ids to static rows. Their spaces are numbered from `firstSpace`.
class StaticRows {
public:
    StaticRows(const OpGraph& graph, std::uint32_t firstSpace, bool shareEqual);

    /// Which space such rows belong to; equal questions get equal answers.
    std::size_t lookups(ParamId table);
    std::size_t constants(std::int32_t width);
    std::size_t fills(double number, std::int32_t width);
    /// The row for a row of the table, a constant, or (of fills) 0.
    RowId rowFor(std::size_t space, std::uint32_t id) {
        std::vector<RowId>& known = m_spaces[space].known;
        BATCHSCOPE_CHECK(id < m_spaces[space].ids);
        if (!m_shareEqual) {
            return add(space, id);
        }
        if (known[id] == kNoRow) {
            known[id] = add(space, id);
        }
        return known[id];
    }

    [[nodiscard]] std::size_t size() const { return m_rows.size(); }
    [[nodiscard]] std::uint32_t spaceOf(RowId row) const { return m_rows[row].space; }
    [[nodiscard]] std::uint32_t idOf(RowId row) const { return m_rows[row].id; }

    struct Space {
        OperandSource source = OperandSource::Lookup;
        ParamId table = {};
        double number = 0.0;
        std::int32_t width = 0;
        std::size_t ids = 1;
        std::vector<RowId> known = {}; ///< by id, where rows are shared
    };
    [[nodiscard]] const std::vector<Space>& spaces() const { return m_spaces; }

private:
    struct Row {
        std::uint32_t space = 0;
        std::uint32_t id = 0; ///< row of the table, constant
    };
    std::size_t spaceFor(const Space& wanted);
    RowId add(std::size_t space, std::uint32_t id) {
        m_rows.push_back({m_firstSpace + static_cast<std::uint32_t>(space), id});
        return static_cast<RowId>(m_rows.size() - 1);
    }

    const OpGraph& m_graph;
    std::uint32_t m_firstSpace;
    bool m_shareEqual;
    std::vector<Space> m_spaces;
    std::vector<Row> m_rows;
};

} // namespace batchscope
