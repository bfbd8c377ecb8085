// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/symbol_table.h"

#include <functional>
#include <utility>

namespace batchscope {

namespace {

constexpr std::size_t kFirstSlots = 64;
constexpr std::size_t kBlock = 16; // bytes that the allocator adds for bookkeeping and rounding

std::uint64_t hashOf(std::string_view text) {
    return std::hash<std::string_view>{}(text);
}

std::uint32_t upperBits(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32U);
}

} // namespace

/// The index of the slot that holds the text, or of the empty slot where it belongs. The table must not be empty.
std::size_t SymbolTable::slotOf(std::string_view text, std::uint64_t hash) const {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t place = hash & mask;
    for (;; place = (place + 1) & mask) {
        const Slot& slot = m_slots[place];
        if (!slot.id.valid() || (slot.hash == upperBits(hash) && m_texts[slot.id.index()] == text)) {
            return place;
        }
    }
}

void SymbolTable::grow() {
    const std::size_t size = m_slots.empty() ? kFirstSlots : 2 * m_slots.size();
    const std::vector<Slot> before = std::exchange(m_slots, std::vector<Slot>(size));
    for (const Slot& slot : before) {
        if (slot.id.valid()) {
            const std::string_view text = m_texts[slot.id.index()];
            m_slots[slotOf(text, hashOf(text))] = slot;
        }
    }
}

SymbolId SymbolTable::intern(std::string_view text) {
    if (2 * m_texts.size() >= m_slots.size()) {
        grow();
    }
    const std::uint64_t hash = hashOf(text);
    Slot& slot = m_slots[slotOf(text, hash)];
    if (!slot.id.valid()) {
        slot = {upperBits(hash), SymbolId(m_texts.size())};
        m_texts.emplace_back(text);
        const std::string inPlace;
        m_longTexts += text.size() > inPlace.capacity() ? text.size() + kBlock : 0;
    }
    return slot.id;
}

std::size_t SymbolTable::bytes() const {
    return m_texts.size() * sizeof(std::string) + m_longTexts + m_slots.size() * sizeof(Slot);
}

SymbolId SymbolTable::find(std::string_view text) const {
    return m_slots.empty() ? SymbolId() : m_slots[slotOf(text, hashOf(text))].id;
}

std::string_view SymbolTable::text(SymbolId id) const {
    return id.valid() ? std::string_view(m_texts[id.index()]) : std::string_view();
}

} // namespace batchscope
