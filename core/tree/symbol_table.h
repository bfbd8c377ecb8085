// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ids of words and labels. Words and labels repeat; trees hold 32-bit ids, and a net's embedding row is the word's id.
// Ids count from 0 in order of first appearance, so the same file gives the same ids.
#pragma once

#include "core/base/id.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

class SymbolTable {
public:
    SymbolTable() = default;
    SymbolTable(const SymbolTable&) = delete; // large, and never wanted
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
    /// Memory of the texts and of looking them up, about.
    [[nodiscard]] std::size_t bytes() const;

private:
    struct Slot {
        std::uint32_t hash = 0; // its upper bits; the lower ones say where the slot is
        SymbolId id;            // invalid: empty
    };
    [[nodiscard]] std::size_t slotOf(std::string_view text, std::uint64_t hash) const;
    void grow();

    std::deque<std::string> m_texts; // a deque keeps the strings, and so the views of them, in place
    // Open addressing, at most half full, a power of two. Reading a file is mostly this look-up: eight bytes a slot
    // stay in the cache where the nodes of std::unordered_map do not (1.5 times as long for 50,000 words by Zipf's
    // law).
    std::vector<Slot> m_slots;
    std::size_t m_longTexts = 0; // bytes of texts that have a block of their own
};

} // namespace batchscope
