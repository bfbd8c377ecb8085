// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cells of a sweep, checked and drawn before anything is measured, so that mistakes do not surface after minutes.
#pragma once

#include "core/bench/arms.h"
#include "core/bench/bench.h"
#include "core/exec/work.h"
#include "core/nets/build_graph.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace batchscope {

// The trees that a step runs on. Trees differ in size: the first 32 trees of a file may be half or twice as large as
// the rest, and a time measured on them would hold for them only. So several mini-batches are drawn from the whole
// selection, and their spread is reported beside that of the repeats.
//
// The draw is stratified like a Latin hypercube sample (McKay, Beckman and Conover 1979): for batches of B trees, the
// pool, ordered by nodes, is cut into B equal parts, and each mini-batch has one tree from each part; if M mini-batches
// are drawn, each part is cut into M pieces, and each mini-batch takes its tree from a different piece. So a mini-batch
// resembles the pool, with large and small trees in their shares, and the mini-batches together cover the pool.

/// The default number of mini-batches, provided that each can be measured at least twice.
constexpr std::size_t kUsualMiniBatches = 5;

class TreePool {
public:
    /// Holds the trees, or instances of a program, that `options` select, in order.
    TreePool(const Treebank& bank, const GraphOptions& options);

    [[nodiscard]] std::size_t size() const { return m_trees.size(); }
    /// Draws `count` mini-batches of `batch` different trees, each in the order of the selection. The same seed gives
    /// the same trees, whatever else is drawn. 1 ≤ batch ≤ size(), 1 ≤ count. One mini-batch if batch == size().
    [[nodiscard]] std::vector<std::vector<TreeId>> draw(std::size_t batch, std::size_t count, std::uint64_t seed) const;

private:
    std::vector<TreeId> m_trees;
    std::vector<std::uint32_t> m_bySize; // indices into m_trees, fewest nodes first
};

/// The graph options of each mini-batch of a size. A mini-batch of the whole pool uses `options` unchanged, because
/// instances of a program cannot always be picked.
[[nodiscard]] std::vector<GraphOptions> miniBatchOptions(const TreePool& pool, const GraphOptions& options,
                                                         std::size_t batch, std::size_t count, std::uint64_t seed);

/// A batch size and the trees that it is measured on.
struct BatchSize {
    std::size_t trees = 0; ///< per step
    std::vector<GraphOptions> miniBatches;

    /// The number of rounds before the samples. Each mini-batch is warmed up, unless `config` asks for no warm-ups.
    [[nodiscard]] std::size_t warmups(const BenchConfig& config) const;
};

/// The coordinates of a cell in its sweep.
struct SweepCell {
    std::size_t batch = 0; ///< index into Sweep::batches
    std::int32_t dim = 0;
    int threads = 1;
};

struct Sweep {
    GraphOptions graph; ///< with the first width
    RunOptions run;
    std::vector<Arm> arms;
    std::vector<BatchSize> batches; ///< in training, without mini-batches that have no labels
    std::vector<SweepCell> cells;   ///< in the order in which they are measured

    /// The number of planned steps of all arms; a cell that is restarted takes more.
    [[nodiscard]] std::size_t stepsOf(const SweepCell& cell, const BenchConfig& config) const;
    [[nodiscard]] std::size_t steps(const BenchConfig& config) const;
};

/// Checks the configuration, draws the mini-batches and lists the cells. Omissions become notes. Fails like runBench.
[[nodiscard]] Result<Sweep> sweepOf(const GraphBuilder& builder, const BenchConfig& config,
                                    std::vector<std::string>& notes, const RunControl& control);

/// The requested number of mini-batches, or by default one per two repeats (1 … kUsualMiniBatches).
[[nodiscard]] std::size_t drawnMiniBatches(const BenchConfig& config);

/// The smallest selection with all ops: one tree; all instances of a program, since any may lack outputs.
[[nodiscard]] GraphOptions smallestSelection(const GraphBuilder& builder, const GraphOptions& options);

} // namespace batchscope
