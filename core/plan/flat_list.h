// SPDX-License-Identifier: GPL-3.0-or-later
//
// A growing table in one block of memory, indexed by its own id only. clear() keeps the memory, and extend() leaves
// what it finds there: plans are made again and again, and in memory of earlier ones they should cost neither
// allocations nor writes beyond their entries. Nothing is checked: an id must be one of the table.
#pragma once

#include "core/plan/plan_ids.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace batchscope {

template <typename IdType, typename T>
class FlatList {
public:
    FlatList() = default;
    FlatList(const FlatList&) = default;
    FlatList& operator=(const FlatList&) = default;
    FlatList(FlatList&& other) noexcept : m_memory(std::move(other.m_memory)), m_size(std::exchange(other.m_size, 0)) {}
    FlatList& operator=(FlatList&& other) noexcept {
        m_memory = std::move(other.m_memory);
        m_size = std::exchange(other.m_size, 0);
        return *this;
    }
    ~FlatList() = default;

    void clear() { m_size = 0; }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }

    [[nodiscard]] T& operator[](IdType id) { return m_memory[id.index()]; }
    [[nodiscard]] const T& operator[](IdType id) const { return m_memory[id.index()]; }
    [[nodiscard]] T& back() { return m_memory[m_size - 1]; }

    /// The id of the entry that will be added next.
    [[nodiscard]] IdType next() const { return IdType(m_size); }
    /// Adds `count` entries of any content. Earlier spans, pointers and references become invalid.
    std::span<T> extend(std::size_t count) {
        if (m_size + count > m_memory.size()) {
            m_memory.resize(std::max(m_size + count, m_memory.size() * 3 / 2));
        }
        m_size += count;
        return {m_memory.data() + (m_size - count), count};
    }
    /// As extend(). `value` must be no entry of this table.
    IdType push_back(const T& value) {
        const IdType id = next();
        extend(1).front() = value;
        return id;
    }
    /// `count` equal entries instead of those there were.
    void assign(std::size_t count, const T& value) {
        m_size = count;
        if (count > m_memory.size()) {
            m_memory.assign(count, value);
        } else {
            std::fill_n(m_memory.begin(), count, value);
        }
    }

    [[nodiscard]] IdRange<IdType> ids() const { return {IdType(std::size_t{0}), m_size}; }
    /// The entries of ids from `first` on.
    [[nodiscard]] IdRange<IdType> idsFrom(IdType first) const { return IdRange<IdType>::between(first, next()); }
    [[nodiscard]] std::span<T> span(IdRange<IdType> ids) { return {m_memory.data() + ids.first().index(), ids.size()}; }
    [[nodiscard]] std::span<const T> span(IdRange<IdType> ids) const {
        return {m_memory.data() + ids.first().index(), ids.size()};
    }
    /// Where an entry, and those that follow it, are in memory.
    [[nodiscard]] const T* from(IdType id) const { return m_memory.data() + id.index(); }
    [[nodiscard]] const T* begin() const { return m_memory.data(); }
    [[nodiscard]] const T* end() const { return m_memory.data() + m_size; }
    [[nodiscard]] T* begin() { return m_memory.data(); }
    [[nodiscard]] T* end() { return m_memory.data() + m_size; }

    /// Of the entries; what the memory holds beyond them does not count.
    friend bool operator==(const FlatList& left, const FlatList& right) {
        return std::equal(left.begin(), left.end(), right.begin(), right.end());
    }

private:
    std::vector<T> m_memory; // longer than the table
    std::size_t m_size = 0;
};

} // namespace batchscope
