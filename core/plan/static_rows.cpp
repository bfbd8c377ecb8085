// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/static_rows.h"

#include <algorithm>

namespace batchscope {

StaticRows::StaticRows(const OpGraph& graph, std::uint32_t firstSpace, bool shareEqual)
    : m_graph(graph), m_firstSpace(firstSpace), m_shareEqual(shareEqual) {}

std::size_t StaticRows::spaceFor(const Space& wanted) {
    const auto found = std::find_if(m_spaces.begin(), m_spaces.end(), [&wanted](const Space& space) {
        return space.source == wanted.source && space.table == wanted.table && space.number == wanted.number &&
               space.width == wanted.width;
    });
    if (found != m_spaces.end()) {
        return static_cast<std::size_t>(found - m_spaces.begin());
    }
    m_spaces.push_back(wanted);
    if (m_shareEqual) {
        m_spaces.back().known.assign(wanted.ids, kNoRow);
    }
    return m_spaces.size() - 1;
}

std::size_t StaticRows::lookups(ParamId table) {
    const ParamSpec& spec = m_graph.ops.params[table];
    return spaceFor({.table = table, .width = spec.columns, .ids = static_cast<std::size_t>(spec.rows)});
}

std::size_t StaticRows::constants(std::int32_t width) {
    return spaceFor({.source = OperandSource::Slot, .width = width, .ids = m_graph.constants.rows.size()});
}

std::size_t StaticRows::fills(double number, std::int32_t width) {
    return spaceFor({.source = OperandSource::Fill, .number = number, .width = width});
}

} // namespace batchscope
