// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trains a net over epochs: the trees are shuffled, cut into mini-batches, folded, scheduled and run, and after each
// epoch the net is judged on trees that it has not seen. While one mini-batch runs, the next one is made ready on a
// thread of its own.
//
// Order and masks depend only on the seed and the number of the epoch, so a trainer that resumes at epoch 5 with the
// weights and moments of a checkpoint repeats a training that was not interrupted.
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
    GraphOptions graph = {}; ///< the net, and where its loss is: at roots or at all nodes; its trees are ignored
    RunOptions run = {};     ///< executor and row order; its work is ignored
    OptimizerOptions optimizer = {};
    std::size_t batch = 25; ///< trees per weight update, at least 1
    double dropout = 0.0;   ///< probability before the classifier (dropout.h), in [0, 1)
    double rateDecay = 1.0; ///< factor of the learning rate after each epoch, above 0
    std::size_t warmUp = 0; ///< number of updates over which the learning rate rises to its full value
    std::uint64_t seed = 1; ///< seed of order and masks
    /// The ranks that share the trees of each mini-batch and those to judge; must outlive the trainer. Null: no others.
    ProcessGroup* group = nullptr;
};

/// The figures of one epoch of training.
struct EpochFigures {
    std::size_t epoch = 0;  ///< from 1
    double seconds = 0.0;   ///< wall time, including construction and waiting
    PhaseSeconds phases;    ///< sums over the updates; schedule and build overlap with the others
    double waited = 0.0;    ///< seconds spent waiting for the next mini-batch to be built
    double exchanged = 0.0; ///< seconds spent on summing gradients over the ranks, including waiting for them
    double loss = 0.0;      ///< mean loss of the mini-batches, each before its update
    std::size_t trees = 0;
    std::size_t updates = 0;
    /// A loss was NaN or infinite, and the epoch ended before that update; or the last update made such weights.
    bool endedNotFinite = false;

    [[nodiscard]] double treesPerSecond() const { return seconds > 0.0 ? static_cast<double>(trees) / seconds : 0.0; }
};

/// The scores at one requested value of a tree.
struct TreeScores {
    TreeId tree;
    TreeNodeId node; ///< in the tree after shape operations
    bool isRoot = false;
    std::int32_t target = kNoTarget;
    std::span<const double> scores;
};

/// Only one thread may use it at a time.
class Trainer {
public:
    /// The builder and the policy must outlive the trainer; `parameters` belong to `ops`, which are the ops of the
    /// graphs (OpGraph::ops). Config error for options out of range.
    [[nodiscard]] static Result<Trainer> create(const GraphBuilder& builder, const Policy& policy,
                                                const TrainingOptions& options, const OpSet& ops,
                                                Parameters parameters);
    Trainer(Trainer&&) noexcept;
    Trainer& operator=(Trainer&&) noexcept;
    Trainer(const Trainer&) = delete;
    Trainer& operator=(const Trainer&) = delete;
    ~Trainer();

    /// Learns from all trees once, in random order. Fails like GraphBuilder::graph, addDropout, Executor::run and
    /// ProcessGroup; Config error if no tree of a mini-batch has a label. Cancelled if stopped between updates, which
    /// keeps the updates made so far.
    [[nodiscard]] Result<EpochFigures> epoch(std::span<const TreeId> trees, const RunControl& control);
    /// Passes the scores of all requested values of these trees to `sink`, in order, without dropout. Independent of
    /// other ranks. Fails like epoch().
    [[nodiscard]] Status score(std::span<const TreeId> trees, const std::function<void(const TreeScores&)>& sink,
                               const RunControl& control);
    /// The metrics of all labeled places of these trees, over all ranks. `sink`, if not empty, receives the scores of
    /// this rank's share. Fails like epoch().
    [[nodiscard]] Result<Metrics> judge(std::span<const TreeId> trees, const RunControl& control,
                                        const std::function<void(const TreeScores&)>& sink = {});

    /// The number of completed epochs, including those before a checkpoint.
    [[nodiscard]] std::size_t epochs() const;
    [[nodiscard]] const Parameters& parameters() const;
    [[nodiscard]] Optimizer& optimizer();
    /// Replaces the weights, and continues as if so many epochs were complete.
    void resume(Parameters parameters, std::size_t epochs);

private:
    class Impl;
    explicit Trainer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace batchscope
