// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a sweep runs over, checked and drawn before anything is measured: a mistake in the last of its options must not
// show after minutes.
#pragma once

#include "core/bench/arms.h"
#include "core/bench/bench.h"

#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

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
    /// Planned steps of all arms; some cells take more, see BenchConfig::precision.
    [[nodiscard]] std::size_t stepsOf(const SweepCell& cell, const BenchConfig& config) const;
    [[nodiscard]] std::size_t steps(const BenchConfig& config) const;
};

/// Whatever was left out becomes a note. Config errors as runBench.
[[nodiscard]] Result<Sweep> sweepOf(const GraphBuilder& builder, const BenchConfig& config,
                                    std::vector<std::string>& notes, const RunControl& control);

/// Those of the names that can be parsed, or those of the ablation.
[[nodiscard]] std::vector<Arm> askedArms(const BenchConfig& config);

/// As asked for, or what fits the repeats.
[[nodiscard]] std::size_t drawnMiniBatches(const BenchConfig& config);

/// As asked for, or the one of the graph; the same of the run.
[[nodiscard]] std::vector<std::string> sweptModels(const BenchConfig& config);
[[nodiscard]] std::vector<Work> sweptWorks(const BenchConfig& config);

/// What shows the ops of any selection. Of a program any instance may lack outputs, so that is all of it.
[[nodiscard]] GraphOptions smallestSelection(const GraphBuilder& builder, const GraphOptions& options);

} // namespace batchscope
