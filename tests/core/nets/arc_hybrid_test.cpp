// SPDX-License-Identifier: GPL-3.0-or-later
//
// The moves of a transition parser: the oracle's rebuild every tree that can be built, and end on all others.
#include "core/base/random.h"
#include "core/nets/arc_hybrid.h"
#include "core/tree/dependency_tree.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace batchscope {
namespace {

std::vector<std::uint32_t> rebuilt(std::size_t words, const std::vector<Move>& moves) {
    ArcHybrid state(words);
    for (const Move move : moves) {
        EXPECT_TRUE(state.allows(move));
        state.apply(move);
    }
    EXPECT_TRUE(state.done());
    return {state.heads().begin(), state.heads().end()};
}

TEST(ArcHybrid, OracleRebuildsProjectiveTrees) {
    std::size_t sentences = 0;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const auto shape = static_cast<TreeShape>(seed % 4);
        const Treebank bank = *generateTreebank(
            {.shape = shape, .arity = 2 + seed % 4, .leaves = 1 + seed % 23, .trees = 3, .seed = seed});
        for (const Tree& tree : bank.trees.heldTrees()) {
            const std::vector<std::uint32_t> heads = headsOf(tree);
            ASSERT_FALSE(findHeadFault(heads));
            const std::vector<Move> moves = oracleMoves(heads);
            EXPECT_EQ(moves.size(), 2 * heads.size());
            EXPECT_EQ(rebuilt(heads.size(), moves), heads);
            ++sentences;
        }
    }
    EXPECT_EQ(sentences, 150U);
}

TEST(ArcHybrid, MovesOfOneSentence) {
    const std::vector<std::uint32_t> heads = {2, 3, 0, 5, 3, 3}; // The dog saw a cat .
    constexpr Move kS = Move::Shift;
    constexpr Move kL = Move::LeftArc;
    constexpr Move kR = Move::RightArc;
    EXPECT_THAT(oracleMoves(heads), ::testing::ElementsAre(kS, kL, kS, kL, kS, kS, kL, kS, kR, kS, kR, kL));
    EXPECT_EQ(rebuilt(6, oracleMoves(heads)), heads);
    EXPECT_THAT(oracleMoves(std::vector<std::uint32_t>{0}), ::testing::ElementsAre(kS, kL));
    EXPECT_TRUE(oracleMoves({}).empty());
}

/// A uniformly random attachment: crossing arcs almost surely.
std::vector<std::uint32_t> randomHeads(std::size_t words, Random& random) {
    std::vector<std::uint32_t> order(words);
    std::iota(order.begin(), order.end(), 0U);
    random.shuffle(order);
    std::vector<std::uint32_t> heads(words, 0);
    for (std::size_t place = 1; place < words; ++place) {
        heads[order[place]] = order[random.below(place)] + 1;
    }
    return heads;
}

Tree treeOf(const std::vector<std::uint32_t>& heads) {
    DependencySentence sentence;
    sentence.heads = heads;
    sentence.words.resize(heads.size());
    sentence.labels.resize(heads.size());
    sentence.positions.resize(heads.size());
    return dependencyTree(sentence);
}

TEST(ArcHybrid, CrossingArcsStillEnd) {
    Random random(11);
    std::size_t crossed = 0;
    for (std::size_t round = 0; round < 2000; ++round) {
        const std::vector<std::uint32_t> heads = randomHeads(1 + random.below(12), random);
        const std::vector<Move> moves = oracleMoves(heads);
        EXPECT_EQ(moves.size(), 2 * heads.size());
        const std::vector<std::uint32_t> built = rebuilt(heads.size(), moves);
        const bool crosses = !isProjective(treeOf(heads));
        EXPECT_EQ(built == heads, !crosses);
        crossed += crosses ? 1U : 0U;
    }
    EXPECT_GT(crossed, 500U);
    EXPECT_LT(crossed, 1900U);
}

TEST(ArcHybrid, HeadOfAConstituentIsThatOfItsLastChild) {
    const Treebank bank = testing::bankOf("(A (B (C a) (D b)) (E (F c) (G d) (H e)))\n(A (B (C a)))\n");
    EXPECT_THAT(headsOf(*bank.tree(TreeId(std::size_t{0}))), ::testing::ElementsAre(2, 5, 5, 5, 0));
    EXPECT_THAT(headsOf(*bank.tree(TreeId(std::size_t{1}))), ::testing::ElementsAre(0));
}

TEST(ArcHybrid, HeadsOfADependencyTreeAreItsOwn) {
    Random random(3);
    for (std::size_t round = 0; round < 200; ++round) {
        const std::vector<std::uint32_t> heads = randomHeads(1 + random.below(12), random);
        EXPECT_EQ(headsOf(treeOf(heads)), heads);
    }
}

} // namespace
} // namespace batchscope
