// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures of `info` and of the treebank view: size, height and width of the user's trees, and the number of shapes
// (if nearly every tree has a different shape, same-shape batching is useless).
#pragma once

#include "core/treebank/treebank.h"

#include <cstddef>
#include <map>

namespace batchscope {

/// Mean, median (the upper of two middle values) and maximum; all 0 without values.
struct Distribution {
    double mean = 0.0;
    std::size_t median = 0;
    std::size_t max = 0;
};

[[nodiscard]] Distribution distributionOf(std::vector<std::uint32_t> values);

struct TreeStatistics {
    std::size_t trees = 0;
    std::size_t nodes = 0;                      ///< tree nodes, including leaves
    std::size_t tokens = 0;                     ///< words of all sentences
    Distribution leaves;                        ///< leaves per tree
    Distribution height;                        ///< see Tree::height
    std::map<std::size_t, std::size_t> arities; ///< children of an inner node → number of such nodes
    std::size_t distinctShapes = 0;             ///< distinct trees, ignoring labels and words; by 64-bit hash
    std::size_t nonProjective = 0;              ///< dependency trees whose arcs cross
    std::size_t words = 0;                      ///< distinct words
    std::size_t labels = 0;                     ///< distinct labels
};

[[nodiscard]] TreeStatistics statisticsOf(const Treebank& bank);

} // namespace batchscope
