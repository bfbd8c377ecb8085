// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trains a net over epochs: the trees are shuffled, cut into mini-batches, folded, scheduled and run, and after each
// epoch the net is judged on trees that it has not seen. While one mini-batch runs, the next one is made ready on a
// thread of its own.
//
// Order, masks and weights follow from the seed and the number of the epoch alone, so a trainer that begins at epoch 5
// with the weights and moments of a checkpoint does what one did that never stopped.
//
//     Result<Trainer> trainer = Trainer::create(builder, policy, options, graph->ops, std::move(parameters));
//     Result<EpochFigures> epoch = trainer->epoch(trees, control);
//     Result<Metrics> dev = trainer->judge(devTrees, control);
#pragma once

#include "core/exec/optimizer.h"
#include "core/exec/process_group.h"
#include "core/exec/runner.h"
#include "core/nets/build_graph.h"
#include "core/training/metrics.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace batchscope {

struct TrainingOptions {
    GraphOptions graph = {}; ///< which net, and where its loss is: at roots or at all nodes; its trees are not read
    RunOptions run = {};     ///< executor and row order; the work is training whatever it says
    OptimizerOptions optimizer = {};
    std::size_t batch = 25; ///< trees of a weight update, at least 1
    double dropout = 0.0;   ///< in front of the classifier (dropout.h); in [0, 1)
    double rateDecay = 1.0; ///< the learning rate is multiplied by this after each epoch; above 0
    std::size_t warmUp = 0; ///< updates over which the learning rate rises from 0 to its full height
    std::uint64_t seed = 1; ///< of order and masks
    /// The ranks among which the trees of each mini-batch, and those to judge by, are dealt out; it outlives the
    /// trainer. Null: this process has all.
    ProcessGroup* group = nullptr;
};

/// What one epoch of training took and found.
struct EpochFigures {
    std::size_t epoch = 0;  ///< from 1
    double seconds = 0.0;   ///< all of it: construction, waiting for it, forward, backward, updates
    PhaseSeconds phases;    ///< sums over the updates; schedule and build run beside the others
    double waited = 0.0;    ///< seconds in which nothing was computed, because the next mini-batch was not ready
    double exchanged = 0.0; ///< seconds of summing gradients over the ranks, with waiting for them
    double loss = 0.0;      ///< mean over the updates, before each
    std::size_t trees = 0;
    std::size_t updates = 0;
    /// The loss of the last update is NaN or infinite: the epoch ended there, before the weights were changed by it. Or
    /// the last update made such weights.
    bool endedNotFinite = false;

    [[nodiscard]] double treesPerSecond() const { return seconds > 0.0 ? static_cast<double>(trees) / seconds : 0.0; }
};

/// One requested value of a tree with its scores.
struct TreeScores {
    TreeId tree;
    TreeNodeId node; ///< of the tree as the net took it
    bool isRoot = false;
    std::int32_t target = kNoTarget;
    std::span<const double> scores;
};

/// Not for two threads at once.
class Trainer {
public:
    /// The builder and the policy must outlive it; `ops` are those of the graphs (OpGraph::ops), for which the
    /// parameters were made. Config errors: options out of range, and those of Optimizer::create.
    [[nodiscard]] static Result<Trainer> create(const GraphBuilder& builder, const Policy& policy,
                                                const TrainingOptions& options, const OpSet& ops,
                                                Parameters parameters);
    Trainer(Trainer&&) noexcept;
    Trainer& operator=(Trainer&&) noexcept;
    Trainer(const Trainer&) = delete;
    Trainer& operator=(const Trainer&) = delete;
    ~Trainer();

    /// Goes once over the trees, in an order of its own. Errors of GraphBuilder::graph, addDropout and Executor::run;
    /// Config error where no tree of a mini-batch has a label. Cancelled when stopped between updates: weights are then
    /// those after the last one.
    [[nodiscard]] Result<EpochFigures> epoch(std::span<const TreeId> trees, const RunControl& control);
    /// The scores of all requested values of these trees, in order, whatever the other ranks do. Without dropout.
    /// Errors as epoch.
    [[nodiscard]] Status score(std::span<const TreeId> trees, const std::function<void(const TreeScores&)>& sink,
                               const RunControl& control);
    /// Over those that have a label, of all ranks.
    [[nodiscard]] Result<Metrics> judge(std::span<const TreeId> trees, const RunControl& control);

    /// Epochs that were begun, also those before a checkpoint.
    [[nodiscard]] std::size_t epochs() const;
    [[nodiscard]] const Parameters& parameters() const;
    [[nodiscard]] Optimizer& optimizer();
    /// Replaces the weights, and goes on as if so many epochs were done.
    void resume(Parameters parameters, std::size_t epochs);

private:
    class Impl;
    explicit Trainer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace batchscope
