// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ids of words and labels. Words and labels repeat, so trees hold 32-bit ids; a net's embedding row is the word's id.
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
    SymbolTable(const SymbolTable&) = delete; // a copy would be large and is never needed
    SymbolTable& operator=(const SymbolTable&) = delete;
    SymbolTable(SymbolTable&&) = default;
    SymbolTable& operator=(SymbolTable&&) = default;
    ~SymbolTable() = default;

    /// The id of the text; a new id if the text was not in the table.
    SymbolId intern(std::string_view text);
    /// The id of the text; invalid if the text is not in the table.
    [[nodiscard]] SymbolId find(std::string_view text) const;
    /// The text of a valid id; empty for an invalid one (an inner node has no word).
    [[nodiscard]] std::string_view text(SymbolId id) const;
    [[nodiscard]] std::size_t size() const { return m_texts.size(); }
    /// The approximate memory of the texts and the hash table.
    [[nodiscard]] std::size_t bytes() const;

private:
    struct Slot {
        std::uint32_t hash = 0; // upper bits of the hash; the lower bits give the position
        SymbolId id;            // invalid if the slot is empty
    };
    [[nodiscard]] std::size_t slotOf(std::string_view text, std::uint64_t hash) const;
    void grow();

    std::deque<std::string> m_texts; // a growing deque does not move its strings, so views of them stay valid
    // Open addressing, at most half full; the size is a power of two. Reading a file is mostly this look-up: slots of
    // eight bytes stay in the cache, unlike the nodes of std::unordered_map (1.5 times as long for 50,000 words that
    // follow Zipf's law).
    std::vector<Slot> m_slots;
    std::size_t m_longTexts = 0; // bytes of the texts that are allocated on the heap
};

} // namespace batchscope
