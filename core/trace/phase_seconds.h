// SPDX-License-Identifier: GPL-3.0-or-later
//
// The time of a run by phase.
#pragma once

#include <span>

namespace batchscope {

/// Wall-clock seconds by stage; a stage that did not run is 0.
struct PhaseSeconds {
    double parse = 0.0;    ///< file → trees
    double build = 0.0;    ///< trees → graph
    double schedule = 0.0; ///< graph → schedule
    double plan = 0.0;     ///< schedule → wiring
    double gather = 0.0;
    double compute = 0.0;
    double scatter = 0.0;
    double readout = 0.0;  ///< requested values → caller
    double backward = 0.0; ///< loss and gradients; 0 for inference
    double update = 0.0;   ///< gradients → new weights; 0 outside of a training loop

    /// The time after the plan is made: gather … update.
    [[nodiscard]] double execution() const { return gather + compute + scatter + readout + backward + update; }
    [[nodiscard]] double total() const { return parse + build + schedule + plan + execution(); }
};

/// A timed stage of a run.
struct PhaseEntry {
    const char* name;
    double PhaseSeconds::*seconds;
};
/// The stages of a step in order, from building the graph to the backward pass, without reading trees.
[[nodiscard]] std::span<const PhaseEntry> phaseEntries();

/// The median of each phase, scaled by one factor so that they add up to the median of the total, which plain medians
/// need not. A phase that is the same in all samples (such as reading the trees, which happens once) is not scaled. If
/// all medians are 0, means are used instead. All 0 without samples.
[[nodiscard]] PhaseSeconds medianPhases(std::span<const PhaseSeconds> samples);

} // namespace batchscope
