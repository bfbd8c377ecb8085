// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/bracket_writer.h"
#include "core/shapes/shape.h"
#include "core/treebank/generate.h"
#include "core/treebank/tree_statistics.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <cmath>

namespace batchscope {
namespace {

TEST(Pair, HasBothTreesBelowItsRoot) {
    const Treebank bank = testing::bankOf("(S (A a) (B b) (C c))\n(S (NP (NN d)))\n(T e)\n");
    const auto tree = [&](std::size_t index) { return *bank.tree(TreeId(index)); };
    const Tree pair = paired(tree(0), tree(1));
    EXPECT_EQ(toBrackets(pair, bank.words, bank.labels), "(S (S (A a) (B b) (C c)) (S (NP (NN d))))");
    EXPECT_EQ(pair.positions.back().line, 1U);
    EXPECT_EQ(toBrackets(paired(tree(1), tree(2)), bank.words, bank.labels), "( (S (NP (NN d))) (T e))");
    const Tree shaped = paired(binarized(tree(0), Binarization::Left), binarized(tree(1), Binarization::Left));
    EXPECT_EQ(toBrackets(shaped, bank.words, bank.labels), "(S (S (S|<A-B> (A a) (B b)) (C c)) (S+NP+NN d))");
}

TEST(Generate, ShapesAreWhatTheirNamesSay) {
    const auto heights = [](TreeShape shape) {
        std::vector<std::size_t> result;
        const Treebank bank = *generateTreebank({.shape = shape, .leaves = 64, .trees = 4});
        for (const Tree& tree : bank.trees.heldTrees()) {
            EXPECT_EQ(tree.leafCount(), 64U);
            result.push_back(tree.height());
        }
        return result;
    };
    EXPECT_EQ(heights(TreeShape::Sequence), std::vector<std::size_t>(4, 63));
    EXPECT_EQ(heights(TreeShape::Balanced), std::vector<std::size_t>(4, 6));
    EXPECT_EQ(statisticsOf(*generateTreebank({.shape = TreeShape::Same, .trees = 9})).distinctShapes, 1U);
    EXPECT_GT(statisticsOf(*generateTreebank({.shape = TreeShape::Random, .trees = 9})).distinctShapes, 5U);
}

TEST(Generate, NeighboringSeedsShareNoShapes) {
    const auto shape = [](std::uint64_t seed, std::size_t tree) {
        const Treebank bank = *generateTreebank({.leaves = 40, .trees = 3, .seed = seed});
        return bank.tree(TreeId(tree))->childOffsets;
    };
    EXPECT_NE(shape(1, 1), shape(2, 0));
    EXPECT_NE(shape(1, 2), shape(2, 1));
}

TEST(Generate, RefusesWhatCannotBe) {
    EXPECT_FALSE(generateTreebank({.arity = 1}).hasValue());
    EXPECT_FALSE(generateTreebank({.leaves = 0}).hasValue());
    EXPECT_FALSE(parseEnum<TreeShape>("bushy").hasValue());
}

TEST(Statistics, CountsSizesHeightsAritiesAndShapes) {
    const Treebank bank = testing::bankOf("(1 (2 a) (2 b))\n(3 (4 c) (0 a))\n(1 (2 (2 a) (2 b)) (2 c))\n(2 x)\n");
    const TreeStatistics statistics = statisticsOf(bank);
    EXPECT_EQ(statistics.trees, 4U);
    EXPECT_EQ(statistics.nodes, 12U);
    EXPECT_DOUBLE_EQ(statistics.leaves.mean, 2.0);
    EXPECT_EQ(statistics.height.max, 2U);
    EXPECT_EQ(statistics.arities.at(2), 4U);
    EXPECT_EQ(statistics.distinctShapes, 3U);
    EXPECT_EQ(statistics.words, 4U);
}

} // namespace
} // namespace batchscope
