// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a sweep runs over, checked and drawn before anything is measured: a mistake in the last of its options must not
// show after minutes.
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

// Which trees a step runs on. A treebank is not of one size: the first 32 trees of a file may be half or twice as large
// as its others, and a time that was measured on them stands for nothing but them. So several mini-batches are drawn
// from the whole selection, and their spread is reported beside that of the repeats.
//
// The draw is stratified, as a Latin hypercube sample is (McKay, Beckman and Conover 1979): for batches of B trees the
// pool, ordered by nodes, is cut into B parts of equal numbers, and each mini-batch has one tree of each; where M
// mini-batches are drawn, each part is cut into M again, and each mini-batch has a tree of another piece. So a
// mini-batch looks like the pool, large trees and small ones in their shares, and the mini-batches together cover it.

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

/// A batch size and the trees that it is measured on.
struct BatchSize {
    std::size_t trees = 0; ///< a step
    std::vector<GraphOptions> miniBatches;

    /// Rounds before the samples: each mini-batch is warmed up, unless none was asked to be.
    [[nodiscard]] std::size_t warmups(const BenchConfig& config) const;
};

/// A net of a sweep, in training or in inference: all that its cells share.
struct SweptNet {
    GraphOptions graph; ///< of the net; the first width
    RunOptions run;
    std::vector<Arm> arms;
    std::vector<std::int32_t> dims;
    std::vector<BatchSize> batches; ///< the same trees for every net, but for mini-batches that cannot be trained on
};

/// Where a cell is in its sweep.
struct SweepCell {
    std::size_t net = 0;   ///< Sweep::nets
    std::size_t batch = 0; ///< SweptNet::batches
    std::int32_t dim = 0;
    int threads = 1;
};

struct Sweep {
    std::vector<SweptNet> nets;
    std::vector<SweepCell> cells; ///< in the order in which they are measured

    [[nodiscard]] const SweptNet& netOf(const SweepCell& cell) const { return nets[cell.net]; }
    [[nodiscard]] const BatchSize& batchOf(const SweepCell& cell) const { return netOf(cell).batches[cell.batch]; }
    /// Planned steps of all arms; some cells take more, see BenchConfig::patienceSeconds.
    [[nodiscard]] std::size_t stepsOf(const SweepCell& cell, const BenchConfig& config) const;
    [[nodiscard]] std::size_t steps(const BenchConfig& config) const;
};

/// Whatever was left out becomes a note. Config errors as runBench.
[[nodiscard]] Result<Sweep> sweepOf(const GraphBuilder& builder, const BenchConfig& config,
                                    std::vector<std::string>& notes, const RunControl& control);

/// As asked for, or what fits the repeats.
[[nodiscard]] std::size_t drawnMiniBatches(const BenchConfig& config);

/// As asked for, or the one of the graph; the same of the run.
[[nodiscard]] std::vector<std::string> sweptModels(const BenchConfig& config);
[[nodiscard]] std::vector<Work> sweptWorks(const BenchConfig& config);

/// What shows the ops of any selection. Of a program any instance may lack outputs, so that is all of it.
[[nodiscard]] GraphOptions smallestSelection(const GraphBuilder& builder, const GraphOptions& options);

} // namespace batchscope
