// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/symbol_table.h"

namespace batchscope {

SymbolId SymbolTable::intern(std::string_view text) {
    if (const auto found = m_ids.find(text); found != m_ids.end()) {
        return found->second;
    }
    const SymbolId id(m_texts.size());
    m_ids.emplace(m_texts.emplace_back(text), id);
    return id;
}

SymbolId SymbolTable::find(std::string_view text) const {
    const auto found = m_ids.find(text);
    return found == m_ids.end() ? SymbolId() : found->second;
}

std::string_view SymbolTable::text(SymbolId id) const {
    return id.valid() ? std::string_view(m_texts[id.index()]) : std::string_view();
}

} // namespace batchscope
