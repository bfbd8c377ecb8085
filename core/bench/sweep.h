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

struct Sweep {
    std::vector<Arm> arms;
    std::vector<int> threads; ///< in force
    std::vector<std::int32_t> dims;
    std::vector<BatchSize> batches;

    /// Planned steps of all arms; some cells take more, see BenchConfig::precision.
    [[nodiscard]] std::size_t steps(const BenchConfig& config) const;
    [[nodiscard]] std::size_t stepsOf(const BatchSize& batch, const BenchConfig& config) const;
};

/// Whatever was left out becomes a note. Config errors as runBench.
[[nodiscard]] Result<Sweep> sweepOf(const GraphBuilder& builder, const BenchConfig& config,
                                    std::vector<std::string>& notes, const RunControl& control);

/// Those of the names that can be parsed, or those of the ablation.
[[nodiscard]] std::vector<Arm> askedArms(const BenchConfig& config);

/// As asked for, or what fits the repeats.
[[nodiscard]] std::size_t drawnMiniBatches(const BenchConfig& config);

/// What shows the ops of any selection. Of a program any instance may lack outputs, so that is all of it.
[[nodiscard]] GraphOptions smallestSelection(const GraphBuilder& builder, const GraphOptions& options);

} // namespace batchscope
