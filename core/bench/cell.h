// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measures one cell of a sweep, its smallest unit: one batch size at one width and number of threads. All arms run in
// turn on the same mini-batch, then on the next one, so that a slow spell of the machine and a mini-batch of large
// trees fall on all of them.
//
// The first rounds warm up, on every mini-batch once at least: what the kernels keep for the shapes of their operands
// is made then. A round in which the machine was slower than at its best (yardstick.h) is taken again, and if other
// processes use the machine, all samples are thrown away and taken again, twice at most; both within the budget, and
// what is reported then says so.
#pragma once

#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/bench/arm_step.h"
#include "core/bench/bench.h"
#include "core/bench/sweep.h"
#include "core/bench/yardstick.h"

#include <functional>
#include <optional>
#include <vector>

namespace batchscope {

/// What a cell needs of its sweep; all of it outlives the cell.
struct CellScope {
    const GraphBuilder& builder;
    const BenchConfig& config;
    const RunOptions& run; ///< of the cell, in place of the config's
    const std::vector<Arm>& arms;
    const BatchSize& batch;
    const Parameters& parameters; ///< of the width
    Yardstick& yardstick;
};

class Cell {
public:
    Cell(const CellScope& scope, std::int32_t dim);

    /// `tick` is called after each step. Cancelled when stopped.
    [[nodiscard]] Status measure(const RunControl& control, const std::function<void()>& tick);
    /// One for each arm, in their order; ratios are still missing.
    [[nodiscard]] std::vector<BenchResult> results() const;

private:
    /// What an arm makes of a mini-batch: properties of the two, not of a sample.
    struct Facts {
        std::size_t nodes = 0; ///< without surplus ones
        std::size_t batches = 0;
        bool equal = false;
        bool oneShape = false;
        double paddingWaste = 0.0;
        std::optional<StackingCounts> stacking;
        RunFigures figures; ///< of its last planned step, when the engine's product tables are filled
    };
    [[nodiscard]] Status warmUp(const RunControl& control, const std::function<void()>& tick);
    [[nodiscard]] Status sample(const RunControl& control, const std::function<void()>& tick);
    [[nodiscard]] Status round(const RunControl& control, const std::function<void()>& tick);
    [[nodiscard]] std::size_t nextMiniBatch();
    [[nodiscard]] bool isPlanned() const;
    [[nodiscard]] bool isWorthARetake() const;
    void forgetRound(double seconds);
    [[nodiscard]] Status choose(std::size_t miniBatch, const RunControl& control);
    [[nodiscard]] Status checkFits(const GraphOptions& asked, const RunControl& control) const;
    [[nodiscard]] Status compare(std::size_t miniBatch, const RunControl& control);
    [[nodiscard]] Result<Facts> factsOf(std::size_t arm, const ArmStep& referenceStep, const ArmRun& reference,
                                        const RunControl& control) const;
    [[nodiscard]] bool needsMoreSamples() const;
    [[nodiscard]] bool isBudgetSpent() const;
    void forgetSamples();
    [[nodiscard]] std::vector<double> secondsOf(std::size_t arm) const;
    [[nodiscard]] BenchResult resultOf(std::size_t arm) const;
    void addFacts(std::size_t arm, BenchResult& result) const;

    CellScope m_scope;
    std::vector<GraphOptions> m_miniBatches;
    std::vector<std::size_t> m_order; // mini-batches still to come before any comes again; the next last
    std::vector<ArmStep> m_steps;     // by arm
    std::vector<std::vector<PhaseSeconds>> m_samples; // by arm, without warm-ups
    std::vector<std::uint32_t> m_sampleBatches;       // by sample
    std::vector<double> m_yardsticks;                 // by sample
    std::vector<std::optional<ArmRun>> m_first;       // by arm, until they are compared
    std::vector<std::vector<Facts>> m_facts;          // by mini-batch and arm; none before its first round
    Random m_random;
    std::size_t m_rounds = 0; // warm-ups and those of earlier tries too, but none twice
    std::size_t m_slowRounds = 0;
    double m_slowSeconds = 0.0; // that they took
    bool m_isRetake = false;    // the next round takes the place of a slow one
    Clock::time_point m_begin;
    MachineLoad m_load;
    std::size_t m_retries = 0;
    std::size_t m_peakBytes = 0;
};

} // namespace batchscope
