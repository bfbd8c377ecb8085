// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/engine/product_tables.h"

namespace batchscope {

namespace {

constexpr std::uint32_t kNoPlace = 0xFFFFFFFF; // a row that no run has met

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

template class ProductTables<float>;
template class ProductTables<double>;

} // namespace batchscope
