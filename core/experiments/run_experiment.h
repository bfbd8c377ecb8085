// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs an experiment on this machine: each run is one sweep of runBench on its trees. What was measured is kept
// whatever ends it.
#pragma once

#include "core/experiments/experiment.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

struct ExperimentSettings {
    ExperimentScale scale = ExperimentScale::Full;
    std::optional<std::size_t> repeats = std::nullopt; ///< none: as described
    int threads = 1;                                   ///< 0: one per core
    std::string dataFolder = {};                       ///< below which the files of runs are; empty: not known
};

enum class MeasuredState : std::uint8_t {
    NotBegun,
    Skipped,    ///< its data is not there
    Failed,     ///< with an error; what was measured before it is kept
    Incomplete, ///< stopped, or still running
    Measured,
};

struct MeasuredRun {
    std::string id;
    MeasuredState state = MeasuredState::NotBegun;
    std::string reason;       ///< why it was skipped or failed, or that trees are generated ones; may be empty
    bool isGenerated = false; ///< on generated trees, also in place of files
    BenchConfig config;       ///< as asked of runBench
    BenchReport report;
};

struct MeasuredExperiment {
    Experiment experiment;
    ExperimentScale scale = ExperimentScale::Full;
    std::vector<MeasuredRun> runs; ///< one for each of the experiment's, in their order

    [[nodiscard]] const MeasuredRun* find(std::string_view run) const;
    [[nodiscard]] bool hasResults() const;
};

/// Called before each run and after each of its cells, with all that was measured so far.
using ExperimentSink = std::function<void(const MeasuredExperiment& soFar)>;

/// A run that cannot be measured does not end the others: see MeasuredState. Only Cancelled is an error; what was
/// measured until then has reached the sink.
[[nodiscard]] Result<MeasuredExperiment> runExperiment(const Experiment& experiment, const ExperimentSettings& settings,
                                                       const RunControl& control, const ExperimentSink& sink);

} // namespace batchscope
