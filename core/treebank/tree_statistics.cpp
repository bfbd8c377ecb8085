// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/tree_statistics.h"

#include <algorithm>
#include <numeric>

namespace batchscope {

namespace {

/// The tables also hold symbols of trees that were given up.
std::size_t usedSymbols(const std::vector<std::uint64_t>& counts) {
    return counts.size() - static_cast<std::size_t>(std::count(counts.begin(), counts.end(), 0U));
}

std::size_t distinct(std::vector<std::uint64_t> values) {
    std::sort(values.begin(), values.end());
    return static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
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
    std::vector<std::uint32_t> leaves;
    std::vector<std::uint32_t> heights;
    std::vector<std::uint64_t> shapes;
    leaves.reserve(result.trees);
    heights.reserve(result.trees);
    shapes.reserve(result.trees);
    for (std::size_t index = 0; index < result.trees; ++index) {
        const TreeEntry& entry = bank.trees[TreeId(index)];
        result.nodes += entry.nodes;
        leaves.push_back(entry.leaves);
        heights.push_back(entry.height);
        shapes.push_back(entry.shape);
        result.tokens += entry.words;
    }
    for (std::size_t children = 1; children < bank.arities.size(); ++children) {
        if (bank.arities[children] > 0) {
            result.arities[children] = bank.arities[children];
        }
    }
    result.leaves = distributionOf(std::move(leaves));
    result.height = distributionOf(std::move(heights));
    result.distinctShapes = distinct(std::move(shapes));
    result.nonProjective = bank.nonProjective;
    result.words = usedSymbols(bank.wordCounts);
    result.labels = usedSymbols(bank.labelCounts);
    return result;
}

} // namespace batchscope
