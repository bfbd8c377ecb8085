// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which trees a step runs on. A treebank is not of one size: the first 32 trees of a file may be half or twice as large
// as its others, and a time that was measured on them stands for nothing but them. So several mini-batches are drawn
// from the whole selection, and their spread is reported beside that of the repeats.
//
// The draw is stratified, as a Latin hypercube sample is (McKay, Beckman and Conover 1979): for batches of B trees the
// pool, ordered by nodes, is cut into B parts of equal numbers, and each mini-batch has one tree of each; where M
// mini-batches are drawn, each part is cut into M again, and each mini-batch has a tree of another piece. So a
// mini-batch looks like the pool, large trees and small ones in their shares, and the mini-batches together cover it.
#pragma once

#include "core/nets/build_graph.h"

#include <cstdint>
#include <vector>

namespace batchscope {

/// So many unless asked otherwise, with a sample of each at least twice.
constexpr std::size_t kUsualMiniBatches = 5;

class TreePool {
public:
    /// Of the trees, or instances of a program, that `options` select, in their order.
    TreePool(const Treebank& bank, const GraphOptions& options);

    [[nodiscard]] std::size_t size() const { return m_trees.size(); }
    /// `count` times `batch` different trees, each in the order of the selection; the same for the same seed, whatever
    /// else is drawn. 1 ≤ batch ≤ size(), 1 ≤ count. One mini-batch where it is the whole pool.
    [[nodiscard]] std::vector<std::vector<TreeId>> draw(std::size_t batch, std::size_t count, std::uint64_t seed) const;

private:
    std::vector<TreeId> m_trees;
    std::vector<std::uint32_t> m_bySize; // places in m_trees, fewest nodes first
};

/// What builds the graph of each mini-batch of a size. That of the whole pool is the selection itself, since instances
/// of a program cannot always be chosen.
[[nodiscard]] std::vector<GraphOptions> miniBatchOptions(const TreePool& pool, const GraphOptions& options,
                                                         std::size_t batch, std::size_t count, std::uint64_t seed);

} // namespace batchscope
