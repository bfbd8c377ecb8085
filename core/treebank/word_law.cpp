// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/word_law.h"

#include "core/base/check.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

/// base to the power of exponent ≥ 0 by products and square roots, which are rounded the same everywhere.
double power(double base, double exponent) {
    constexpr int kPlaces = 32;
    const double whole = std::floor(exponent);
    double result = 1.0;
    for (double step = 0.0; step < whole; ++step) {
        result *= base;
    }
    double fraction = exponent - whole;
    double root = base;
    for (int place = 0; place < kPlaces && fraction > 0.0; ++place) {
        root = std::sqrt(root);
        fraction *= 2.0;
        if (fraction >= 1.0) {
            result *= root;
            fraction -= 1.0;
        }
    }
    return result;
}

} // namespace

ZipfTable::ZipfTable(std::size_t ranks, double exponent) {
    BATCHSCOPE_CHECK(ranks >= 1 && exponent >= 0.0);
    m_upTo.reserve(ranks);
    double sum = 0.0;
    for (std::size_t rank = 1; rank <= ranks; ++rank) {
        sum += 1.0 / power(static_cast<double>(rank), exponent);
        m_upTo.push_back(sum);
    }
    m_first.reserve(ranks + 1);
    std::uint32_t first = 0;
    for (std::size_t slice = 0; slice <= ranks; ++slice) {
        const double begin = static_cast<double>(slice) / static_cast<double>(ranks) * sum;
        while (first + 1 < ranks && m_upTo[first] <= begin) {
            ++first;
        }
        m_first.push_back(first);
    }
}

std::size_t ZipfTable::rankAt(double uniform) const {
    const double wanted = uniform * m_upTo.back();
    const auto slice = static_cast<std::size_t>(uniform * static_cast<double>(m_upTo.size()));
    // Rounding may put a number into the slice beside its own; one rank more on either side makes up for it.
    const std::size_t low = m_first[slice] > 0 ? m_first[slice] - 1 : 0;
    const std::size_t high = std::min<std::size_t>(m_first[std::min(slice + 1, m_first.size() - 1)] + 2, m_upTo.size());
    const auto begin = m_upTo.begin();
    const auto found =
        std::upper_bound(begin + static_cast<std::ptrdiff_t>(low), begin + static_cast<std::ptrdiff_t>(high), wanted);
    return std::min(static_cast<std::size_t>(found - begin), m_upTo.size() - 1);
}

double ZipfTable::share(std::size_t rank) const {
    const double before = rank == 0 ? 0.0 : m_upTo[rank - 1];
    return (m_upTo[rank] - before) / m_upTo.back();
}

} // namespace batchscope
