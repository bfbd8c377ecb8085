// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables of the products of words that were met, in order of first appearance; a run computes only those of new words.
// As long as the weights stay the same, the product of a word's row is the same in every run.
#pragma once

#include "core/exec/engine/engine_memory.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace batchscope {

/// What a table did for one product of a run.
struct TableUse {
    std::uint32_t rows = 0;      ///< products copied out of the table; 0 when there was none
    std::uint32_t newRows = 0;   ///< of them: computed first, since no earlier run had met them
    double flopsKept = 0.0;      ///< of those that were there already
    std::size_t bytesCopied = 0; ///< out of the table, and new rows on their way in
};

template <typename T>
class ProductTables {
public:
    /// What a table has for one launch. Valid until the next clear().
    struct Found {
        const T* table = nullptr;                ///< null: no table, the product must be computed as any other
        std::size_t stride = 0;                  ///< numbers from a row of it to the next
        std::vector<std::uint32_t> places = {};  ///< by row of the launch: row of the table
        std::vector<std::uint32_t> newRows = {}; ///< looked-up rows whose products must be computed first, …
        std::vector<T> newInput = {};            ///< … copied here, without gaps, …
        T* newProducts = nullptr;                ///< … into these rows of the table
    };

    /// Finds rows of `table` (parameter `param`) in the table of a group; names those that are new and makes room for
    /// them: the caller computes them. A table that would be larger than kMostBytes is not kept.
    [[nodiscard]] Found find(GroupId group, const ProductGroup& weights, ParamId param, const ParamSpec& table,
                             std::span<const std::uint32_t> rows);
    /// For every product of a plan; what no table serves is empty.
    [[nodiscard]] IdVector<ProductId, Found> findAll(const OpGraph& graph, const NetCode& code, const LaunchPlan& plan);
    /// How they serve it, by product.
    [[nodiscard]] static std::vector<TableUse> usesOf(const IdVector<ProductId, Found>& found, const NetCode& code,
                                                      const LaunchPlan& plan);
    /// Forgets all products: the weights have changed.
    void clear() { m_tables.clear(); }

    static constexpr std::size_t kMostBytes = std::size_t{1} << 30U;

    std::uint64_t version = 0; ///< of the parameters that the products are of

private:
    struct Table {
        Arena products; ///< room for every row of the table; pages that are not written to cost nothing
        std::vector<std::uint32_t> placeOf; ///< by row of the parameter
        std::uint32_t rows = 0;
    };
    std::map<std::pair<GroupId, ParamId>, Table> m_tables;
};

extern template class ProductTables<float>;
extern template class ProductTables<double>;

} // namespace batchscope
