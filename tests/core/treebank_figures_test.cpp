// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures that the design gives for real data (engine.md section 3, batching-systems.md sections 4.1 and 8.1).
#include "core/schedule/lower_bound.h"
#include "core/tree/tree_statistics.h"
#include "tests/core/testing.h"

#include <gtest/gtest.h>

namespace batchscope {
namespace {

struct Expected {
    std::size_t trees;
    Outputs outputs;
    std::size_t nodes;
    std::size_t depth;
    std::size_t agenda;
    std::size_t bound;
};

TEST(TreebankFigures, PolicyCountsOnStanfordSentimentTrain) {
    REQUIRE_DATA(path, "sst/train.txt");
    const Result<Treebank> bank = readTreebank({*path}, {});
    ASSERT_TRUE(bank.hasValue());
    for (const Expected& expected : {
             Expected{1, Outputs::Root, 72, 19, 19, 19},
             Expected{16, Outputs::Root, 682, 29, 19, 19},
             Expected{64, Outputs::Root, 2834, 43, 26, 26},
             Expected{256, Outputs::Root, 10536, 45, 26, 26},
             Expected{64, Outputs::All, 5540, 50, 50, 26},
             Expected{256, Outputs::All, 20560, 50, 50, 26},
         }) {
        const OpGraph graph = testing::graphOf(*bank, {.trees = {0, expected.trees}, .outputs = expected.outputs});
        EXPECT_EQ(graph.size(), expected.nodes);
        EXPECT_EQ(testing::scheduleOf(graph, "depth").batchCount(), expected.depth);
        EXPECT_EQ(testing::scheduleOf(graph, "agenda").batchCount(), expected.agenda);
        EXPECT_EQ(lowerBound(graph).batches, expected.bound);
    }
}

TEST(TreebankFigures, MergedLeavesOf64Trees) {
    REQUIRE_DATA(path, "sst/train.txt");
    const Result<Treebank> bank = readTreebank({*path}, {});
    ASSERT_TRUE(bank.hasValue());
    const OpGraph apart = testing::graphOf(*bank, {.trees = {0, 64}});
    const OpGraph merged = testing::graphOf(*bank, {.trees = {0, 64}, .merge = Merge::Leaves});
    EXPECT_EQ(apart.size() - merged.size(), 1417U - 678U);
}

TEST(TreebankFigures, SizesHeightsAndShapes) {
    REQUIRE_DATA(path, "sst/train.txt");
    const Result<Treebank> bank = readTreebank({*path}, {});
    ASSERT_TRUE(bank.hasValue());
    const TreeStatistics statistics = statisticsOf(*bank);
    EXPECT_EQ(statistics.trees, 8544U);
    EXPECT_EQ(bank->badTrees, 0U);
    EXPECT_NEAR(statistics.leaves.mean, 19.1, 0.05);
    EXPECT_EQ(statistics.leaves.max, 52U);
    EXPECT_EQ(statistics.height.max, 29U);
    EXPECT_EQ(statistics.distinctShapes, 7400U);
}

TEST(TreebankFigures, PennSampleFilesReadWithoutDamage) {
    REQUIRE_DATA(path, "ptb-sample/wsj_0001.mrg");
    const Result<Treebank> bank = readTreebank({*path}, {});
    ASSERT_TRUE(bank.hasValue());
    EXPECT_EQ(bank->trees.size(), 2U);
    EXPECT_EQ(bank->badTrees, 0U);
    const OpGraph graph = testing::graphOf(*bank, {.binarization = Binarization::Left});
    EXPECT_GT(graph.size(), 60U);
}

} // namespace
} // namespace batchscope
