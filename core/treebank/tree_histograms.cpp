// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/tree_histograms.h"

#include <algorithm>
#include <map>

namespace batchscope {

namespace {

constexpr std::size_t kTreesCountedBetweenPolls = 65'536;

using Counts = std::map<std::uint32_t, std::uint64_t>; // by value

std::vector<CountedValue> countedValues(const Counts& counts) {
    std::vector<CountedValue> result;
    for (const auto& [value, count] : counts) {
        result.push_back({value, count});
    }
    return result;
}

struct ShapedTree {
    std::uint64_t shape;
    TreeId tree;
    auto operator<=>(const ShapedTree&) const = default;
};

/// `shaped` must be sorted.
void countShapes(const std::vector<ShapedTree>& shaped, TreeHistograms& result) {
    for (std::size_t begin = 0; begin < shaped.size();) {
        std::size_t end = begin + 1;
        while (end < shaped.size() && shaped[end].shape == shaped[begin].shape) {
            ++end;
        }
        ++result.distinctShapes;
        result.sharingTrees += end - begin > 1 ? end - begin : 0;
        result.shapes.push_back({shaped[begin].tree, end - begin});
        begin = end;
    }
    const auto isMoreFrequent = [](const ShapeCount& left, const ShapeCount& right) {
        return left.trees != right.trees ? left.trees > right.trees : left.first < right.first;
    };
    const std::size_t kept = std::min(result.shapes.size(), kMostShapes);
    std::partial_sort(result.shapes.begin(), result.shapes.begin() + static_cast<std::ptrdiff_t>(kept),
                      result.shapes.end(), isMoreFrequent);
    result.shapes.resize(kept);
    result.shapes.shrink_to_fit();
}

} // namespace

Result<TreeHistograms> histogramsOf(const Treebank& bank, const TreeRows& rows, const RunControl& control) {
    TreeHistograms result;
    result.trees = rows.size();
    Counts sizes;
    Counts words;
    Counts heights;
    Counts arities;
    std::vector<ShapedTree> shaped(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const TreeId tree = rows[row];
        const TreeEntry& entry = bank.trees[tree];
        ++sizes[entry.nodes];
        ++words[entry.words];
        ++heights[entry.height];
        ++arities[entry.arity];
        shaped[row] = {entry.shape, tree};
        if (row % kTreesCountedBetweenPolls == 0) {
            control.report("statistics", row, rows.size());
            if (control.stopRequested()) {
                return cancelledError();
            }
        }
    }
    result.sizes = countedValues(sizes);
    result.words = countedValues(words);
    result.heights = countedValues(heights);
    result.arities = countedValues(arities);
    std::sort(shaped.begin(), shaped.end());
    if (control.stopRequested()) {
        return cancelledError();
    }
    countShapes(shaped, result);
    return result;
}

std::vector<SymbolCount> frequentFirst(std::span<const std::uint64_t> counts) {
    std::vector<SymbolCount> result;
    for (std::size_t index = 0; index < counts.size(); ++index) {
        if (counts[index] > 0) {
            result.push_back({SymbolId(index), counts[index]});
        }
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const SymbolCount& left, const SymbolCount& right) { return left.count > right.count; });
    return result;
}

std::uint64_t binWidth(std::span<const CountedValue> values, std::size_t mostBins) {
    if (values.empty()) {
        return 1;
    }
    const auto bins = [&values](std::uint64_t width) {
        return values.back().value / width - values.front().value / width + 1;
    };
    for (std::uint64_t power = 1;; power *= 10) {
        for (const std::uint64_t width : {power, 2 * power, 5 * power}) {
            if (bins(width) <= mostBins) {
                return width;
            }
        }
    }
}

std::vector<HistogramBin> binned(std::span<const CountedValue> values, std::uint64_t width) {
    std::vector<HistogramBin> bins;
    if (values.empty()) {
        return bins;
    }
    const std::uint64_t first = values.front().value / width;
    for (std::uint64_t bin = first; bin <= values.back().value / width; ++bin) {
        bins.push_back({bin * width, bin * width + width - 1, 0});
    }
    for (const CountedValue& value : values) {
        bins[value.value / width - first].count += value.count;
    }
    return bins;
}

} // namespace batchscope
