// SPDX-License-Identifier: GPL-3.0-or-later
//
// Another order of rows in each batch: the same batches and values, fewer copies.
#include "core/formats/read_treebank.h"
#include "core/schedule/batch_plan.h"
#include "core/schedule/row_order.h"
#include "core/schedule/validate.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"
#include "tests/support/mixed_graph.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace batchscope {
namespace {

using testing::mixedGraph;
using namespace testing::mixed; // NOLINT(google-build-using-namespace): the ops, by name

std::vector<Value> words(Fold& fold, std::uint32_t count) {
    std::vector<Value> made;
    for (std::uint32_t word = 0; word < count; ++word) {
        made.push_back(fold.add(kEmbed, {Argument::integer(word)}));
    }
    return made;
}

std::vector<NodeId> nodesOf(const std::vector<Value>& values) {
    std::vector<NodeId> nodes;
    for (const Value& value : values) {
        nodes.push_back(value.node);
    }
    return nodes;
}

std::vector<NodeId> rowsAtStep(const Schedule& schedule, std::size_t step) {
    const auto nodes = schedule.batch(BatchId(step));
    return {nodes.begin(), nodes.end()};
}

std::vector<NodeId> sortedBatch(const Schedule& schedule, std::size_t step) {
    std::vector<NodeId> sorted = rowsAtStep(schedule, step);
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

/// Every block of every store once, without gaps.
void expectStoresFilled(const Schedule& schedule, const BatchPlan& plan) {
    IdVector<StoreId, std::vector<std::uint8_t>> taken;
    for (const StoreSpec& store : plan.stores) {
        taken.push_back(std::vector<std::uint8_t>(store.rows, 0));
    }
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        for (const Block& block : plan.outputsOf(BatchId(step))) {
            for (std::size_t row = 0; row < schedule.batchSize(BatchId(step)); ++row) {
                EXPECT_EQ(++taken[block.store].at(block.firstRow + row), 1);
            }
        }
    }
    for (const std::vector<std::uint8_t>& rows : taken) {
        EXPECT_EQ(std::count(rows.begin(), rows.end(), 0), 0);
    }
}

/// All that must stay under another order; gives the plans' gathered rows before and after.
std::pair<std::size_t, std::size_t> checkReordered(const OpGraph& graph, const Schedule& created) {
    const Schedule ordered = withRowOrder(graph, created, RowOrder::ByConsumer);
    const Status status = validate(graph, ordered);
    EXPECT_TRUE(status.hasValue()) << (status ? "" : status.error().message);
    EXPECT_EQ(ordered.batchOffsets, created.batchOffsets);
    EXPECT_EQ(ordered.batchSignatures.values(), created.batchSignatures.values());
    EXPECT_EQ(ordered.reasons.values(), created.reasons.values());
    EXPECT_EQ(ordered.syncPoints, created.syncPoints);
    EXPECT_EQ(ordered.candidates.size(), created.candidates.size());
    for (std::size_t step = 0; step < created.batchCount(); ++step) {
        EXPECT_EQ(sortedBatch(ordered, step), sortedBatch(created, step));
    }
    const BatchPlan before = makePlan(graph, created);
    const BatchPlan after = makePlan(graph, ordered);
    testing::expectOperandsNameTheirArguments(graph, ordered, after);
    expectStoresFilled(ordered, after);
    EXPECT_EQ(before.rowsViewed + before.rowsGathered, after.rowsViewed + after.rowsGathered);
    EXPECT_EQ(before.rowsShared, after.rowsShared);
    EXPECT_EQ(before.rowsConstant, after.rowsConstant);
    EXPECT_EQ(before.stateBytes(), after.stateBytes());
    return {before.rowsGathered, after.rowsGathered};
}

TEST(RowOrder, CreatedIsTheScheduleItself) {
    const OpGraph graph = mixedGraph(3);
    const Schedule schedule = testing::scheduleOf(graph, "agenda");
    EXPECT_EQ(withRowOrder(graph, schedule, RowOrder::Created).nodes, schedule.nodes);
}

/// Two sentences of two words in TorchFold's order: left and right leaves alternate, and so each of the four columns is
/// a copy. By consumer the left leaves stand first, then the right ones.
TEST(RowOrder, ColumnsThatWereCopiedBecomeViews) {
    const OpGraph graph = testing::graphOf(testing::bankOf("(1 (2 a) (2 b))\n(3 (2 c) (2 d))\n"));
    const Schedule created = testing::scheduleOf(graph, "depth");
    const BatchPlan before = makePlan(graph, created);
    EXPECT_EQ(before.rowsGathered, 8U) << "h and c of two left and two right leaves";
    EXPECT_EQ(before.rowsViewed, 2U) << "the logits read both trees";
    const Schedule ordered = withRowOrder(graph, created, RowOrder::ByConsumer);
    const BatchPlan after = makePlan(graph, ordered);
    EXPECT_EQ(after.rowsGathered, 0U);
    EXPECT_EQ(after.rowsViewed, 10U);
    const auto leaves = ordered.batch(BatchId(std::size_t{0}));
    EXPECT_EQ(std::vector<NodeId>(leaves.begin(), leaves.end()),
              (std::vector<NodeId>{NodeId(std::size_t{0}), NodeId(std::size_t{4}), NodeId(std::size_t{1}),
                                   NodeId(std::size_t{5})}))
        << "a c b d";
}

TEST(RowOrder, TheFirstReaderDecidesAndUnreadRowsComeLast) {
    Fold fold(testing::mixedOps(), {});
    const std::vector<Value> leaves = words(fold, 5);
    const Value low = fold.add(kAlone, {leaves[3]});                     // step 1 reads 3 alone
    const Value high = fold.add(kPair, {leaves[1], leaves[3]});          // a later one reads 1, then 3
    fold.add(kMix, {fold.output(high, 0), Argument::shared(leaves[2])}); // a shared row may lie anywhere
    fold.add(kPair, {low, low});
    fold.add(kNarrow, {leaves[4]}); // nobody reads what this makes, so 4 comes after those above
    const OpGraph graph = testing::finished(fold);
    const Schedule ordered = withRowOrder(graph, testing::scheduleOf(graph, "regular"), RowOrder::ByConsumer);
    EXPECT_EQ(ordered.nodes, testing::scheduleOf(graph, "regular").nodes) << "one node a batch: nothing to order";
    EXPECT_EQ(rowsAtStep(withRowOrder(graph, testing::scheduleOf(graph, "depth"), RowOrder::ByConsumer), 0),
              nodesOf({leaves[3], leaves[1], leaves[4], leaves[0], leaves[2]}))
        << "unread ones in order of creation";
}

/// Logits at every node are read by nobody: they give way to the cells above, and then follow the cells below.
TEST(RowOrder, BatchesThatNobodyReadsFollowWhatTheyRead) {
    Fold fold(testing::mixedOps(), {});
    const std::vector<Value> leaves = words(fold, 4);
    for (const Value leaf : leaves) {
        fold.request(fold.output(fold.add(kNarrow, {leaf}), 0));
    }
    const Value left = fold.output(fold.add(kPair, {leaves[0], leaves[1]}), 0);
    const Value right = fold.output(fold.add(kPair, {leaves[2], leaves[3]}), 0);
    fold.request(fold.add(kJoin, {left, right, right}));
    const OpGraph graph = testing::finished(fold);
    const Schedule created = testing::scheduleOf(graph, "depth");
    EXPECT_EQ(makePlan(graph, created).rowsGathered, 4U) << "both slots of the pairs";
    const Schedule ordered = withRowOrder(graph, created, RowOrder::ByConsumer);
    EXPECT_EQ(makePlan(graph, ordered).rowsGathered, 0U);
    EXPECT_EQ(rowsAtStep(ordered, 0), nodesOf({leaves[0], leaves[2], leaves[1], leaves[3]}));
    std::vector<NodeId> read;
    for (const NodeId node : ordered.batch(BatchId(std::size_t{1}))) {
        read.push_back(graph.argumentsOf(node).front().node());
    }
    EXPECT_EQ(read, rowsAtStep(ordered, 0));
}

TEST(RowOrder, TheSlotsOfALaterBatchFollowTheOrderGivenToIt) {
    // four leaves, two pairs, and calls that read the pairs in the opposite order: so the leaves are turned as well
    Fold fold(testing::mixedOps(), {});
    const std::vector<Value> leaves = words(fold, 4);
    const Value first = fold.output(fold.add(kPair, {leaves[0], leaves[1]}), 0);
    const Value second = fold.output(fold.add(kPair, {leaves[2], leaves[3]}), 0);
    const Value top = fold.add(kJoin, {second, second, first, second, first});
    fold.add(kAlone, {top});
    const OpGraph graph = testing::finished(fold);
    const Schedule ordered = withRowOrder(graph, testing::scheduleOf(graph, "depth"), RowOrder::ByConsumer);
    EXPECT_EQ(rowsAtStep(ordered, 1), nodesOf({second, first}));
    EXPECT_EQ(rowsAtStep(ordered, 0), nodesOf({leaves[2], leaves[0], leaves[3], leaves[1]}));
    EXPECT_EQ(makePlan(graph, ordered).rowsGathered, 0U);
}

TEST(RowOrder, MixedGraphsKeepTheirBatchesUnderEveryPolicy) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const OpGraph graph = mixedGraph(seed, {.calls = 60, .rounds = 1 + static_cast<std::uint32_t>(seed % 3)});
        const std::vector<const Policy*> serving = *parsePolicies("all", graph);
        for (const Policy* policy : serving) {
            checkReordered(graph, testing::scheduleOf(graph, policy->name()));
        }
    }
}

struct Copied {
    const char* policy;
    std::pair<std::size_t, std::size_t> root; ///< rows gathered as created and by consumer, logits at the root
    std::pair<std::size_t, std::size_t> all;  ///< logits at every node
};

TEST(RowOrder, RowsGatheredOn64TreesOfStanfordSentimentTrain) {
    REQUIRE_DATA(path, "sst/train.txt");
    const Result<Treebank> bank = readTreebank({*path}, {});
    ASSERT_TRUE(bank.hasValue());
    const OpGraph root = testing::graphOf(*bank, {.trees = {0, 64}});
    const OpGraph all = testing::graphOf(*bank, {.trees = {0, 64}, .outputs = Outputs::All});
    for (const Copied& expected : {
             Copied{"regular", {0, 0}, {0, 0}},
             Copied{"depth", {5454, 4090}, {5396, 4090}},
             Copied{"alap", {5412, 5396}, {8182, 5396}},
             Copied{"agenda", {5460, 4154}, {5396, 4090}},
             Copied{"agenda-remaining", {5459, 4153}, {6194, 4090}},
             Copied{"complete-groups", {5454, 4090}, {5396, 4090}},
             Copied{"largest", {5459, 4153}, {5396, 4090}},
             Copied{"sufficient", {5460, 4154}, {8166, 4090}},
         }) {
        EXPECT_EQ(checkReordered(root, testing::scheduleOf(root, expected.policy)), expected.root) << expected.policy;
        EXPECT_EQ(checkReordered(all, testing::scheduleOf(all, expected.policy)), expected.all) << expected.policy;
    }
}

} // namespace
} // namespace batchscope
