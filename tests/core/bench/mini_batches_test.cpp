// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/sweep.h"

#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace batchscope {
namespace {

using ::testing::ElementsAre;
using MiniBatches = std::vector<std::vector<TreeId>>;

constexpr std::size_t kTrees = 200;

/// A chain of so many words.
std::string chainOf(std::size_t leaves) {
    return leaves == 1 ? "(1 a)" : "(1 (1 a) " + chainOf(leaves - 1) + ")";
}

/// Trees of 1 … 200 leaves, the smallest first: the worst case for the first trees of a file.
Treebank growingBank() {
    std::string text;
    for (std::size_t tree = 0; tree < kTrees; ++tree) {
        text += chainOf(tree + 1) + "\n";
    }
    return testing::bankOf(text);
}

double nodesPerTree(const Treebank& bank, const std::vector<TreeId>& trees) {
    double nodes = 0.0;
    for (const TreeId tree : trees) {
        nodes += bank.trees[tree].nodes;
    }
    return nodes / static_cast<double>(trees.size());
}

TEST(MiniBatches, LookLikeTheSelectionThoughItsFirstTreesDoNot) {
    const Treebank bank = growingBank();
    const TreePool pool(bank, {});
    ASSERT_EQ(pool.size(), kTrees);
    const double usual = kTrees; // 2 n - 1 nodes of n leaves
    for (const std::size_t batch : {std::size_t{8}, std::size_t{50}}) {
        const MiniBatches drawn = pool.draw(batch, 5, 1);
        ASSERT_EQ(drawn.size(), 5U);
        for (const std::vector<TreeId>& trees : drawn) {
            EXPECT_EQ(trees.size(), batch);
            EXPECT_TRUE(std::is_sorted(trees.begin(), trees.end())) << "in the order of the selection";
            EXPECT_EQ(std::set<TreeId>(trees.begin(), trees.end()).size(), batch) << "no tree twice";
            EXPECT_NEAR(nodesPerTree(bank, trees), usual, 0.13 * usual);
        }
    }
}

TEST(MiniBatches, OfOneTreeAreOfAllSizes) {
    const Treebank bank = growingBank();
    MiniBatches drawn = TreePool(bank, {}).draw(1, 5, 3);
    std::sort(drawn.begin(), drawn.end());
    for (std::size_t part = 0; part < 5; ++part) {
        ASSERT_EQ(drawn[part].size(), 1U);
        EXPECT_EQ(drawn[part].front().index() / (kTrees / 5), part);
    }
}

TEST(MiniBatches, AreTheSameForTheSameSeedAndOthersForAnother) {
    const Treebank bank = growingBank();
    const TreePool pool(bank, {});
    EXPECT_EQ(pool.draw(32, 3, 7), pool.draw(32, 3, 7));
    EXPECT_NE(pool.draw(32, 3, 7), pool.draw(32, 3, 8));
    EXPECT_NE(pool.draw(32, 3, 7)[0], pool.draw(32, 3, 7)[1]);
}

TEST(MiniBatches, ComeFromTheSelectionAlone) {
    const Treebank bank = growingBank();
    GraphOptions options;
    options.trees = {10, 20};
    for (const std::vector<TreeId>& trees : TreePool(bank, options).draw(4, 6, 1)) {
        for (const TreeId tree : trees) {
            EXPECT_GE(tree.index(), 10U);
            EXPECT_LT(tree.index(), 20U);
        }
    }
    options.trees = {};
    options.picked = {TreeId(9), TreeId(3), TreeId(6)};
    for (const std::vector<TreeId>& trees : TreePool(bank, options).draw(2, 4, 1)) {
        const auto placeOf = [&](TreeId tree) {
            return std::find(options.picked.begin(), options.picked.end(), tree) - options.picked.begin();
        };
        ASSERT_EQ(trees.size(), 2U);
        EXPECT_LT(placeOf(trees[0]), placeOf(trees[1])) << "in the order of the selection";
        EXPECT_LT(placeOf(trees[1]), 3);
    }
}

TEST(MiniBatches, OfTheWholeSelectionAreItself) {
    const Treebank bank = growingBank();
    GraphOptions options;
    options.trees = {5, 8};
    const TreePool pool(bank, options);
    EXPECT_THAT(pool.draw(3, 5, 1), ElementsAre(ElementsAre(TreeId(5), TreeId(6), TreeId(7))));
    EXPECT_THAT(miniBatchOptions(pool, options, 3, 5, 1), ElementsAre(options));
    const std::vector<GraphOptions> drawn = miniBatchOptions(pool, options, 2, 3, 1);
    ASSERT_EQ(drawn.size(), 3U);
    EXPECT_EQ(drawn[1].picked, pool.draw(2, 3, 1)[1]);
    EXPECT_EQ(drawn[1].trees, TreeRange());
    EXPECT_EQ(buildGraph(bank, drawn[1], {})->outputs.size(), 2U);
}

} // namespace
} // namespace batchscope
