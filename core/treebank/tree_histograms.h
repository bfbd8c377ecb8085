// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statistics of trees before anything is computed: their sizes and heights, and above all how many share a shape,
// because trees of one shape batch without any search. One pass over the index; no tree is read.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/treebank/tree_rows.h"
#include "core/treebank/treebank.h"

#include <cstdint>
#include <span>
#include <vector>

namespace batchscope {

struct CountedValue {
    std::uint64_t value = 0;
    std::uint64_t count = 0;
    bool operator==(const CountedValue&) const = default;
};

struct ShapeCount {
    TreeId first; ///< the first tree of the shape
    std::uint64_t trees = 0;
};

struct TreeHistograms {
    std::size_t trees = 0;
    std::vector<CountedValue> sizes; ///< by nodes per tree; values ascend, also in the next three
    std::vector<CountedValue> words;
    std::vector<CountedValue> heights;
    std::vector<CountedValue> arities; ///< by most children of any node of a tree
    std::vector<ShapeCount> shapes;    ///< at most kMostShapes, the most frequent first
    std::size_t distinctShapes = 0;    ///< by 64-bit hash
    std::size_t sharingTrees = 0;      ///< trees that share their shape with another tree
};

inline constexpr std::size_t kMostShapes = 200;

/// The statistics of the trees in `rows`. Cancelled.
[[nodiscard]] Result<TreeHistograms> histogramsOf(const Treebank& bank, const TreeRows& rows,
                                                  const RunControl& control);

struct SymbolCount {
    SymbolId symbol;
    std::uint64_t count = 0;
};
/// The symbols that occur, the most frequent first; `counts` is by symbol (Treebank::wordCounts, labelCounts).
[[nodiscard]] std::vector<SymbolCount> frequentFirst(std::span<const std::uint64_t> counts);

/// The number of trees with a value from `least` to `most`.
struct HistogramBin {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    std::uint64_t count = 0;
    bool operator==(const HistogramBin&) const = default;
};
/// The smallest bin width (1, 2, 5, 10, 20, …) that gives at most `mostBins` bins from the first to the last value.
[[nodiscard]] std::uint64_t binWidth(std::span<const CountedValue> values, std::size_t mostBins);
/// The bins of this width, which begin at its multiples, from the first value to the last, including empty bins.
[[nodiscard]] std::vector<HistogramBin> binned(std::span<const CountedValue> values, std::uint64_t width);

} // namespace batchscope
