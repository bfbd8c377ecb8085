// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables of products that are kept between runs: while the weights stay the same, a word's row has the same product in
// every run, so a run computes only the products of new words. Rows of a table are in order of first use.
#pragma once

#include "core/exec/engine/engine_memory.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace batchscope {

/// The use of a table by one product of a run.
struct TableUse {
    std::uint32_t rows = 0;      ///< products copied out of the table; 0 if there is no table
    std::uint32_t newRows = 0;   ///< rows that were new in this run, so their products were computed first
    double flopsKept = 0.0;      ///< operations saved by products that were already in the table
    std::size_t bytesCopied = 0; ///< copied out of the table, and from new rows into the input of the product
};

template <typename T>
class ProductTables {
public:
    /// The entries of a table for one launch. Valid until the next clear().
    struct Found {
        const T* table = nullptr;               ///< null if there is no table and the product must be computed as usual
        std::size_t stride = 0;                 ///< elements between the starts of consecutive rows
        std::vector<std::uint32_t> places = {}; ///< row of the table, by row of the launch
        std::vector<std::uint32_t> newRows = {}; ///< looked-up rows whose products are not in the table yet
        std::vector<T> newInput = {};            ///< room for these rows, without gaps; the caller copies them
        T* newProducts = nullptr;                ///< rows of the table for their products; the caller computes them
    };

    /// Finds the products of a group with `rows` of the parameter `param`, specified by `table`. Adds entries for new
    /// rows. Returns Found() if the products of all rows would take more than kMostBytes or memory runs out.
    [[nodiscard]] Found find(GroupId group, const ProductGroup& weights, ParamId param, const ParamSpec& table,
                             std::span<const std::uint32_t> rows);
    /// Calls find() for every product of a plan; the entry is empty if no table applies.
    [[nodiscard]] IdVector<ProductId, Found> findAll(const OpGraph& graph, const NetCode& code, const LaunchPlan& plan);
    /// The use of the tables, by product.
    [[nodiscard]] static std::vector<TableUse> usesOf(const IdVector<ProductId, Found>& found, const NetCode& code,
                                                      const LaunchPlan& plan);
    /// Forgets all products. Call it when the weights have changed.
    void clear() { m_tables.clear(); }

    static constexpr std::size_t kMostBytes = std::size_t{1} << 30U;

    std::uint64_t version = 0; ///< version of the parameters that the products were made with

private:
    struct Table {
        Arena products; ///< room for every row of the table; pages that were never written take no memory
        std::vector<std::uint32_t> placeOf; ///< by row of the parameter
        std::uint32_t rows = 0;
    };
    std::map<std::pair<GroupId, ParamId>, Table> m_tables;
};

extern template class ProductTables<float>;
extern template class ProductTables<double>;

} // namespace batchscope
