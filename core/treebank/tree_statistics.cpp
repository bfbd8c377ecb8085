// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/tree_statistics.h"

#include <algorithm>
#include <numeric>

namespace batchscope {

namespace {

/// The number of symbols that occur; the tables also hold symbols of damaged trees.
std::size_t usedSymbols(const std::vector<std::uint64_t>& counts) {
    return counts.size() - static_cast<std::size_t>(std::count(counts.begin(), counts.end(), 0U));
}

std::size_t distinct(std::vector<std::uint64_t> values) {
    std::sort(values.begin(), values.end());
    return static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
}

template <typename Number>
std::vector<Number> columnOf(const Treebank& bank, Number TreeEntry::*member) {
    std::vector<Number> column;
    column.reserve(bank.trees.size());
    for (std::size_t index = 0; index < bank.trees.size(); ++index) {
        column.push_back(bank.trees[TreeId(index)].*member);
    }
    return column;
}

} // namespace

Distribution distributionOf(std::vector<std::uint32_t> values) {
    if (values.empty()) {
        return {};
    }
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    const std::uint32_t largest = *std::max_element(middle, values.end());
    return {sum / static_cast<double>(values.size()), *middle, largest};
}

TreeStatistics statisticsOf(const Treebank& bank) {
    TreeStatistics result;
    result.trees = bank.trees.size();
    for (std::size_t index = 0; index < result.trees; ++index) {
        const TreeEntry& entry = bank.trees[TreeId(index)];
        result.nodes += entry.nodes;
        result.tokens += entry.words;
    }
    result.leaves = distributionOf(columnOf(bank, &TreeEntry::leaves)); // one column at a time to save memory
    result.height = distributionOf(columnOf(bank, &TreeEntry::height));
    result.distinctShapes = distinct(columnOf(bank, &TreeEntry::shape));
    for (std::size_t children = 1; children < bank.arities.size(); ++children) {
        if (bank.arities[children] > 0) {
            result.arities[children] = bank.arities[children];
        }
    }
    result.nonProjective = bank.nonProjective;
    result.words = usedSymbols(bank.wordCounts);
    result.labels = usedSymbols(bank.labelCounts);
    return result;
}

} // namespace batchscope
