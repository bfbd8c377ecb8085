// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/engine/product_tables.h"

namespace batchscope {

namespace {

constexpr std::uint32_t kNoPlace = 0xFFFFFFFF; // a row that no run has used yet

} // namespace

template <typename T>
typename ProductTables<T>::Found ProductTables<T>::find(GroupId group, const ProductGroup& weights, ParamId param,
                                                        const ParamSpec& table, std::span<const std::uint32_t> rows) {
    constexpr std::size_t kLine = kRowUnit / sizeof(T);
    const std::size_t stride = (static_cast<std::size_t>(weights.width) + kLine - 1) / kLine * kLine;
    const auto vocabulary = static_cast<std::size_t>(table.rows);
    if (vocabulary * stride * sizeof(T) > kMostBytes) {
        return {};
    }
    Table& known = m_tables[{group, param}];
    if (!known.products.reserve(vocabulary * stride * sizeof(T))) {
        return {};
    }
    known.placeOf.resize(vocabulary, kNoPlace);
    Found found{.table = known.products.template as<T>(), .stride = stride};
    found.newProducts = known.products.template as<T>() + known.rows * stride;
    found.places.reserve(rows.size());
    for (const std::uint32_t row : rows) {
        std::uint32_t& place = known.placeOf[row];
        if (place == kNoPlace) {
            place = known.rows++;
            found.newRows.push_back(row);
        }
        found.places.push_back(place);
    }
    found.newInput.resize(found.newRows.size() * static_cast<std::size_t>(weights.inner));
    return found;
}

template <typename T>
IdVector<ProductId, typename ProductTables<T>::Found>
ProductTables<T>::findAll(const OpGraph& graph, const NetCode& code, const LaunchPlan& plan) {
    IdVector<ProductId, Found> found(plan.launches.products.size());
    for (const ProductId id : plan.launches.products.ids()) {
        const ProductLaunch& launch = plan.launches.products[id];
        if (launch.lookups.valid()) {
            found[id] = find(launch.group, code.groups[launch.group], launch.table, graph.ops.params[launch.table],
                             plan.launches.lookups.span({launch.lookups, launch.rows}));
        }
    }
    return found;
}

template <typename T>
std::vector<TableUse> ProductTables<T>::usesOf(const IdVector<ProductId, Found>& found, const NetCode& code,
                                               const LaunchPlan& plan) {
    std::vector<TableUse> uses(found.size());
    for (const ProductId id : plan.launches.products.ids()) {
        const ProductLaunch& launch = plan.launches.products[id];
        if (found[id].table == nullptr) {
            continue;
        }
        const ProductGroup& group = code.groups[launch.group];
        const auto newRows = static_cast<std::uint32_t>(found[id].newRows.size());
        const std::size_t numbers = std::size_t{launch.rows} * static_cast<std::size_t>(group.width) +
                                    std::size_t{newRows} * static_cast<std::size_t>(group.inner);
        uses[id.index()] = {.rows = launch.rows,
                            .newRows = newRows,
                            .flopsKept = group.flops(launch.rows - newRows),
                            .bytesCopied = numbers * sizeof(T)};
    }
    return uses;
}

template class ProductTables<float>;
template class ProductTables<double>;

} // namespace batchscope
