// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the time of a run went.
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
    double update = 0.0;   ///< gradients → other weights; 0 outside of a training loop

    /// What running costs once the plan is made: gather … update.
    [[nodiscard]] double execution() const { return gather + compute + scatter + readout + backward + update; }
    [[nodiscard]] double total() const { return parse + build + schedule + plan + execution(); }
};

/// A stage of a run that is timed.
struct PhaseEntry {
    const char* name;
    double PhaseSeconds::*seconds;
};
/// From building the graph to the backward pass, in order: what the time of a step is made of, once the trees are read.
[[nodiscard]] std::span<const PhaseEntry> phaseEntries();

/// The median of each phase, scaled by one factor so that they add up to the median of the whole: medians by
/// themselves need not, since the phases of one sample are longer while those of another are shorter. A phase that is
/// the same in all samples (the reading of the trees, which happened once) stays as it is. The means in place of the
/// medians where these are all 0 and the whole is not. All 0 without samples.
[[nodiscard]] PhaseSeconds medianPhases(std::span<const PhaseSeconds> samples);

} // namespace batchscope
