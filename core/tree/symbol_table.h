// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: words and labels repeat; trees hold 32-bit ids, and a net's embedding row is the word's id. Ids count from 0 in
// order of first appearance, so the same file gives the same ids.
#pragma once

#include "core/base/id.h"

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace batchscope {

class SymbolTable {
public:
    SymbolTable() = default;
    SymbolTable(const SymbolTable&) = delete; // the map's keys are views into m_texts
    SymbolTable& operator=(const SymbolTable&) = delete;
    SymbolTable(SymbolTable&&) = default;
    SymbolTable& operator=(SymbolTable&&) = default;
    ~SymbolTable() = default;

    /// The id of the text; a new one at its first appearance.
    SymbolId intern(std::string_view text);
    /// The id of the text; invalid when it never appeared.
    [[nodiscard]] SymbolId find(std::string_view text) const;
    /// The text of a valid id; empty for an invalid one (an inner node has no word).
    [[nodiscard]] std::string_view text(SymbolId id) const;
    [[nodiscard]] std::size_t size() const { return m_texts.size(); }

private:
    std::deque<std::string> m_texts; // a deque keeps the strings, and so the views, in place
    std::unordered_map<std::string_view, SymbolId> m_ids;
};

} // namespace batchscope
