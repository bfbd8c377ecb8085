// SPDX-License-Identifier: GPL-3.0-or-later
//
// Short ways to a schedule give what the long way gives: by level without a Frontier, in recycled memory.
#include "core/schedule/scheduler.h"
#include "core/schedule/validate.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"
#include "tests/support/mixed_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <vector>

namespace batchscope {
namespace {

/// A policy that must go the long way: it does not tell what it is.
class Asked final : public Policy {
public:
    explicit Asked(const Policy& policy) : Policy(policy.traits()), m_policy(policy) {
        m_traits.runsLowestLevelFirst = false;
    }
    [[nodiscard]] Pick choose(const Frontier& frontier) const override { return m_policy.choose(frontier); }

private:
    const Policy& m_policy;
};

bool sameCandidate(const Candidate& left, const Candidate& right) {
    return left.signature == right.signature && left.ready == right.ready && left.lowestLevel == right.lowestLevel &&
           left.score == right.score;
}

void expectSameBatches(const Schedule& left, const Schedule& right) {
    EXPECT_EQ(left.batchSignatures.values(), right.batchSignatures.values());
    EXPECT_EQ(left.batchOffsets, right.batchOffsets);
    EXPECT_EQ(left.nodes, right.nodes);
    EXPECT_EQ(left.syncPoints, right.syncPoints);
    EXPECT_TRUE(std::equal(left.places.begin(), left.places.end(), right.places.begin(), right.places.end(),
                           [](const Place& a, const Place& b) { return a.batch == b.batch && a.row == b.row; }));
}

void expectSame(const Schedule& left, const Schedule& right) {
    EXPECT_EQ(left.policy, right.policy);
    EXPECT_EQ(left.rule, right.rule);
    EXPECT_EQ(left.scoreName, right.scoreName);
    expectSameBatches(left, right);
    EXPECT_EQ(left.reasons.values(), right.reasons.values());
    EXPECT_EQ(left.candidateOffsets, right.candidateOffsets);
    EXPECT_TRUE(std::equal(left.candidates.begin(), left.candidates.end(), right.candidates.begin(),
                           right.candidates.end(), sameCandidate));
}

/// Graphs of a net over random trees of every kind of option.
std::vector<OpGraph> graphsOf(const Net& net, std::uint64_t seed) {
    std::vector<OpGraph> graphs;
    const std::size_t leaves = testing::fewestLeaves(net.name) + seed % 9;
    const Treebank bank = *generateTreebank({.leaves = leaves, .trees = 1 + seed % 5, .seed = seed});
    for (const Granularity granularity : {Granularity::Cell, Granularity::Primitive}) {
        for (const Outputs outputs : {Outputs::Root, Outputs::All}) {
            graphs.push_back(testing::graphOf(bank, {.model = net.name,
                                                     .dim = 4,
                                                     .outputs = outputs,
                                                     .merge = static_cast<Merge>(seed % 3),
                                                     .granularity = granularity}));
        }
    }
    return graphs;
}

std::vector<OpGraph> allGraphs() {
    std::vector<OpGraph> graphs;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        for (const Net& net : nets()) {
            if (net.leaves == Leaves::Words) {
                const std::vector<OpGraph> some = graphsOf(net, seed);
                graphs.insert(graphs.end(), some.begin(), some.end());
            }
        }
        graphs.push_back(testing::mixedGraph(seed));
        graphs.push_back(testing::mixedGraph(seed, {.rounds = 3}));
        OpGraph batchable = testing::mixedGraph(seed, {.calls = 200});
        for (std::size_t op = 0; op < batchable.ops.ops.size(); ++op) {
            batchable.ops.ops[OpId(op)].batchable = Batchable::Yes;
        }
        graphs.push_back(std::move(batchable));
    }
    graphs.push_back(testing::mixedGraph(1, {.calls = 0}));
    return graphs;
}

TEST(ScheduleByLevel, IsTheScheduleOfTheLoopInEveryPart) {
    std::size_t several = 0; // batches that had to be chosen
    for (const OpGraph& graph : allGraphs()) {
        for (const char* name : {"depth", "alap"}) {
            const Policy& policy = **findPolicy(name);
            ASSERT_TRUE(policy.traits().runsLowestLevelFirst);
            const Schedule shortWay = *makeSchedule(graph, policy, {});
            expectSame(shortWay, *makeSchedule(graph, Asked(policy), {}));
            EXPECT_TRUE(validate(graph, shortWay).hasValue());
            several += shortWay.candidates.size() > shortWay.batchCount() ? 1 : 0;
        }
    }
    EXPECT_GT(several, 100U) << "or the test says little";
}

TEST(ScheduleByLevel, StopsWhenAsked) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    std::stop_source stop;
    std::size_t batches = 0;
    const RunControl control(stop.get_token(), [&](std::string_view, std::size_t, std::size_t) {
        ++batches;
        stop.request_stop();
    });
    const Result<Schedule> schedule = makeSchedule(graph, **findPolicy("depth"), control);
    ASSERT_FALSE(schedule.hasValue());
    EXPECT_EQ(schedule.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(batches, 1U);
}

TEST(RecycledMemory, LeavesNoTraceInSchedulesAndGraphs) {
    Scheduler scheduler;
    FoldMemory memory;
    OpGraph again;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const Treebank bank = *generateTreebank({.leaves = 1 + seed * 7 % 11, .trees = 1 + seed % 4, .seed = seed});
        const GraphOptions options{.model = seed % 2 == 0 ? "spinn" : "tree-lstm",
                                   .outputs = seed % 3 == 0 ? Outputs::All : Outputs::Root};
        const OpGraph graph = testing::graphOf(bank, options);
        memory.giveBack(std::move(again));
        again = *GraphBuilder::make(bank)->graph(options, {}, memory);
        EXPECT_EQ(again.nodeSignatures.values(), graph.nodeSignatures.values());
        EXPECT_EQ(again.argumentOffsets, graph.argumentOffsets);
        EXPECT_EQ(again.arguments, graph.arguments);
        EXPECT_EQ(again.nodeOps.values(), graph.nodeOps.values());
        EXPECT_EQ(again.levels.values(), graph.levels.values());
        EXPECT_EQ(again.outputs, graph.outputs);
        EXPECT_EQ(again.targets, graph.targets);
        EXPECT_EQ(again.calls, graph.calls);
        for (const char* name : {"depth", "regular", "agenda"}) {
            const Policy& policy = **findPolicy(name);
            ASSERT_TRUE(scheduler.run(graph, policy, {}));
            expectSame(scheduler.schedule(), *makeSchedule(graph, policy, {}));
        }
    }
}

} // namespace
} // namespace batchscope
