// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures that the design expects of real data.
#include "core/formats/read_treebank.h"
#include "core/schedule/metrics.h"
#include "core/treebank/tree_statistics.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace batchscope {
namespace {

struct Expected {
    std::size_t trees;
    Outputs outputs;
    std::size_t nodes;
    std::size_t bound;
    std::map<std::string, std::size_t> batches; ///< by policy
};

std::map<std::string, std::size_t> counts(std::size_t depth, std::size_t alap, std::size_t agenda,
                                          std::size_t remaining, std::size_t largest, std::size_t sufficient) {
    return {{"depth", depth},     {"alap", alap},
            {"agenda", agenda},   {"agenda-remaining", remaining},
            {"largest", largest}, {"sufficient", sufficient}};
}

// Ties fall to the signature that appeared first, under every policy. A simulation in Python, written apart from this
// code, gives the same figures with that rule.
TEST(TreebankFigures, PolicyCountsOnStanfordSentimentTrain) {
    REQUIRE_DATA(path, "sst/train.txt");
    const Result<Treebank> bank = readTreebank({*path}, {});
    ASSERT_TRUE(bank.hasValue());
    for (const Expected& expected : {
             Expected{1, Outputs::Root, 72, 19, counts(19, 32, 19, 19, 19, 19)},
             Expected{16, Outputs::Root, 682, 19, counts(29, 35, 19, 22, 21, 19)},
             Expected{64, Outputs::Root, 2834, 26, counts(43, 49, 26, 32, 30, 26)},
             Expected{256, Outputs::Root, 10536, 26, counts(45, 49, 26, 33, 31, 26)},
             Expected{1, Outputs::All, 142, 19, counts(36, 32, 36, 28, 36, 19)},
             Expected{16, Outputs::All, 1332, 19, counts(36, 35, 36, 29, 36, 19)},
             Expected{64, Outputs::All, 5540, 26, counts(50, 49, 50, 40, 50, 26)},
             Expected{256, Outputs::All, 20560, 26, counts(50, 49, 50, 40, 50, 26)},
         }) {
        const OpGraph graph = testing::graphOf(*bank, {.trees = {0, expected.trees}, .outputs = expected.outputs});
        EXPECT_EQ(graph.size(), expected.nodes);
        EXPECT_EQ(lowerBound(graph).batches, expected.bound);
        for (const auto& [policy, batches] : expected.batches) {
            EXPECT_EQ(testing::scheduleOf(graph, policy).batchCount(), batches) << policy << ", " << expected.trees;
        }
    }
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

} // namespace
} // namespace batchscope
