// SPDX-License-Identifier: GPL-3.0-or-later
//
// Typed ids. A tree, a node of a tree, a node of the graph and a batch can all be "number 7"; each table has its own id
// type, so that the compiler refuses an id of another table.
//
// An Id has 32 bits, is invalid by default, comparable and hashable; there is no arithmetic and no conversion. IdVector
// is a std::vector that is indexed only by its own id type.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace batchscope {

template <typename Tag>
struct Id {
    static constexpr std::uint32_t kInvalid = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t value = kInvalid;

    constexpr Id() = default;
    constexpr explicit Id(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}

    [[nodiscard]] constexpr bool valid() const { return value != kInvalid; }
    /// The position in the table that this id belongs to. Requires a valid id.
    [[nodiscard]] constexpr std::size_t index() const { return value; }
    constexpr auto operator<=>(const Id&) const = default;
};

using TreeId = Id<struct TreeTag>;           ///< a tree of a Treebank
using TreeNodeId = Id<struct TreeNodeTag>;   ///< a vertex of one Tree, in post-order
using SymbolId = Id<struct SymbolTag>;       ///< a word or a label in a SymbolTable
using OpId = Id<struct OpTag>;               ///< a kind of computation in an OpSet
using ParamId = Id<struct ParamTag>;         ///< a parameter of an OpSet
using BodyId = Id<struct BodyTag>;           ///< a value inside one OpBody
using NodeId = Id<struct NodeTag>;           ///< one application of an Op in an OpGraph
using ConstantId = Id<struct ConstantTag>;   ///< a row of a ConstantTable
using SignatureId = Id<struct SignatureTag>; ///< a row of a SignatureTable
using BatchId = Id<struct BatchTag>;         ///< a batch of a Schedule; its value is also its step
using StoreId = Id<struct StoreTag>;         ///< a state store of a BatchPlan

template <typename IdType, typename T>
class IdVector {
public:
    IdVector() = default;
    explicit IdVector(std::size_t size, const T& value = T()) : m_values(size, value) {}

    [[nodiscard]] T& operator[](IdType id) { return m_values[id.index()]; }
    [[nodiscard]] const T& operator[](IdType id) const { return m_values[id.index()]; }
    IdType push_back(T value) {
        m_values.push_back(std::move(value));
        return IdType(m_values.size() - 1);
    }
    [[nodiscard]] std::size_t size() const { return m_values.size(); }
    [[nodiscard]] bool empty() const { return m_values.empty(); }
    [[nodiscard]] bool contains(IdType id) const { return id.value < m_values.size(); }
    void reserve(std::size_t size) { m_values.reserve(size); }
    void resize(std::size_t size, const T& value = T()) { m_values.resize(size, value); }
    [[nodiscard]] const std::vector<T>& values() const { return m_values; }
    [[nodiscard]] auto begin() const { return m_values.begin(); }
    [[nodiscard]] auto end() const { return m_values.end(); }

private:
    std::vector<T> m_values;
};

} // namespace batchscope

template <typename Tag>
struct std::hash<batchscope::Id<Tag>> {
    std::size_t operator()(batchscope::Id<Tag> id) const noexcept { return std::hash<std::uint32_t>{}(id.value); }
};
