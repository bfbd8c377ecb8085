// SPDX-License-Identifier: GPL-3.0-or-later
//
// From a node to its stretch of the file's text, and from a place in the text to the innermost node.
#include "core/formats/read_treebank.h"
#include "core/formats/source_span.h"
#include "core/shapes/shape.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace batchscope {
namespace {

std::string textOf(const SpannedText& text, const TextSpan& span) {
    return text.text.substr(span.begin, span.end - span.begin);
}

SpannedText sourceOf(const Treebank& bank, TreeId id) {
    const Result<std::string> record = bank.sourceText(id);
    return sourceSpans(*record, *bank.tree(id), bank.trees[id].recordBegin);
}

std::string joined(const SpannedText& text, const Tree& tree, TreeNodeId node) {
    std::string all;
    for (const TextSpan& span : spansOf(text, tree, node)) {
        all += (all.empty() ? "" : "|") + textOf(text, span);
    }
    return all;
}

TEST(SourceSpan, Brackets) {
    const Treebank bank = testing::bankOf("(1 x)\n ( (S\n  (NP (DT The) cat)\n  (VP sleeps )))");
    const TreeId id(1);
    const Tree& tree = *bank.tree(id);
    const SpannedText source = sourceOf(bank, id);
    const std::vector<std::string> expected = {"(DT The)", "cat", "(NP (DT The) cat)", "(VP sleeps )",
                                               "(S\n  (NP (DT The) cat)\n  (VP sleeps ))"};
    ASSERT_EQ(tree.size(), expected.size());
    for (std::size_t node = 0; node < expected.size(); ++node) {
        EXPECT_EQ(textOf(source, source.spans[node]), expected[node]);
    }
    EXPECT_EQ(joined(source, tree, TreeNodeId(2)), "(NP (DT The) cat)");
}

TEST(SourceSpan, AnIntroducedNodeCoversItsOwnWordsOnly) {
    const Treebank bank = testing::bankOf("(S (A a) (B b) (C c) (D d))");
    const Tree left = binarized(*bank.tree(TreeId(std::size_t{0})), Binarization::Left);
    const SpannedText sentence = sentenceSpans(left, bank.words);
    EXPECT_EQ(joined(sentence, left, TreeNodeId(4)), "a b");
    EXPECT_EQ(joined(sentence, left, TreeNodeId(5)), "a b c");
    EXPECT_EQ(joined(sentence, left, left.root()), "a b c d");
}

TEST(SourceSpan, TokensOfDependencies) {
    const Result<Treebank> bank = readTreebankText("# text = x\n"
                                                   "1\tThe\t_\t_\t_\t_\t2\tdet\t_\t_\n"
                                                   "2-3\tdogs'll\t_\t_\t_\t_\t_\t_\t_\t_\n"
                                                   "2\tdogs\t_\t_\t_\t_\t3\tnsubj\t_\t_\n"
                                                   "3\tbark\t_\t_\t_\t_\t0\troot\t_\t_\r\n"
                                                   "4\tnow\t_\t_\t_\t_\t3\tadv\t_\t_\n\n",
                                                   "test", {});
    ASSERT_TRUE(bank.hasValue());
    const Tree& tree = *bank->tree(TreeId(std::size_t{0}));
    const SpannedText source = sourceOf(*bank, TreeId(std::size_t{0}));
    const SymbolId word = bank->words.find("dogs");
    const TreeNodeId dogs(
        static_cast<std::size_t>(std::find(tree.words.begin(), tree.words.end(), word) - tree.words.begin()));
    EXPECT_EQ(textOf(source, source.spans[tree.root().index()]), "3\tbark\t_\t_\t_\t_\t0\troot\t_\t_");
    EXPECT_EQ(joined(source, tree, dogs), "1\tThe\t_\t_\t_\t_\t2\tdet\t_\t_|2\tdogs\t_\t_\t_\t_\t3\tnsubj\t_\t_");
    const SpannedText sentence = sentenceSpans(tree, bank->words);
    EXPECT_EQ(sentence.text, "The dogs bark now");
    EXPECT_EQ(joined(sentence, tree, dogs), "The dogs");
    const SpannedText brackets = bracketSpans(tree, bank->words, bank->labels);
    EXPECT_EQ(brackets.text, "(root (nsubj (det The) dogs) bark (adv now))");
    EXPECT_EQ(joined(brackets, tree, dogs), "(nsubj (det The) dogs)");
}

TEST(SourceSpan, SentenceAndBrackets) {
    const Treebank bank = testing::bankOf(testing::kTwoTrees);
    const Tree& tree = *bank.tree(TreeId(std::size_t{0}));
    const SpannedText sentence = sentenceSpans(tree, bank.words);
    EXPECT_EQ(sentence.text, "a b c");
    EXPECT_EQ(joined(sentence, tree, TreeNodeId(2)), "a b");
    EXPECT_EQ(joined(sentence, tree, tree.root()), "a b c");
    const SpannedText brackets = bracketSpans(tree, bank.words, bank.labels);
    EXPECT_EQ(brackets.text, "(3 (2 (2 a) (2 b)) (2 c))");
    EXPECT_EQ(joined(brackets, tree, TreeNodeId(2)), "(2 (2 a) (2 b))");
}

TEST(SourceSpan, DeepChain) {
    constexpr std::size_t kDepth = 200'000;
    std::string text;
    for (std::size_t level = 0; level < kDepth; ++level) {
        text += "(X ";
    }
    text += "a b" + std::string(kDepth, ')');
    const Treebank bank = testing::bankOf(text);
    const SpannedText source = sourceOf(bank, TreeId(std::size_t{0}));
    EXPECT_EQ(source.spans.back(), (TextSpan{0, text.size()}));
}

} // namespace
} // namespace batchscope
