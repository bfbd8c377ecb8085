// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trains the `learned` policy (ED-Batch, ICML 2023) by tabular Q-learning on the graph itself. An episode schedules the
// whole graph once, mostly following the table. The reward of a step is -1 + ready / type frontier: each step costs 1
// and earns the ready share of its signature's own frontier. A schedule in which every share is 1 is optimal; its
// rewards sum to 0.
//
// After 10 steps the value of an action moves by alpha towards the rewards of those steps and the best value of the
// state then reached. An op that cannot batch runs as soon as it is ready, as under `agenda`: it needs a batch of its
// own at any time, and early it may only make more ready. That is no choice, so it is no step of learning.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/schedule/learned_table.h"

namespace batchscope {

/// ED-Batch's numbers. Its code means to lower epsilon at every step, and never does; here it falls at each episode.
struct LearnOptions {
    std::uint64_t seed = 1;
    std::size_t episodes = 1000; ///< at most
    std::size_t checkEvery = 50; ///< episodes; the best table at a check is the result
    std::size_t lookAhead = 10;  ///< steps of temporal difference
    double alpha = 0.4;          ///< how far a value moves towards what was seen
    double gamma = 1.0;          ///< what later rewards count
    double epsilon = 0.5;        ///< share of random actions at first
    double epsilonDecay = 0.9;   ///< factor at each episode
    double epsilonLeast = 0.05;
    double tolerance = 0.01; ///< stops at a check when the batches are within this share of the lower bound
};

/// Same graph and options, same table. O(episodes × (nodes × signatures + arguments)). Cancelled when stopped.
[[nodiscard]] Result<LearnedTable> learnTable(const OpGraph& graph, const LearnOptions& options,
                                              const RunControl& control);

} // namespace batchscope
