// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measures one cell of a sweep, its smallest unit: one batch size at one width, all arms in turn, so that a slow spell
// of the machine falls on all of them.
#pragma once

#include "core/base/random.h"
#include "core/bench/arm_step.h"
#include "core/bench/bench.h"

#include <functional>
#include <optional>
#include <vector>

namespace batchscope {

/// The first `batch` trees of a selection.
[[nodiscard]] GraphOptions firstTrees(GraphOptions options, std::size_t batch);

class Cell {
public:
    /// All must outlive this.
    Cell(const GraphBuilder& builder, const BenchConfig& config, const std::vector<Arm>& arms,
         const GraphOptions& options, std::size_t batch);

    /// `tick` is called after each step. Cancelled when stopped.
    [[nodiscard]] Status measure(const Parameters& parameters, const RunControl& control, Random& random,
                                 const std::function<void()>& tick);
    /// One for each arm, in their order; ratios are still missing.
    [[nodiscard]] std::vector<BenchResult> results() const;

private:
    /// What the first round tells: properties of an arm, not of a sample.
    struct Facts {
        std::size_t nodes = 0;
        std::size_t batches = 0;
        bool equal = false;
        std::optional<StackingCounts> stacking;
    };
    [[nodiscard]] Status prepare(const RunControl& control);
    [[nodiscard]] Status checkFits(const RunControl& control) const;
    [[nodiscard]] Status round(std::size_t index, const Parameters& parameters, const RunControl& control,
                               Random& random, const std::function<void()>& tick);
    [[nodiscard]] Status compareFirst(const Parameters& parameters, const RunControl& control);
    [[nodiscard]] Result<Facts> factsOf(std::size_t arm, const ArmStep& referenceStep, const ArmRun& reference,
                                        const RunControl& control) const;
    [[nodiscard]] BenchResult resultOf(std::size_t arm) const;

    const GraphBuilder& m_builder;
    const BenchConfig& m_config;
    const std::vector<Arm>& m_arms;
    GraphOptions m_options;
    std::size_t m_batch;
    std::vector<ArmStep> m_steps;                     // by arm
    std::vector<std::vector<PhaseSeconds>> m_samples; // by arm, without warm-ups
    std::vector<std::optional<ArmRun>> m_first;       // by arm, until they are compared
    std::vector<Facts> m_facts;                       // by arm
    std::vector<RunFigures> m_figures;                // by arm, of the last round
    std::size_t m_peakBytes = 0;
};

} // namespace batchscope
