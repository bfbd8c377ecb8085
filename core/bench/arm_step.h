// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs one step of an arm and defines which part of it is timed, which differs by arm. A step computes the requested
// values (and gradients, when training) of a mini-batch of trees.
//
//                               timed                                             made once, before, untimed
//     regular, folded…          build, schedule, plan, run, read out              -
//     direct, trees of a shape  word ids into the plan (as build), run, read out  the graph, its batches, the wiring
//                               (each step is wired anew; that time is not counted)
//     direct, mixed shapes;     the same. With hand batching, the wiring of       the same, with the surplus rows
//     padded, packed            each batch of trees comes from a data loader
//
// So a hand-batched arm bounds what batching can achieve; for batches of mixed shapes the bound is optimistic, because
// their wiring fits only these trees. A policy that trains on the graph (`learned`) does so once, before the first
// step, on the first trees that it gets, as one would train it on a part of the data.
#pragma once

#include "core/base/result.h"
#include "core/bench/arms.h"
#include "core/exec/runner.h"
#include "core/schedule/batch_plan.h"

#include <memory>
#include <optional>

namespace batchscope {

// The batches that one would write by hand for a known net, as a reference for dynamic batching. They are derived from
// the net's own graph, so every net has them, and they use the same kernels and weights as all arms.
//
// SameShape    all trees have one shape: each place of the tree is one batch with one row per tree. Looks et al. (2017,
//              Table 1) call that manual batching: their static graph calls the cell once for each tree node
//              (github.com/tensorflow/fold, iclr_2017_benchmark.py, TfModel). No argument is gathered.
// LevelPadded  at each level, every tree takes the same number of rows of an op as the widest tree there; surplus rows
//              are computed and discarded. Outputs that no node reads (a classifier's scores) run once, at the end. For
//              a sequence, this is pad_sequence: level = place in the sentence, all padded to the longest.
// Packed       the same levels without surplus, trees sorted from long to short, so that the rows of each batch
//              are the first rows of the one before: pack_padded_sequence.
//
// The last two store rows place by place, and tree by tree within a place, as in tensors [time, batch, …].

enum class HandBatching { SameShape, LevelPadded, Packed };

struct HandBatched {
    HandBatching way = HandBatching::SameShape;
    OpGraph graph; ///< the nodes of the original graph keep their ids; surplus nodes follow them
    Schedule schedule;
    BatchPlan plan;
    std::size_t surplusRows = 0; ///< rows that are computed and discarded

    /// The share of rows that are discarded, 0 … 1.
    [[nodiscard]] double waste() const;
};

/// True if all trees record the same calls on corresponding nodes; integers and constants may differ.
[[nodiscard]] bool haveOneShape(const OpGraph& graph);

/// Batches a graph by hand-written rules. For `SameShape`, all trees must have one shape. Config errors: calls that
/// wait for values (sync points), ops that do not batch, padding beyond ten million rows (one huge tree among small
/// ones). `name` is the arm's name; it appears in messages and as the schedule's policy.
[[nodiscard]] Result<HandBatched> batchByHand(OpGraph graph, HandBatching way, std::string_view name);

/// Writes the graph's word ids into an existing plan. For trees of one shape, new trees change nothing else.
void bindIntegers(const OpGraph& graph, const Schedule& schedule, BatchPlan& plan);

/// The time and the result of one step.
struct ArmSample {
    PhaseSeconds seconds; ///< construction included
    ArmRun run;
};

/// Runs an arm at one width repeatedly, on one batch of trees after another.
class ArmStep {
public:
    /// Hand-batched arms make their batches here. The builder must outlive the step. Fails like GraphBuilder::graph,
    /// serves and batchByHand.
    [[nodiscard]] static Result<ArmStep> make(const GraphBuilder& builder, const Arm& arm, const GraphOptions& options,
                                              const RunControl& control);

    /// Chooses the trees for the following steps, with the same net and width. Hand-batched arms make their batches
    /// here, unless the trees are unchanged. Fails like make.
    [[nodiscard]] Status choose(const GraphOptions& options, const RunControl& control);
    [[nodiscard]] Result<ArmSample> run(const Parameters& parameters, const RunOptions& options,
                                        const RunControl& control);
    /// The graph of the last run, with surplus nodes at its end.
    [[nodiscard]] const OpGraph& graph() const { return m_handBatched ? m_handBatched->graph : m_graph; }
    /// True if its nodes are those of the requested graph, with the same ids.
    [[nodiscard]] bool hasOwnNodes() const { return m_ownOptions == m_options; }
    /// The figures of the last run; requires that there was one.
    [[nodiscard]] RunFigures figures() const { return m_executor->figures(); }
    /// The time in which the policy trained on the graph, before the first step; none if it does not train.
    [[nodiscard]] std::optional<double> learnSeconds() const { return m_learnSeconds; }
    /// Null unless the arm is hand-batched.
    [[nodiscard]] const HandBatched* handBatched() const { return m_handBatched ? &*m_handBatched : nullptr; }

private:
    ArmStep(const GraphBuilder& builder, const Arm& arm, const GraphOptions& options)
        : m_builder(&builder), m_arm(arm), m_options(options), m_ownOptions(graphOptionsOf(arm, options)) {}
    [[nodiscard]] Result<ArmSample> runByHand(const Parameters& parameters, const RunOptions& options,
                                              const RunControl& control);
    [[nodiscard]] Status prepare(const OpGraph& graph, const RunOptions& own, const RunControl& control);
    [[nodiscard]] Status learn(const OpGraph& graph, const RunControl& control);
    [[nodiscard]] Status batchOwnGraph(const RunControl& control);

    const GraphBuilder* m_builder;
    Arm m_arm;
    GraphOptions m_options;    // as requested
    GraphOptions m_ownOptions; // adapted to the arm
    OpGraph m_graph;
    FoldMemory m_memory;
    bool m_isPrepared = false;         // for the graph of m_options
    std::unique_ptr<Policy> m_learned; // replaces the arm's policy if that had to train on the graph
    std::optional<double> m_learnSeconds;
    std::unique_ptr<Executor> m_executor; // made for m_executorOptions in the first run
    ExecutorOptions m_executorOptions;
    std::optional<HandBatched> m_handBatched;
};

} // namespace batchscope
