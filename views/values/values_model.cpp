// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/values/values_model.h"

#include "views/models/words.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>

namespace batchscope {

namespace {

/// With all digits that tell it from its neighbors.
QString exact(const NodeValues& values, double number) {
    return QString::number(number, 'g', values.dtype == DType::Float64 ? 17 : 9);
}

double ulpsKey(const NodeValues& values, std::size_t index) {
    const std::optional<std::uint64_t> ulps = ulpsAt(values, index);
    return ulps ? static_cast<double>(*ulps) : std::numeric_limits<double>::quiet_NaN();
}

QString differenceText(const NodeValues& values, std::size_t index) {
    const double difference = differenceAt(values, index);
    return std::isnan(difference) ? QStringLiteral("–") : QString::number(difference, 'g', 3);
}

QString ulpsText(const NodeValues& values, std::size_t index) {
    const std::optional<std::uint64_t> ulps = ulpsAt(values, index);
    return ulps ? countText(*ulps) : QStringLiteral("–");
}

/// What a column is sorted by; NaN for what is not finite, which goes first in either order.
double keyOf(const NodeValues& values, int column, std::size_t index) {
    const bool both = !values.regular.empty();
    switch (column) {
    case ValuesModel::Folded: return values.folded[index];
    case ValuesModel::Regular: return both ? values.regular[index] : 0.0;
    case ValuesModel::Difference: return both ? std::abs(differenceAt(values, index)) : 0.0;
    case ValuesModel::Ulps: return both ? ulpsKey(values, index) : 0.0;
    default: return static_cast<double>(index);
    }
}

} // namespace

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

void ValuesModel::orderRows() {
    m_order.resize(m_values ? m_values->folded.size() : 0);
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    std::stable_sort(m_order.begin(), m_order.end(), [this](std::size_t left, std::size_t right) {
        const double a = keyOf(*m_values, m_column, left);
        const double b = keyOf(*m_values, m_column, right);
        if (std::isnan(a) || std::isnan(b)) { // what is wrong is to be seen first
            return std::isnan(a) && !std::isnan(b);
        }
        return m_direction == Qt::AscendingOrder ? a < b : a > b;
    });
}

int ValuesModel::rowOf(std::size_t index) const {
    const auto found = std::find(m_order.begin(), m_order.end(), index);
    return found == m_order.end() ? -1 : static_cast<int>(found - m_order.begin());
}

QString ValuesModel::title(int column) const {
    switch (column) {
    case Index: return tr("Index");
    case Folded: return tr("Folded");
    case Regular: return tr("Regular");
    case Difference: return tr("Difference");
    default: return tr("ULPs");
    }
}

QString ValuesModel::titleTip(int column) const {
    switch (column) {
    case Index: return tr("Position in the row, counted from 0");
    case Regular: return tr("The same number computed node by node on LibTorch");
    case Ulps: return tr("How many representable numbers apart the two are");
    default: return {};
    }
}

QVariant ValuesModel::cell(int row, int column, int role) const {
    if (role != Qt::DisplayRole) {
        return {};
    }
    const std::size_t index = m_order[static_cast<std::size_t>(row)];
    const bool both = !m_values->regular.empty();
    switch (column) {
    case Index: return QString::number(index);
    case Folded: return exact(*m_values, m_values->folded[index]);
    case Regular: return both ? exact(*m_values, m_values->regular[index]) : QStringLiteral("–");
    case Difference: return both ? differenceText(*m_values, index) : QStringLiteral("–");
    default: return both ? ulpsText(*m_values, index) : QStringLiteral("–");
    }
}

} // namespace batchscope
