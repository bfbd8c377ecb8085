// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/fold.h"
#include "core/schedule/explain.h"
#include "core/schedule/metrics.h"
#include "core/schedule/validate.h"
#include "core/treebank/generate.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"
#include "tests/support/mixed_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t kZero = 0;

TEST(Schedule, TextOfTwoTreesUnderThePoliciesOfTheLiteratureIsGolden) {
    const Treebank bank = testing::bankOf(testing::kTwoTrees);
    const OpGraph graph = testing::graphOf(bank);
    std::string text;
    for (const char* policy : {"regular", "depth", "alap", "agenda", "agenda-remaining", "complete-groups", "largest",
                               "sufficient", "optimal", "learned"}) {
        text += scheduleText(graph, testing::scheduleOf(graph, policy)) + "\n";
    }
    EXPECT_EQ(text, testing::goldenText("two_trees.txt"));
}

TEST(Schedule, DepthGroupsAreExactlyLevelAndSignature) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    const Schedule schedule = testing::scheduleOf(graph, "depth");
    for (std::size_t left = 0; left < graph.size(); ++left) {
        for (std::size_t right = 0; right < graph.size(); ++right) {
            const NodeId a(left);
            const NodeId b(right);
            const bool sameGroup =
                graph.levels[a] == graph.levels[b] && graph.nodeSignatures[a] == graph.nodeSignatures[b];
            EXPECT_EQ(schedule.places[a].batch == schedule.places[b].batch, sameGroup) << left << " " << right;
        }
    }
}

TEST(Schedule, RegularRunsNodesAloneInOrderOfCreation) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    const Schedule schedule = testing::scheduleOf(graph, "regular");
    ASSERT_EQ(schedule.batchCount(), graph.size());
    for (std::size_t index = 0; index < graph.size(); ++index) {
        EXPECT_EQ(schedule.nodes[index], NodeId(index));
    }
}

TEST(Schedule, SaysWhetherNodesRunOneByOne) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {});
    for (const Policy* policy : policies()) {
        SCOPED_TRACE(policy->name());
        if (policy->accepts(graph)) {
            const bool isRegular = policy->name() == std::string_view("regular");
            const Schedule schedule = *makeSchedule(graph, *policy, {});
            EXPECT_EQ(schedule.rule, isRegular ? BatchRule::OneByOne : BatchRule::Grouped);
            EXPECT_EQ(schedule.batchCount() == graph.size(), isRegular);
        }
    }
}

TEST(Schedule, AgendaJoinsTheLogitsOfTreesOfDifferentHeight) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    EXPECT_EQ(testing::scheduleOf(graph, "depth").batchCount(), 5U);
    const Schedule agenda = testing::scheduleOf(graph, "agenda");
    EXPECT_EQ(agenda.batchCount(), 4U);
    EXPECT_EQ(agenda.batchSize(BatchId(std::size_t{3})), 2U);
}

TEST(Schedule, AgendaRunsUnbatchableOpsAloneAndAtOnce) {
    OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    OpSet& ops = graph.ops;
    IdVector<OpId, Op> changed;
    for (const Op& op : ops.ops) {
        changed.push_back(op);
        changed[OpId(changed.size() - 1)].batchable = op.name == "logits" ? Batchable::No : Batchable::Yes;
    }
    ops.ops = changed;
    for (const char* policy : {"agenda", "depth"}) {
        const Schedule schedule = testing::scheduleOf(graph, policy);
        EXPECT_TRUE(validate(graph, schedule).hasValue());
        EXPECT_EQ(schedule.batchCount(), 5U) << policy;
    }
    const Schedule agenda = testing::scheduleOf(graph, "agenda");
    EXPECT_EQ(agenda.reasons[BatchId(std::size_t{2})], Reason::Unbatchable)
        << "the lower tree's logits, before the root";
    EXPECT_EQ(lowerBound(graph).batches, 5U);
}

TEST(Schedule, AlapRunsLeavesRightBelowWhatUsesThem) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    const Schedule alap = testing::scheduleOf(graph, "alap");
    EXPECT_TRUE(validate(graph, alap).hasValue());
    // a b | (a b) c | root of tree 1 | … : tree 2 is lower, so all of it waits for the upper levels
    EXPECT_EQ(alap.batchSize(BatchId(kZero)), 2U);
    EXPECT_EQ(alap.batchSize(BatchId(alap.batchCount() - 1)), 2U) << "both logits last";
}

TEST(Schedule, OptimalIsNeverBeatenAndNeverBelowTheBound) {
    std::size_t better = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Treebank bank = *generateTreebank({.leaves = 1 + seed % 4, .trees = 1 + seed % 2, .seed = seed});
        const OpGraph graph = testing::graphOf(bank, {.outputs = seed % 3 == 0 ? Outputs::All : Outputs::Root});
        if (graph.size() > 16) {
            continue;
        }
        const std::size_t optimum = testing::scheduleOf(graph, "optimal").batchCount();
        EXPECT_GE(optimum, lowerBound(graph).batches);
        for (const Policy* policy : policies()) {
            const std::size_t batches = testing::scheduleOf(graph, policy->name()).batchCount();
            EXPECT_LE(optimum, batches) << policy->name() << ", seed " << seed;
            better += batches > optimum ? 1 : 0;
        }
    }
    EXPECT_GT(better, 0U) << "or the test says nothing";
}

TEST(Schedule, SufficientSaysWhenItCannotBeWrong) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {.outputs = Outputs::All});
    const Schedule schedule = testing::scheduleOf(graph, "sufficient");
    EXPECT_EQ(schedule.batchCount(), lowerBound(graph).batches);
    EXPECT_EQ(schedule.reasons[BatchId(std::size_t{1})], Reason::WholeFrontier);
}

TEST(Metrics, AddUp) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    const Schedule schedule = testing::scheduleOf(graph, "depth");
    const ScheduleMetrics metrics = metricsOf(graph, schedule, makePlan(graph, schedule));
    EXPECT_EQ(metrics.nodes, 10U);
    EXPECT_EQ(metrics.batches, 5U);
    EXPECT_EQ(metrics.launchesSaved, 5U);
    EXPECT_DOUBLE_EQ(metrics.meanBatchSize, 2.0);
    EXPECT_EQ(metrics.medianBatchSize, 1U);
    EXPECT_EQ(metrics.largestBatch, 5U);
    EXPECT_EQ(metrics.rowsViewed + metrics.rowsGathered, 3U * 4U + 2U);
}

/// Every way to break a schedule must be seen.
TEST(Validate, RefusesHandBrokenSchedules) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    const Schedule good = testing::scheduleOf(graph, "depth");
    ASSERT_TRUE(validate(graph, good).hasValue());
    const auto message = [&](const std::function<void(Schedule&)>& damage) {
        Schedule broken = good;
        damage(broken);
        const Status status = validate(graph, broken);
        return status ? std::string("valid") : status.error().message;
    };
    EXPECT_THAT(message([](Schedule& broken) { broken.nodes[1] = broken.nodes[0]; }), HasSubstr("runs twice"));
    EXPECT_THAT(message([](Schedule& broken) {
                    broken.nodes.pop_back();
                    --broken.batchOffsets.back();
                }),
                HasSubstr("only 9 of 10 nodes run"));
    EXPECT_THAT(message([](Schedule& broken) { std::swap(broken.nodes[0], broken.nodes[1]); }),
                HasSubstr("its recorded position differs"));
    EXPECT_THAT(message([](Schedule& broken) {
                    broken.batchSignatures[BatchId(kZero)] = broken.batchSignatures[BatchId(std::size_t{1})];
                }),
                HasSubstr("the signature of node"));
    EXPECT_THAT(message([](Schedule& broken) { broken.batchOffsets.back() = 3; }), HasSubstr("tables do not match"));
    EXPECT_THAT(message([&](Schedule& broken) { // the root's batch first
                    std::reverse(broken.nodes.begin(), broken.nodes.end());
                    IdVector<BatchId, SignatureId> signatures;
                    std::vector<std::uint32_t> offsets = {0};
                    for (std::size_t step = good.batchCount(); step-- > 0;) {
                        const BatchId batch = signatures.push_back(good.batchSignatures[BatchId(step)]);
                        offsets.push_back(offsets.back() + static_cast<std::uint32_t>(good.batchSize(BatchId(step))));
                        for (std::uint32_t at = offsets[batch.index()]; at < offsets.back(); ++at) {
                            broken.places[broken.nodes[at]] = {batch, at - offsets[batch.index()]};
                        }
                    }
                    broken.batchSignatures = signatures;
                    broken.batchOffsets = offsets;
                }),
                HasSubstr("does not run earlier"));
}

class StubPolicy final : public Policy {
public:
    explicit StubPolicy(Pick pick) : Policy({.name = "stub"}), m_pick(std::move(pick)) {}
    [[nodiscard]] Pick choose(const Frontier& /*frontier*/) const override { return m_pick; }

private:
    Pick m_pick;
};

TEST(Scheduler, APolicyThatPicksNothingReadyIsAnErrorNotAHang) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    Pick unready;
    unready.node = NodeId(graph.size() - 1);
    Pick repeated;
    repeated.node = NodeId(kZero);
    Pick unknown;
    unknown.signature = SignatureId(std::size_t{77});
    Pick wrongLevel;
    wrongLevel.signature = SignatureId(kZero);
    wrongLevel.level = 9;
    for (const Pick& pick : {Pick(), unready, repeated, unknown, wrongLevel}) {
        const Result<Schedule> schedule = makeSchedule(graph, StubPolicy(pick), {});
        ASSERT_FALSE(schedule.hasValue());
        EXPECT_EQ(schedule.error().code, ErrorCode::Schedule);
        EXPECT_THAT(schedule.error().message, HasSubstr("policy 'stub' chose no ready node in step"));
    }
}

TEST(Policies, UnknownNamesListTheKnownOnes) {
    EXPECT_THAT(findPolicy("magic").error().message,
                HasSubstr("unknown policy 'magic'; expected regular, depth, alap, agenda"));
    EXPECT_THAT(findPolicy("depht").error().message,
                HasSubstr("unknown policy 'depht'; did you mean 'depth'? Expected regular, depth, alap"));
    const OpGraph small = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    EXPECT_EQ(parsePolicies("all", small)->size(), policies().size());
    EXPECT_EQ(parsePolicies("depth,agenda", small)->size(), 2U);
    EXPECT_FALSE(parsePolicies("depth,", small).hasValue());
    const OpGraph large = testing::graphOf(*generateTreebank({}));
    EXPECT_EQ(parsePolicies("all", large)->size(), policies().size() - 1) << "optimal is for small graphs";
    EXPECT_THAT(makeSchedule(large, **findPolicy("optimal"), {}).error().message, HasSubstr("at most 16 nodes"));
}

} // namespace
} // namespace batchscope
