// SPDX-License-Identifier: GPL-3.0-or-later
//
// Launches the products that kernels read: when a batch needs one that does not exist, all products of its group whose
// rows exist by then are launched; with Launching::PerBatch only those that the batch reads.
#pragma once

#include "core/plan/launches.h"

#include <vector>

namespace batchscope {

/// Handles the batches of one plan in turn. Appends to the products and steps of `launches` and to the lists that they
/// refer to. Memory for gathered rows is taken from `launches.end` on, which must start as PlacedRows::end.
class ProductLauncher {
public:
    ProductLauncher(const PlanInput& input, const FoundRows& found, const PlacedRows& placed, Launches& launches);

    /// Records that these rows exist from now on. Runs must be added in ascending order of their rows.
    void addRows(const RowRun& run);
    /// Launches the missing products of `rows`, which the batch reads; `latest` is the highest of these rows.
    void launchFor(BatchId batch, GroupId group, std::span<const RowId> rows, RowId latest);

private:
    void listRowsByClass();
    void launchReady(BatchId batch, GroupId group);
    void launchOwn(BatchId batch, GroupId group, std::span<const RowId> rows);
    void add(const ProductLaunch& launch, ProductId firstNew);
    [[nodiscard]] ProductLaunch ownProduct(GroupId group, RowId row);
    void launchClass(GroupId group, ClassId id, std::uint32_t place, std::uint32_t count, ProductId firstNew);
    [[nodiscard]] bool canAppend(const ProductLaunch& before, const ProductLaunch& next) const;
    [[nodiscard]] bool isKept(SpaceId space) const;
    void keep(ProductLaunch& launch, std::span<const RowId> rows);
    void gather(ProductLaunch& launch, std::span<const RowId> rows);
    void pushSteps(BatchId batch, ProductId firstNew);
    [[nodiscard]] Offset scratchFor(const ProductLaunch& launch);

    const FoundRows& m_found;
    const PlacedRows& m_placed;
    Launches& m_launches;
    bool m_forGradients;
    bool m_keepsProducts;
    bool m_isPerBatch;
    IdVector<ClassId, std::uint32_t> m_made;          ///< number of rows that exist
    RowId m_madeBelow = RowId(std::size_t{0});        ///< all dynamic rows with smaller ids exist
    IdVector<ClassGroupId, std::uint32_t> m_launched; ///< number of rows, from the first, whose products are launched
    IdVector<GroupId, RowId> m_launchedBelow;         ///< products of all rows with smaller ids are launched
    IdVector<GroupId, std::vector<ClassId>> m_classesOf; ///< classes whose rows have products with the group
    IdVector<GroupId, std::vector<bool>> m_hasProduct;   ///< PerBatch: by RowId, true if the product is launched
    IdVector<ClassId, std::uint32_t> m_listFirst;        ///< index of its first row in m_listed
    std::vector<RowId> m_listed; ///< rows by class and place, if rows are gathered or products kept
};

} // namespace batchscope
