// SPDX-License-Identifier: GPL-3.0-or-later
//
// Launches the products that kernels read: when a batch needs one that does not exist, all products of its group whose
// rows exist by then are launched; with Launching::PerBatch only those that the batch reads.
#pragma once

#include "core/plan/launches.h"

#include <vector>

namespace batchscope {

/// Handles the batches of one plan in turn. Appends to products, steps and the lists they refer to; `launches.end` must
/// start at the end of the rows.
class ProductLauncher {
public:
    ProductLauncher(const PlanInput& input, const FoundRows& found, const PlacedRows& placed, Launches& launches);

    /// Records that these rows exist from now on, like the rows of all earlier runs.
    void addRows(const RowRun& run);
    /// The batch reads products of these rows with this group; `latest` is the highest of the rows.
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
    IdVector<ClassId, std::uint32_t> m_made;             ///< number of rows that exist
    RowId m_madeBelow = RowId(std::size_t{0});           ///< all dynamic rows below exist
    IdVector<ClassGroupId, std::uint32_t> m_launched;    ///< number of first rows of the class with launched products
    IdVector<GroupId, RowId> m_launchedBelow;            ///< products of all existing rows below are launched
    IdVector<GroupId, std::vector<ClassId>> m_classesOf; ///< classes that have such products
    IdVector<GroupId, std::vector<bool>> m_hasProduct;   ///< PerBatch, by RowId
    IdVector<ClassId, std::uint32_t> m_listFirst;        ///< index of its first row in m_listed
    std::vector<RowId> m_listed; ///< rows by class and place, if rows are gathered or products kept
};

} // namespace batchscope
