// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shrinking: trees stay trees, the failure stays, and what is left is the smallest.
#include "core/treebank/shrink.h"

#include "core/base/random.h"
#include "core/formats/read_treebank.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace batchscope {
namespace {

using ::testing::AnyOf;

std::vector<Tree> treesOf(const Treebank& bank) {
    std::vector<Tree> trees;
    for (std::size_t index = 0; index < bank.trees.size(); ++index) {
        trees.push_back(*bank.tree(TreeId(index)));
    }
    return trees;
}

/// "((a b) c)".
std::string textOf(const Treebank& bank, const Tree& tree) {
    std::vector<std::string> texts(tree.size());
    for (std::size_t index = 0; index < tree.size(); ++index) {
        const TreeNodeId node(index);
        std::string text(bank.words.text(tree.words[index]));
        for (const TreeNodeId child : tree.children(node)) {
            text += (text.empty() ? "" : " ") + texts[child.index()];
        }
        texts[index] = tree.isLeaf(node) ? text : "(" + text + ")";
    }
    return texts.back();
}

bool hasWord(const Treebank& bank, const std::vector<Tree>& trees, std::string_view word) {
    return std::any_of(trees.begin(), trees.end(), [&](const Tree& tree) {
        return std::any_of(tree.words.begin(), tree.words.end(),
                           [&](SymbolId each) { return bank.words.text(each) == word; });
    });
}

TEST(Shrink, AChildTakesThePlaceOfItsParent) {
    const Treebank bank = testing::bankOf("(3 (2 (1 a) (1 b)) (2 (2 c) (2 (1 d) (1 e))))\n");
    const Tree tree = *bank.tree(TreeId(std::size_t{0}));
    ASSERT_EQ(textOf(bank, tree), "((a b) (c (d e)))");
    const TreeNodeId root = tree.root();
    EXPECT_EQ(textOf(bank, hoisted(tree, root, tree.children(root)[0])), "(a b)");
    EXPECT_EQ(textOf(bank, hoisted(tree, root, tree.children(root)[1])), "(c (d e))");
    const TreeNodeId right = tree.children(root)[1];
    EXPECT_EQ(textOf(bank, hoisted(tree, right, tree.children(right)[0])), "((a b) c)");
    EXPECT_EQ(textOf(bank, hoisted(tree, right, tree.children(right)[1])), "((a b) (d e))");
}

/// Children stay before their parents, and every word that is left is one that was there.
TEST(Shrink, WhatIsLeftIsATree) {
    const Treebank bank = *generateTreebank({.shape = TreeShape::Random, .leaves = {2, 12}, .trees = 20});
    Random random(7);
    for (Tree tree : treesOf(bank)) {
        while (tree.size() > 1) {
            std::size_t inner = random.below(tree.size());
            while (tree.isLeaf(TreeNodeId(inner))) {
                inner = (inner + 1) % tree.size();
            }
            const auto children = tree.children(TreeNodeId(inner));
            const std::size_t before = tree.size();
            tree = hoisted(tree, TreeNodeId(inner), children[random.below(children.size())]);
            ASSERT_LT(tree.size(), before);
            ASSERT_EQ(tree.size(), 2 * tree.leafCount() - 1);
            ASSERT_EQ(postOrder(tree).size(), tree.size());
            ASSERT_EQ(postOrder(tree).back(), tree.root());
        }
    }
}

TEST(Shrink, DependencyTreesKeepTheOrderOfTheSentence) {
    const Treebank bank = *readTreebankText("1\tI\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\tsaw\t_\t_\t_\t_\t0\troot\t_\t_\n"
                                            "3\ta\t_\t_\t_\t_\t4\tdet\t_\t_\n4\tfilm\t_\t_\t_\t_\t2\tobj\t_\t_\n\n",
                                            "film.conllu", {});
    const Tree tree = *bank.tree(TreeId(std::size_t{0}));
    ASSERT_TRUE(tree.isDependency());
    const Tree smaller = hoisted(tree, tree.root(), tree.children(tree.root())[1]);
    const Treebank fewer = bankOfTrees(bank, {smaller});
    EXPECT_EQ(fewer.sentence(TreeId(std::size_t{0}), 10), "a film");
}

TEST(Shrink, FindsTheOneWordThatFails) {
    const Treebank bank = testing::bankOf("(3 (2 (1 a) (1 b)) (2 (2 c) (2 (1 d) (1 e))))\n(3 (2 x) (2 y))\n"
                                          "(3 (2 f) (2 (2 bad) (2 g)))\n(3 (2 h) (2 i))\n");
    std::size_t asked = 0;
    const StillFails fails = [&](const std::vector<Tree>& trees) -> Result<bool> {
        ++asked;
        return hasWord(bank, trees, "bad");
    };
    const Result<Shrunk> shrunk = shrink(treesOf(bank), fails, 1000, {});
    ASSERT_TRUE(shrunk);
    ASSERT_EQ(shrunk->trees.size(), 1U);
    EXPECT_EQ(textOf(bank, shrunk->trees.front()), "bad");
    EXPECT_TRUE(shrunk->isSmallest);
    EXPECT_EQ(shrunk->tried, asked);
}

/// Two words in different trees: neither tree can go, and both shrink. No removal of one more thing still fails.
TEST(Shrink, KeepsAllThatIsNeeded) {
    const Treebank bank = *generateTreebank({.shape = TreeShape::Random, .leaves = {3, 10}, .trees = 30});
    const std::vector<Tree> all = treesOf(bank);
    const std::string_view one = bank.words.text(all[4].words[0]);
    const auto isInner = [](const Tree& tree) { return tree.size() >= 3; };
    const StillFails fails = [&](const std::vector<Tree>& trees) -> Result<bool> {
        return hasWord(bank, trees, one) && std::count_if(trees.begin(), trees.end(), isInner) >= 2;
    };
    const Result<Shrunk> shrunk = shrink(all, fails, 10'000, {});
    ASSERT_TRUE(shrunk);
    EXPECT_TRUE(*fails(shrunk->trees));
    EXPECT_TRUE(shrunk->isSmallest);
    EXPECT_THAT(shrunk->trees.size(), AnyOf(2U, 3U));
    for (std::size_t out = 0; out < shrunk->trees.size(); ++out) {
        std::vector<Tree> fewer = shrunk->trees;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(out));
        EXPECT_FALSE(*fails(fewer));
    }
}

TEST(Shrink, WhatCannotBeTriedIsNotTaken) {
    const Treebank bank = testing::bankOf("(3 (2 a) (2 b))\n(3 (2 c) (2 d))\n");
    const StillFails fails = [&](const std::vector<Tree>& trees) -> Result<bool> {
        if (trees.size() < 2) {
            return Error{ErrorCode::Config, "too few"};
        }
        return true;
    };
    const Result<Shrunk> shrunk = shrink(treesOf(bank), fails, 1000, {});
    ASSERT_TRUE(shrunk);
    EXPECT_EQ(shrunk->trees.size(), 2U);
}

TEST(Shrink, StopsWhereItIsTold) {
    const Treebank bank = *generateTreebank({.shape = TreeShape::Random, .leaves = {3, 10}, .trees = 30});
    const StillFails fails = [](const std::vector<Tree>&) -> Result<bool> { return true; };
    const Result<Shrunk> limited = shrink(treesOf(bank), fails, 3, {});
    ASSERT_TRUE(limited);
    EXPECT_EQ(limited->tried, 3U);
    EXPECT_FALSE(limited->isSmallest);
    std::stop_source stop;
    stop.request_stop();
    const Result<Shrunk> stopped = shrink(treesOf(bank), fails, 1000, RunControl(stop.get_token(), {}));
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
}

} // namespace
} // namespace batchscope
