// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/values/values_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace batchscope {

void ValuesModel::setValues(std::shared_ptr<const NodeValues> values) {
    resetBy([&] {
        m_values = std::move(values);
        orderRows();
    });
}

void ValuesModel::sort(int column, Qt::SortOrder order) {
    resetBy([&] {
        m_column = column;
        m_direction = order;
        orderRows();
    });
}

double ValuesModel::keyOf(std::size_t index) const {
    const Cell::Value value = columnAt(m_column).cell({m_values.get(), index}).value;
    if (const auto* const number = std::get_if<double>(&value)) {
        return m_column == columnOf("difference") ? std::abs(*number) : *number;
    }
    const auto* const count = std::get_if<std::uint64_t>(&value);
    return count != nullptr ? static_cast<double>(*count) : std::numeric_limits<double>::quiet_NaN();
}

void ValuesModel::orderRows() {
    std::vector<double> keys;
    for (std::size_t index = 0; index < (m_values ? m_values->folded.size() : 0); ++index) {
        keys.push_back(keyOf(index));
    }
    m_order.resize(keys.size());
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    std::stable_sort(m_order.begin(), m_order.end(), [&](std::size_t left, std::size_t right) {
        if (std::isnan(keys[left]) || std::isnan(keys[right])) { // errors come first
            return std::isnan(keys[left]) && !std::isnan(keys[right]);
        }
        return m_direction == Qt::AscendingOrder ? keys[left] < keys[right] : keys[left] > keys[right];
    });
}

} // namespace batchscope
