// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/static_rows.h"

namespace batchscope {

CopyId StaticRows::sourceFor(const StaticSource& wanted, std::size_t ids) {
    for (const CopyId id : m_table.sources.ids()) {
        if (m_table.sources[id] == wanted) {
            return id;
        }
    }
    m_known.push_back({.ids = ids, .rows = std::vector<RowId>(m_equal == Equal::Shared ? ids : 0)});
    return m_table.sources.push_back(wanted);
}

CopyId StaticRows::lookups(ParamId table) {
    const ParamSpec& spec = m_graph.ops.params[table];
    return sourceFor({.table = table, .width = spec.columns}, static_cast<std::size_t>(spec.rows));
}

CopyId StaticRows::constants(std::int32_t width) {
    return sourceFor({.source = OperandSource::Slot, .width = width}, m_graph.constants.rows.size());
}

CopyId StaticRows::fills(double number, std::int32_t width) {
    return sourceFor({.source = OperandSource::Fill, .number = number, .width = width}, 1);
}

} // namespace batchscope
