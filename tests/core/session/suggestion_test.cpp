// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/read_treebank.h"
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

constexpr const char* kWide = "(2 (2 a) (2 b))\n(2 (2 a) (2 b) (2 c))";
constexpr const char* kSentences = "the film is good\nso it is\n";

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
    EXPECT_TRUE(suggestionText(words, with("spinn"), with("spinn"), NetNames::Ids).empty());
    EXPECT_TRUE(waysBack(words, with("spinn"), with("spinn")).empty());
}

TEST(Suggestion, NamesTheNetThatTreesAreFor) {
    EXPECT_EQ(suggestedOptions(bankOf(kDependencies), with("tree-lstm")), with("child-sum-tree-lstm"))
        << "the first tree alone, of one word, would do";
    EXPECT_EQ(suggestedOptions(images(), with("tree-lstm")), with("mlp"));
    EXPECT_EQ(suggestedOptions(bankOf("(2 (2 a) (2 b))"), with("mlp")), with("tree-lstm"));
    EXPECT_EQ(suggestedOptions(bankOf(kSentences), with("tree-lstm")), with("bilstm-tagger"));
    EXPECT_EQ(suggestedOptions(bankOf("(2 (2 a) (2 b))"), with("transition-parser")), with("tree-lstm"))
        << "it would take them, but its picture says nothing about them";
}

TEST(Suggestion, BinarizesByItself) {
    const Treebank wide = bankOf(kWide);
    for (const char* model : {"tree-lstm", "spinn"}) {
        EXPECT_EQ(suggestedOptions(wide, with(model)), with(model, Binarization::Left)) << model;
    }
    EXPECT_EQ(suggestedOptions(wide, with("child-sum-tree-lstm")), with("child-sum-tree-lstm"));
    EXPECT_EQ(suggestedOptions(wide, with("mlp")), with("tree-lstm", Binarization::Left));
    const Treebank unary = bankOf("( (S (A one)) )");
    EXPECT_EQ(suggestedOptions(unary, with("tree-lstm")), with("tree-lstm", Binarization::Left));
    // A tree behind those that are shown at first counts, too: the next ones are only a click away.
    GraphOptions first = with("tree-lstm");
    first.trees = {0, 1};
    EXPECT_EQ(suggestedOptions(wide, first).binarization, Binarization::Left);
    EXPECT_EQ(suggestedOptions(wide, with("tree-lstm", Binarization::Right)), with("tree-lstm", Binarization::Right));
}

TEST(Suggestion, SaysWhatItDecidedAndOffersTheWayBack) {
    const Treebank wide = bankOf(kWide);
    const GraphOptions left = with("tree-lstm", Binarization::Left);
    EXPECT_EQ(suggestionText(wide, with("tree-lstm"), left, NetNames::Ids),
              "Binarized (left): tree-lstm takes binary trees, but nodes in these trees have up to 3 children.");
    const std::vector<OtherWay> ways = waysBack(wide, with("tree-lstm"), left);
    ASSERT_EQ(ways.size(), 1U);
    EXPECT_EQ(ways[0].options, with("nary-tree-lstm"));
    EXPECT_TRUE(takes(wide, ways[0].options, TreeId(std::size_t{1})));

    const Treebank sentences = bankOf(kSentences);
    EXPECT_TRUE(waysBack(sentences, with("tree-lstm"), with("bilstm-tagger")).empty())
        << "no shape of tree is in a line of words";

    const std::vector<OtherWay> parser =
        waysBack(bankOf("(2 (2 a) (2 b))"), with("transition-parser"), with("tree-lstm"));
    ASSERT_EQ(parser.size(), 1U);
    EXPECT_EQ(parser[0].options, with("transition-parser"));
}

/// What the user chose for the shown trees: binarized where that is all that is missing, else as asked.
TEST(Suggestion, BinarizesForAChosenNetWhereThatHelps) {
    const Treebank wide = bankOf(kWide);
    EXPECT_EQ(optionsForNet(wide, with("spinn")), with("spinn", Binarization::Left));
    EXPECT_EQ(optionsForNet(wide, with("nary-tree-lstm")), with("nary-tree-lstm"));
    EXPECT_EQ(optionsForNet(wide, with("spinn", Binarization::Right)), with("spinn", Binarization::Right));
    EXPECT_EQ(optionsForNet(wide, with("mlp")), with("mlp")) << "no shape makes vectors of words";
    EXPECT_EQ(optionsForNet(wide, with("no such net")), with("no such net"));
    EXPECT_EQ(optionsForNet(bankOf(kSentences), with("spinn")), with("spinn")) << "a line of words has no shape";
    const Treebank mixed = bankOf("(2 (2 a) (2 b))\n(S (A a) (B b) (C c))\n");
    GraphOptions first = with("spinn");
    first.trees = {0, 1};
    EXPECT_EQ(optionsForNet(mixed, first), first) << "the selected trees are binary";
    first.trees = {0, 2};
    EXPECT_EQ(optionsForNet(mixed, first).binarization, Binarization::Left);
    first.picked = {TreeId(std::size_t{0})};
    EXPECT_EQ(optionsForNet(mixed, first), first);
    first.picked = {TreeId(std::size_t{1})};
    EXPECT_EQ(optionsForNet(mixed, first).binarization, Binarization::Left);
}

TEST(Suggestion, LeavesAloneWhatNothingFits) {
    const Treebank wide = bankOf(kWide);
    EXPECT_EQ(suggestedOptions(wide, with("no such net")), with("no such net"));
    GraphOptions beyond = with("mlp");
    beyond.trees = {5, 9};
    EXPECT_EQ(suggestedOptions(wide, beyond), beyond);
    GraphOptions large = with("tree-lstm");
    large.dim = 1'000'000;
    EXPECT_EQ(suggestedOptions(wide, large), large);
    GraphOptions picked = with("tree-lstm");
    picked.picked = {TreeId(std::size_t{1})};
    EXPECT_EQ(suggestedOptions(wide, picked), picked) << "the user chose it under this net";
}

TEST(Suggestion, SaysWhyANetCannotBeChosen) {
    const Treebank binary = bankOf("(2 (2 a) (2 b))");
    const Treebank wide = bankOf("(2 (2 a) (2 b) (2 c))");
    const Treebank pictures = images();
    for (const Net& net : nets()) {
        const bool isOfVectors = net.name == std::string_view("mlp");
        EXPECT_EQ(whyNotTaken(binary, with("tree-lstm"), net.name).empty(), !isOfVectors) << net.name;
        EXPECT_EQ(whyNotTaken(wide, with("tree-lstm"), net.name).empty(), !isOfVectors)
            << net.name << ": some take them binarized";
        EXPECT_EQ(whyNotTaken(pictures, with("mlp"), net.name).empty(), isOfVectors) << net.name;
    }
    EXPECT_EQ(whyNotTaken(pictures, with("mlp"), "spinn"),
              "This net takes binary trees; the opened trees are vectors.");
    EXPECT_EQ(whyNotTaken(binary, with("tree-lstm"), "no such net"), "");
}

} // namespace
} // namespace batchscope
