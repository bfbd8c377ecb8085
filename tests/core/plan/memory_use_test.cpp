// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory step by step: against a plain loop over values, against the plan's own places, and what it must say of chains.
#include "core/plan/memory_use.h"

#include "core/plan/gradient_plan.h"
#include "core/plan/launch_plan.h"
#include "core/plan/plan_figures.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"
#include "tests/support/pass_sets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace batchscope {
namespace {

constexpr const char* kNets[] = {"tree-lstm", "tree-rnn", "child-sum-tree-lstm", "spinn"};
constexpr const char* kPolicies[] = {"regular", "depth", "agenda"};

OpGraph manyTrees(const char* net, Outputs outputs = Outputs::Root) {
    return testing::graphOf(*generateTreebank({.leaves = 7, .trees = 4, .vocabulary = 5, .seed = 5}),
                            {.model = net, .dim = 5, .outputs = outputs, .binarization = Binarization::Left});
}

/// Bytes of the values that a step or a later one reads, or that were asked for, by looking at every value each time.
std::uint64_t neededBySlowLoop(const OpGraph& graph, const Schedule& schedule, std::size_t step) {
    std::uint64_t bytes = 0;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        if (schedule.places[node].batch.index() > step) {
            continue;
        }
        for (std::uint32_t output = 0; output < graph.opOf(node).outputs(); ++output) {
            const Value value{node, output};
            bool isNeeded = schedule.places[node].batch.index() == step ||
                            std::find(graph.outputs.begin(), graph.outputs.end(), value) != graph.outputs.end();
            for (std::size_t reader = 0; reader < graph.size() && !isNeeded; ++reader) {
                for (const Argument& argument : graph.argumentsOf(NodeId(reader))) {
                    isNeeded =
                        isNeeded || (argument.isValue() && argument.node() == node && argument.output == output &&
                                     schedule.places[NodeId(reader)].batch.index() >= step);
                }
            }
            bytes += isNeeded ? static_cast<std::uint64_t>(graph.opOf(node).outputWidth(output)) * 4 : 0;
        }
    }
    return bytes;
}

TEST(MemoryUse, OfPlainBodiesIsWhatASlowLoopFinds) {
    for (const char* net : kNets) {
        for (const Outputs outputs : {Outputs::Root, Outputs::All}) {
            const OpGraph graph = manyTrees(net, outputs);
            for (const char* policy : kPolicies) {
                const Schedule schedule = testing::scheduleOf(graph, policy);
                const MemoryUse use = memoryUse(graph, schedule, PassChoice(), false);
                ASSERT_EQ(use.needed.size(), schedule.batchCount());
                for (std::size_t step = 0; step < use.needed.size(); ++step) {
                    ASSERT_EQ(use.needed[step], neededBySlowLoop(graph, schedule, step))
                        << net << ' ' << policy << " step " << step;
                }
                EXPECT_EQ(use.held, use.written.back());
            }
        }
    }
}

void expectConsistent(const MemoryUse& use, const std::string& of) {
    ASSERT_TRUE(use.peak.valid()) << of;
    EXPECT_EQ(use.peakBytes(), *std::max_element(use.needed.begin(), use.needed.end())) << of;
    EXPECT_TRUE(std::is_sorted(use.written.begin(), use.written.end())) << of;
    for (std::size_t step = 0; step < use.needed.size(); ++step) {
        EXPECT_LE(use.needed[step], use.written[step]) << of << " step " << step;
    }
    const std::uint64_t alive =
        std::accumulate(use.holders.begin(), use.holders.end(), std::uint64_t{0},
                        [](std::uint64_t sum, const MemoryHolder& holder) { return sum + holder.bytes; });
    EXPECT_EQ(alive, use.peakBytes()) << of << ": what is alive at the peak adds up to it";
    for (const MemoryHolder& holder : use.holders) {
        EXPECT_GE(holder.firstFreed, use.peak) << of;
        EXPECT_GE(holder.lastFreed, holder.firstFreed) << of;
        EXPECT_LE(holder.requested, holder.rows) << of;
    }
}

TEST(MemoryUse, OfTheEngineIsThatOfItsPlan) {
    for (const char* net : kNets) {
        const OpGraph graph = manyTrees(net);
        for (const char* policy : kPolicies) {
            for (const PassSet passes : ablationSets()) {
                for (const bool trains : {false, true}) {
                    const std::string of = std::string(net) + ' ' + policy + ' ' + passChoiceText(passes);
                    const Schedule schedule = testing::scheduleOf(graph, policy);
                    const NetCode code = compileNet(graph.ops, passes);
                    const LaunchPlan plan =
                        makeLaunchPlan({code, graph, schedule, planOptionsFor(graph.ops, code, trains)});
                    const MemoryUse use = memoryUse(graph, schedule, passes, trains);
                    EXPECT_EQ(use.held, figuresOf({code, plan, graph.ops.dtype}).bytesMemory) << of;
                    EXPECT_LE(use.written.back(), use.held) << of << ": the rest are parameters that are read as rows";
                    EXPECT_GE(use.written.back() * 10, use.held * 8) << of << ": nearly all of it is named";
                    expectConsistent(use, of);
                }
            }
        }
    }
}

/// Both passes are what the engine reserves; a run that does not train has no gradients.
TEST(MemoryUse, OfTrainingCountsTheGradients) {
    const OpGraph graph = manyTrees("tree-lstm");
    const Schedule schedule = testing::scheduleOf(graph, "depth");
    const NetCode code = compileNet(graph.ops, PassSet::all());
    const LaunchPlan plan = makeLaunchPlan({code, graph, schedule, planOptionsFor(graph.ops, code, true)});
    const MemoryUse use = memoryUse(graph, schedule, PassSet::all(), true);
    ASSERT_TRUE(use.withGradients);
    EXPECT_EQ(*use.withGradients, makeGradientPlan(code, graph, plan, 1).end * kRowUnit);
    EXPECT_GT(*use.withGradients, use.held);
    EXPECT_FALSE(memoryUse(graph, schedule, PassSet::all(), false).withGradients);
    EXPECT_FALSE(memoryUse(graph, schedule, PassChoice(), true).withGradients) << "LibTorch makes them";
}

/// A chain node by node needs one state at a time, however long it is; what the run holds grows with it.
TEST(MemoryUse, OfAChainStaysWhileWhatIsHeldGrows) {
    const auto useOf = [](std::size_t leaves) {
        const OpGraph graph = testing::graphOf(
            *generateTreebank(
                {.shape = TreeShape::Sequence, .leaves = leaves, .trees = 1, .vocabulary = 400, .seed = 2}),
            {.model = "lstm-acceptor", .dim = 64});
        return memoryUse(graph, testing::scheduleOf(graph, "regular"), PassChoice(), false);
    };
    const MemoryUse shorter = useOf(50);
    const MemoryUse longer = useOf(200);
    EXPECT_GT(longer.held, 3 * shorter.held);
    EXPECT_LT(longer.needed[longer.needed.size() / 2], longer.held / 2);
}

TEST(MemoryUse, WhatWasAskedForStaysToTheEnd) {
    const OpGraph graph = manyTrees("tree-lstm", Outputs::All);
    const Schedule schedule = testing::scheduleOf(graph, "depth");
    const MemoryUse use = memoryUse(graph, schedule, PassChoice(), false);
    std::uint64_t asked = 0;
    for (const Value& value : graph.outputs) {
        asked += static_cast<std::uint64_t>(graph.opOf(value.node).outputWidth(value.output)) * 4;
    }
    EXPECT_GE(use.needed.back(), asked);
    const auto logits = std::find_if(use.holders.begin(), use.holders.end(),
                                     [](const MemoryHolder& holder) { return holder.requested > 0; });
    ASSERT_NE(logits, use.holders.end());
    EXPECT_EQ(logits->requested, logits->rows);
    EXPECT_EQ(logits->lastFreed, BatchId(schedule.batchCount() - 1));
}

TEST(MemoryUse, OfNothingIsNothing) {
    const MemoryUse use = memoryUse(OpGraph(), Schedule(), PassChoice(), false);
    EXPECT_FALSE(use.peak.valid());
    EXPECT_EQ(use.peakBytes(), 0U);
    EXPECT_THAT(use.holders, ::testing::IsEmpty());
}

} // namespace
} // namespace batchscope
