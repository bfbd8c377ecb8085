// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/suggestion.h"

#include <gtest/gtest.h>

namespace batchscope {
namespace {

constexpr const char* kDependencies = "1\tno\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
                                      "1\tShe\t_\t_\t_\t_\t2\tnsubj\t_\t_\n"
                                      "2\treads\t_\t_\t_\t_\t0\troot\t_\t_\n"
                                      "3\tbooks\t_\t_\t_\t_\t2\tobj\t_\t_\n\n";

Treebank bankOf(std::string_view text) {
    return *readTreebankText(text, "test", {});
}

/// Two images of two pixels.
Treebank images() {
    return bankOf(std::string_view("\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x02\x01\x02\x03\x04", 20));
}

GraphOptions with(const char* model, Binarization binarization = Binarization::None) {
    GraphOptions options;
    options.model = model;
    options.dim = 8;
    options.binarization = binarization;
    return options;
}

TEST(Suggestion, KeepsWhatTakesTheTrees) {
    const Treebank words = bankOf("(2 (2 a) (2 b))");
    const Treebank dependencies = bankOf(kDependencies);
    for (const char* model : {"tree-lstm", "spinn", "bilstm-tagger", "child-sum-tree-lstm"}) {
        EXPECT_EQ(suggestedOptions(words, with(model)), with(model)) << model;
    }
    for (const char* model : {"bilstm-tagger", "transition-parser", "nary-tree-lstm"}) {
        EXPECT_EQ(suggestedOptions(dependencies, with(model)), with(model)) << model;
    }
    EXPECT_EQ(suggestedOptions(images(), with("mlp")), with("mlp"));
}

TEST(Suggestion, NamesTheNetThatTreesAreFor) {
    EXPECT_EQ(suggestedOptions(bankOf(kDependencies), with("tree-lstm")), with("child-sum-tree-lstm"))
        << "the first tree alone, of one word, would do";
    EXPECT_EQ(suggestedOptions(images(), with("tree-lstm")), with("mlp"));
    EXPECT_EQ(suggestedOptions(bankOf("(2 (2 a) (2 b))"), with("mlp")), with("tree-lstm"));
}

TEST(Suggestion, LeavesQuestionsToTheUser) {
    const Treebank wide = bankOf("(2 (2 a) (2 b) (2 c))");
    EXPECT_EQ(suggestedOptions(wide, with("tree-lstm")), with("tree-lstm"));
    EXPECT_EQ(suggestedOptions(wide, with("no such net")), with("no such net"));
    GraphOptions beyond = with("mlp");
    beyond.trees = {5, 9};
    EXPECT_EQ(suggestedOptions(wide, beyond), beyond);
    GraphOptions large = with("tree-lstm");
    large.dim = 1'000'000;
    EXPECT_EQ(suggestedOptions(wide, large), large);
}

TEST(Suggestion, KnowsWhenBinarisingHelps) {
    const Treebank wide = bankOf("(2 (2 a) (2 b))\n(2 (2 a) (2 b) (2 c))");
    EXPECT_TRUE(binarisationHelps(wide, with("tree-lstm")));
    EXPECT_TRUE(binarisationHelps(wide, with("spinn")));
    EXPECT_FALSE(binarisationHelps(wide, with("tree-lstm", Binarization::Right)));
    EXPECT_FALSE(binarisationHelps(wide, with("child-sum-tree-lstm")));
    EXPECT_FALSE(binarisationHelps(wide, with("mlp"))) << "no shape of tree makes vectors of words";
    EXPECT_FALSE(binarisationHelps(bankOf("(2 (2 a) (2 b))"), with("mlp")));
    EXPECT_FALSE(binarisationHelps(images(), with("tree-lstm")));
}

} // namespace
} // namespace batchscope
