// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures of `info` and of the treebank view: how large, how high and how wide the user's trees are, and how many
// shapes they have (when nearly every tree has its own shape, same-shape batching is hopeless).
#pragma once

#include "core/treebank/treebank.h"

#include <cstddef>
#include <map>

namespace batchscope {

/// Mean, median (the upper of two middles), largest; all 0 without values.
struct Distribution {
    double mean = 0.0;
    std::size_t median = 0;
    std::size_t max = 0;
};

[[nodiscard]] Distribution distributionOf(std::vector<std::uint32_t> values);

struct TreeStatistics {
    std::size_t trees = 0;
    std::size_t nodes = 0;                      ///< tree nodes, leaves among them
    std::size_t tokens = 0;                     ///< words of all sentences
    Distribution leaves;                        ///< leaves of a tree
    Distribution height;                        ///< see Tree::height
    std::map<std::size_t, std::size_t> arities; ///< children of an inner node → how many such nodes
    std::size_t distinctShapes = 0;             ///< trees that differ when labels and words are ignored; by 64-bit hash
    std::size_t nonProjective = 0;              ///< dependency trees whose arcs cross
    std::size_t words = 0;                      ///< distinct words
    std::size_t labels = 0;                     ///< distinct labels
};

[[nodiscard]] TreeStatistics statisticsOf(const Treebank& bank);

} // namespace batchscope
