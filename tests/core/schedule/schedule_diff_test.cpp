// SPDX-License-Identifier: GPL-3.0-or-later
//
// What two schedules of one graph differ in: small cases worked out by hand, and the accounts of many pairs of
// policies.
#include "core/schedule/schedule_diff.h"

#include "core/schedule/row_order.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"
#include "tests/support/lettered_graph.h"
#include "tests/support/mixed_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace batchscope {
namespace {

using testing::batchedAs;
using ::testing::IsEmpty;
using testing::lettered;

std::string shown(BatchId batch) {
    return batch.valid() ? std::to_string(batch.value) : "-";
}

/// A row a line: "grown 0>1 2/3/2", steps before and after, sizes before, after and in common; "~4" the relative.
std::vector<std::string> rowsOf(const ScheduleDiff& diff) {
    std::vector<std::string> rows;
    for (const BatchDifference& row : diff.batches) {
        std::string text = batchChangeName(row.change);
        text += " " + shown(row.before) + ">" + shown(row.after) + " " + std::to_string(row.sizeBefore) + "/" +
                std::to_string(row.sizeAfter) + "/" + std::to_string(row.common);
        rows.push_back(text + (row.relative.valid() ? " ~" + shown(row.relative) : ""));
    }
    return rows;
}

std::vector<std::uint32_t> movedIn(const ScheduleDiff& diff) {
    std::vector<std::uint32_t> moved;
    std::transform(diff.moved.begin(), diff.moved.end(), std::back_inserter(moved),
                   [](NodeId node) { return node.value; });
    return moved;
}

ScheduleDiff diffOf(const OpGraph& graph, const char* before, const char* after) {
    return diffSchedules(graph, batchedAs(graph, before), batchedAs(graph, after));
}

TEST(ScheduleDiff, PairsBatchesByWhatTheyHaveInCommon) {
    using Strings = std::vector<std::string>;
    const struct {
        const char* calls;
        const char* before;
        const char* after;
        Strings rows;
        std::vector<std::uint32_t> moved;
    } cases[] = {
        {"a a a b b", "0,1,2 3,4", "2,0,1 4,3", {"same 0>0 3/3/3", "same 1>1 2/2/2"}, {}},
        {"a a a b b", "0,1,2 3,4", "3,4 0,1,2", {"same 1>0 2/2/2", "same 0>1 3/3/3"}, {}},
        {"a a a a a a",
         "0,1,2,3,4,5",
         "0,1 2,3,4 5",
         {"only-after ->0 0/2/0 ~0", "split 0>1 6/3/3", "only-after ->2 0/1/0 ~0"},
         {0, 1, 5}},
        {"a a a a a a",
         "0,1 2,3,4 5",
         "0,1,2,3,4,5",
         {"joined 1>0 3/6/3", "only-before 0>- 2/0/0 ~0", "only-before 2>- 1/0/0 ~0"},
         {0, 1, 5}},
        {"a a a a a a", "0,1,2 3,4,5", "0,1 2,3,4,5", {"shrunk 0>0 3/2/2", "grown 1>1 3/4/3"}, {2}},
        {"a a a a a a", "0,1,2 3,4,5", "0,1,5 3,4,2", {"regrouped 0>0 3/3/2", "regrouped 1>1 3/3/2"}, {2, 5}},
        // Of equal overlaps the earlier steps are paired.
        {"a a a a", "0,1,2,3", "0,1 2,3", {"split 0>0 4/2/2", "only-after ->1 0/2/0 ~0"}, {2, 3}},
        {"a a a a", "0,1 2,3", "0,1,2,3", {"joined 0>0 2/4/2", "only-before 1>- 2/0/0 ~0"}, {2, 3}},
    };
    for (const auto& each : cases) {
        SCOPED_TRACE(std::string(each.before) + " to " + each.after);
        const ScheduleDiff diff = diffOf(lettered(each.calls), each.before, each.after);
        EXPECT_EQ(rowsOf(diff), each.rows);
        EXPECT_EQ(movedIn(diff), each.moved);
    }
}

TEST(ScheduleDiff, IsToldInWords) {
    const OpGraph graph = lettered("a a a a a a a a a");
    EXPECT_EQ(diffText(diffOf(graph, "0,1,2,3 4,5,6,7,8", "3,2,1,0 4,5,6,7,8"), "A", "B"),
              "A and B make the same batches in the same order.");
    const ScheduleDiff diff = diffOf(graph, "0,1,2 3,4,5 6,7,8", "3,4,5,6,7 0,1,2,8");
    EXPECT_EQ(changeText(diff.batches[1]), "3 nodes moved to 2 batches, most of them to batch 1");
    EXPECT_EQ(diffText(diff, "A", "B"),
              "A: 3 batches. B: 2 batches, 1 fewer (1 saved, 0 added). 3 of 9 nodes run in another batch.");
}

// ---- accounts ------------------------------------------------------------------------------------------------------

std::set<NodeId> setOf(const Schedule& schedule, BatchId batch) {
    if (!batch.valid()) {
        return {};
    }
    const auto nodes = schedule.batch(batch);
    return {nodes.begin(), nodes.end()};
}

/// Batches of the schedule that hold one of these nodes.
std::set<BatchId> batchesWith(const Schedule& schedule, const std::set<NodeId>& nodes) {
    std::set<BatchId> batches;
    for (const NodeId node : nodes) {
        batches.insert(schedule.places[node].batch);
    }
    return batches;
}

bool areInside(const Schedule& schedule, const std::set<BatchId>& batches, const std::set<NodeId>& nodes) {
    return std::all_of(batches.begin(), batches.end(), [&](BatchId batch) {
        const auto own = setOf(schedule, batch);
        return std::includes(nodes.begin(), nodes.end(), own.begin(), own.end());
    });
}

/// What the header says of the changes, from sets.
BatchChange changeBySets(const Schedule& before, const Schedule& after, const BatchDifference& row) {
    const std::set<NodeId> old = setOf(before, row.before);
    const std::set<NodeId> now = setOf(after, row.after);
    if (now.empty()) {
        return BatchChange::OnlyBefore;
    }
    if (old.empty()) {
        return BatchChange::OnlyAfter;
    }
    const bool lost = !std::includes(now.begin(), now.end(), old.begin(), old.end());
    const bool gained = !std::includes(old.begin(), old.end(), now.begin(), now.end());
    if (lost && gained) {
        return BatchChange::Regrouped;
    }
    if (lost) {
        return areInside(after, batchesWith(after, old), old) ? BatchChange::Split : BatchChange::Shrunk;
    }
    if (gained) {
        return areInside(before, batchesWith(before, now), now) ? BatchChange::Joined : BatchChange::Grown;
    }
    return BatchChange::Same;
}

void expectSums(const OpGraph& graph, const ScheduleDiff& diff) {
    EXPECT_EQ(static_cast<std::ptrdiff_t>(diff.total.saved) - static_cast<std::ptrdiff_t>(diff.total.added),
              static_cast<std::ptrdiff_t>(diff.total.before) - static_cast<std::ptrdiff_t>(diff.total.after));
    EXPECT_EQ(diff.total.nodes, graph.size());
    EXPECT_EQ(diff.total.moved, diff.moved.size());
}

/// Every batch of each schedule in one row, every node counted once, every label as the sets say.
void expectAccounts(const OpGraph& graph, const Schedule& before, const Schedule& after) {
    const ScheduleDiff diff = diffSchedules(graph, before, after);
    std::set<BatchId> old;
    std::set<BatchId> now;
    std::set<NodeId> moved;
    std::size_t common = 0;
    for (const BatchDifference& row : diff.batches) {
        EXPECT_TRUE(!row.before.valid() || old.insert(row.before).second);
        EXPECT_TRUE(!row.after.valid() || now.insert(row.after).second);
        const std::set<NodeId> nodesBefore = setOf(before, row.before);
        const std::set<NodeId> nodesAfter = setOf(after, row.after);
        EXPECT_EQ(row.sizeBefore, nodesBefore.size());
        EXPECT_EQ(row.sizeAfter, nodesAfter.size());
        const std::size_t movedBefore = moved.size();
        std::set_difference(nodesBefore.begin(), nodesBefore.end(), nodesAfter.begin(), nodesAfter.end(),
                            std::inserter(moved, moved.end()));
        EXPECT_EQ(moved.size() - movedBefore, row.lost());
        common += row.common;
        EXPECT_EQ(row.change, changeBySets(before, after, row)) << batchChangeName(row.change);
        if (row.change == BatchChange::Split || row.change == BatchChange::OnlyBefore) {
            EXPECT_EQ(row.parts, batchesWith(after, nodesBefore).size());
        } else if (row.change == BatchChange::Joined || row.change == BatchChange::OnlyAfter) {
            EXPECT_EQ(row.parts, batchesWith(before, nodesAfter).size());
        }
    }
    EXPECT_EQ(old.size(), before.batchCount());
    EXPECT_EQ(now.size(), after.batchCount());
    EXPECT_EQ(common + moved.size(), graph.size());
    EXPECT_EQ(diff.moved, std::vector<NodeId>(moved.begin(), moved.end()));
    EXPECT_EQ(static_cast<std::ptrdiff_t>(diff.total.saved) - static_cast<std::ptrdiff_t>(diff.total.added),
              static_cast<std::ptrdiff_t>(before.batchCount()) - static_cast<std::ptrdiff_t>(after.batchCount()));
    expectSums(graph, diff);
}

void expectAccountsOfAllPairs(const OpGraph& graph) {
    const std::vector<const Policy*> policies = *parsePolicies("all", graph);
    ASSERT_GE(policies.size(), 8U);
    std::vector<Schedule> schedules;
    for (const Policy* policy : policies) {
        schedules.push_back(testing::scheduleOf(graph, policy->name()));
    }
    for (const Schedule& before : schedules) {
        for (const Schedule& after : schedules) {
            SCOPED_TRACE(before.policy + " and " + after.policy);
            expectAccounts(graph, before, after);
        }
    }
}

class ScheduleDiffOfNet : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Nets, ScheduleDiffOfNet,
                         ::testing::Values("tree-lstm", "tree-rnn", "spinn", "bilstm-tagger", "transition-parser"),
                         testing::nameOfNet);

TEST_P(ScheduleDiffOfNet, AccountsForEveryNodeAndBatchOfEveryPairOfPolicies) {
    const Treebank bank = *generateTreebank({.leaves = LeafRange(2, 5), .trees = 3, .vocabulary = 6, .seed = 5});
    for (const Granularity granularity : {Granularity::Cell, Granularity::Primitive}) {
        GraphOptions options{.model = GetParam(), .dim = 4, .outputs = Outputs::All};
        options.granularity = granularity;
        expectAccountsOfAllPairs(testing::graphOf(bank, options));
    }
}

TEST(ScheduleDiffOfMixedGraphs, AccountsForEverythingAGraphMayHold) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE(seed);
        expectAccountsOfAllPairs(
            testing::mixedGraph(seed, {.calls = 60, .rounds = static_cast<std::uint32_t>(1 + seed % 3)}));
    }
}

TEST(ScheduleDiffOfDeepGraphs, AMillionLevelsAreNoRecursion) {
    constexpr std::size_t kLevels = 1'000'000;
    OpGraph graph = lettered("a b(0)");
    for (std::size_t index = graph.size(); index < kLevels; ++index) { // b after b
        graph.nodeOps.push_back(graph.nodeOps[NodeId(std::size_t{1})]);
        graph.nodeSignatures.push_back(graph.nodeSignatures[NodeId(std::size_t{1})]);
        graph.levels.push_back(static_cast<std::uint32_t>(index));
        graph.origins.push_back({});
        graph.arguments.emplace_back(Value{NodeId(index - 1), 0});
        graph.argumentOffsets.push_back(static_cast<std::uint32_t>(graph.arguments.size()));
    }
    const Schedule regular = testing::scheduleOf(graph, "regular");
    const Schedule depth = testing::scheduleOf(graph, "depth");
    const ScheduleDiff diff = diffSchedules(graph, regular, depth);
    EXPECT_EQ(diff.batches.size(), kLevels);
    EXPECT_THAT(diff.moved, IsEmpty());
    EXPECT_TRUE(diff.keepsOrder);
}

} // namespace
} // namespace batchscope
