// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/fold.h"
#include "core/nets/tree_lstm.h"
#include "tests/core/testing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

constexpr OpId kLeaf(std::size_t{0});
constexpr OpId kChildren(std::size_t{1});
constexpr OpId kLogits(std::size_t{2});

OpSet smallNet() {
    return treeLstmOps({.dim = 4, .vocabulary = 10});
}

TEST(Fold, LevelsAndSignaturesFollowFromTheCalls) {
    Fold fold(smallNet(), {});
    const Value left = fold.add(kLeaf, {Argument::integer(1)});
    const Value right = fold.add(kLeaf, {Argument::integer(2)});
    const Value both = fold.add(kChildren, {left, fold.output(left, 1), right, fold.output(right, 1)});
    fold.request(fold.add(kLogits, {both}));
    const Result<OpGraph> graph = std::move(fold).finish();
    ASSERT_TRUE(graph.hasValue());
    EXPECT_EQ(graph->levels.values(), (std::vector<std::uint32_t>{0, 0, 1, 2}));
    EXPECT_EQ(graph->levelCount(), 3U);
    EXPECT_EQ(graph->nodeSignatures[left.node], graph->nodeSignatures[right.node]);
    EXPECT_EQ(signatureText(graph->signatures[graph->nodeSignatures[both.node]], graph->ops), "children(row[4] ×4)");
    EXPECT_EQ(graph->outputs, (std::vector<Value>{{NodeId(std::size_t{3}), 0}}));
    const ConsumerIndex consumers(*graph);
    EXPECT_EQ(consumers.users(left.node).size(), 2U) << "h and c";
}

template <typename Wrong>
std::string errorOf(Wrong wrong) {
    Fold fold(smallNet(), {});
    const Value leaf = fold.add(kLeaf, {Argument::integer(1)});
    wrong(fold, leaf);
    const Result<OpGraph> graph = std::move(fold).finish();
    return graph ? std::string("none") : graph.error().message;
}

TEST(Fold, WrongCallsBecomeNamedErrors) {
    EXPECT_THAT(errorOf([](Fold& fold, Value leaf) {
                    fold.add(kChildren, {leaf, leaf});
                }),
                HasSubstr("op 'children' takes 4 arguments, got 2"));
    EXPECT_THAT(errorOf([](Fold& fold, Value leaf) { fold.add(kLeaf, {leaf}); }),
                HasSubstr("argument 0 of op 'leaf' must be an integer"));
    EXPECT_THAT(errorOf([](Fold& fold, Value) { fold.add(kLogits, {Argument::integer(3)}); }),
                HasSubstr("argument 0 of op 'logits' must be a row"));
    EXPECT_THAT(errorOf([](Fold& fold, Value leaf) { fold.add(kLogits, {fold.add(kLogits, {leaf})}); }),
                HasSubstr("must be a row of 4, got 5"));
    EXPECT_THAT(errorOf([](Fold& fold, Value leaf) { fold.output(leaf, 2); }), HasSubstr("has 2 outputs"));
    EXPECT_THAT(errorOf([](Fold& fold, Value) {
                    fold.add(kLogits, {Value{NodeId(std::size_t{99}), 0}});
                }),
                HasSubstr("names a value that does not exist"));
}

TEST(Fold, MergingFoldsEqualCalls) {
    const Treebank bank = testing::bankOf("(1 (2 a) (2 b))\n(3 (2 a) (2 b))\n(3 (2 a) (2 c))\n");
    const auto nodes = [&](Merge merge) { return testing::graphOf(bank, {.merge = merge}).size(); };
    EXPECT_EQ(nodes(Merge::Off), 12U);
    EXPECT_EQ(nodes(Merge::Leaves), 9U) << "a, b and c once each";
    EXPECT_EQ(nodes(Merge::Subtrees), 7U) << "the second tree is the first";
    EXPECT_EQ(testing::graphOf(bank, {.merge = Merge::Subtrees}).calls, 12U);
    EXPECT_EQ(testing::graphOf(bank, {.merge = Merge::Subtrees}).outputs.size(), 3U);
}

TEST(BuildGraph, TreesThatDoNotFitTheNetAreNamedWithTheirPlace) {
    const Treebank bank = testing::bankOf("(1 (2 a) (2 b))\n(S (A a)\n   (B b) (C c))\n");
    const Result<OpGraph> graph = buildGraph(bank, {}, {});
    ASSERT_FALSE(graph.hasValue());
    EXPECT_THAT(graph.error().text(), HasSubstr("test.ptb:2:1: error: a node has 3 children"));
    EXPECT_TRUE(buildGraph(bank, {.binarization = Binarization::Right}, {}).hasValue());
}

TEST(BuildGraph, OptionsAreChecked) {
    const Treebank bank = testing::bankOf("(1 (2 a) (2 b))\n");
    EXPECT_FALSE(buildGraph(bank, {.model = "gpt"}, {}).hasValue());
    EXPECT_FALSE(buildGraph(bank, {.dim = 0}, {}).hasValue());
    EXPECT_FALSE(buildGraph(bank, {.trees = {1, 2}}, {}).hasValue());
    EXPECT_EQ(testing::graphOf(bank, {.outputs = Outputs::All}).outputs.size(), 3U);
}

TEST(OpBody, PrintsWhatItComputes) {
    const OpSet ops = smallNet();
    EXPECT_EQ(ops.ops[kLogits].body.text(ops.params), "v0 = argument(0)  [4]\n"
                                                      "v1 = linear(v0, W, b)  [5]\n"
                                                      "return v1\n");
    EXPECT_TRUE(ops.ops[kChildren].body.hasProduct());
    EXPECT_FALSE(ops.ops[kLeaf].body.hasProduct());
}

} // namespace
} // namespace batchscope
