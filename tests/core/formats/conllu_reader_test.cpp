// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/file_bytes.h"
#include "core/formats/bracket_writer.h"
#include "core/formats/format_list.h"
#include "core/formats/read_treebank.h"
#include "core/shapes/shape.h"
#include "core/tree/dependency_tree.h"
#include "core/treebank/tree_statistics.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace batchscope {
namespace {

using ::testing::ElementsAre;

/// A line of ten columns.
std::string conlluRow(const std::string& id, const std::string& form, const std::string& head,
                      const std::string& relation) {
    return id + "\t" + form + "\t_\t_\t_\t_\t" + head + "\t" + relation + "\t_\t_\n";
}

const Tree& first(const Treebank& bank) {
    return *bank.tree(TreeId(std::size_t{0}));
}

std::string writtenTokens(const Treebank& bank, std::size_t tree) {
    return toBrackets(*bank.tree(TreeId(tree)), bank.words, bank.labels);
}

std::vector<std::string> wordsOf(const Treebank& bank, const Tree& tree) {
    std::vector<std::string> result;
    for (const SymbolId word : tree.words) {
        result.emplace_back(bank.words.text(word));
    }
    return result;
}

/// "from the AP comes this story", with the lines of the real file.
std::string sixTokens() {
    return "# sent_id = 1\n# text = From the AP comes this story\n" + conlluRow("1", "From", "3", "case") +
           conlluRow("2", "the", "3", "det") + conlluRow("3", "AP", "4", "obl") + conlluRow("4", "comes", "0", "root") +
           conlluRow("5", "this", "6", "det") + conlluRow("6", "story", "4", "nsubj") + "\n";
}

TEST(ConlluReader, LabelsMayBePartsOfSpeech) {
    ReadRequest request;
    request.options.labels = LabelText::Upos;
    const Treebank bank = *readTreebankText("1\tgo\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n", "f", {}, request);
    EXPECT_EQ(bank.labels.text(first(bank).labels[0]), "VERB");
}

TEST(ConlluReader, NodesStandInPostOrderWithWordsAndRelations) {
    const Treebank bank = testing::bankOf(sixTokens());
    EXPECT_EQ(bank.format, "conllu");
    ASSERT_EQ(bank.trees.size(), 1U);
    const Tree& tree = first(bank);
    EXPECT_TRUE(tree.isDependency());
    EXPECT_THAT(wordsOf(bank, tree), ElementsAre("From", "the", "AP", "this", "story", "comes"));
    EXPECT_THAT(tree.tokens, ElementsAre(0, 1, 2, 4, 5, 3));
    EXPECT_EQ(bank.labels.text(tree.labels[2]), "obl");
    EXPECT_EQ(bank.labels.text(tree.labels[5]), "root");
    EXPECT_THAT(tree.children(tree.root()), ElementsAre(TreeNodeId(std::size_t{2}), TreeNodeId(std::size_t{4})));
    EXPECT_THAT(tree.children(TreeNodeId(std::size_t{2})),
                ElementsAre(TreeNodeId(std::size_t{0}), TreeNodeId(std::size_t{1})));
    EXPECT_EQ(tree.height(), 2U);
    EXPECT_EQ(tree.leafCount(), 3U) << "From, the, this";
    EXPECT_EQ(bank.sentence(TreeId(std::size_t{0}), 10), "From the AP comes this story");
    EXPECT_EQ(bank.sentence(TreeId(std::size_t{0}), 2), "From the …");
}

TEST(ConlluReader, PositionsAreTheLinesOfTheTokens) {
    const std::string text = "\xEF\xBB\xBF" + sixTokens() + sixTokens();
    const Treebank bank = testing::bankOf(text);
    ASSERT_EQ(bank.trees.size(), 2U);
    const Tree& tree = *bank.tree(TreeId(std::size_t{1}));
    EXPECT_EQ(tree.positions[0].line, 12U);
    EXPECT_EQ(tree.positions[0].column, 1U);
    EXPECT_EQ(text.substr(tree.positions[0].byte, 6), "1\tFrom");
    EXPECT_EQ(tree.positions[5].line, 15U);
    EXPECT_EQ(text.substr(tree.positions[5].byte, 7), "4\tcomes");
    EXPECT_EQ(bank.place(TreeId(std::size_t{1})), "test.ptb:12") << "the first token, not the root";
}

TEST(ConlluReader, LineEndsAndTheLastBlankLineDoNotMatter) {
    const std::string plain = sixTokens() + sixTokens();
    std::string dos = "\xEF\xBB\xBF";
    for (const char character : plain) {
        dos += character == '\n' ? "\r\n" : std::string(1, character);
    }
    const std::string unended = plain.substr(0, plain.size() - 2);
    const std::string spaced = "\n \t\n" + plain + "\n\n\n# the end\n";
    for (const std::string& text : {plain, dos, unended, spaced}) {
        const Treebank bank = testing::bankOf(text);
        EXPECT_EQ(bank.badTrees, 0U) << text;
        ASSERT_EQ(bank.trees.size(), 2U) << text;
        EXPECT_EQ(bank.labels.size(), 5U);
        EXPECT_EQ(writtenTokens(bank, 1), "(root (obl (case From) (det the) AP) comes (nsubj (det this) story))");
    }
}

TEST(ConlluReader, RangesEmptyNodesAndCommentsArePassedOver) {
    const Treebank bank = testing::bankOf(conlluRow("0.1", "ghost", "_", "_") + conlluRow("1-2", "vámonos", "_", "_") +
                                          conlluRow("1", "vamos", "0", "root") + "# between\n" +
                                          conlluRow("1.1", "ghost", "_", "_") + conlluRow("2", "nos", "1", "obj"));
    ASSERT_EQ(bank.trees.size(), 1U);
    EXPECT_EQ(bank.badTrees, 0U);
    EXPECT_THAT(wordsOf(bank, first(bank)), ElementsAre("nos", "vamos"));
    EXPECT_EQ(bank.words.size(), 2U);
}

TEST(ConlluReader, AnUnderscoreIsAWordButNoRelation) {
    const Treebank bank = testing::bankOf(conlluRow("1", "_", "0", "_"));
    EXPECT_EQ(bank.sentence(TreeId(std::size_t{0}), 10), "_");
    EXPECT_FALSE(first(bank).labels[0].valid());
    EXPECT_EQ(bank.labels.size(), 0U);
}

TEST(ConlluReader, DamagedSentencesLeaveNoWords) {
    const Treebank bank =
        testing::bankOf(conlluRow("1", "good", "0", "root") + "\n" + conlluRow("1", "bad", "1", "dep") + "\n");
    EXPECT_EQ(bank.badTrees, 1U);
    EXPECT_EQ(bank.words.size(), 1U);
    EXPECT_EQ(bank.labels.size(), 1U);
}

TEST(ConlluReader, AChainOf200000TokensPasses) {
    constexpr std::size_t kTokens = 200'000;
    for (const bool fromLeft : {true, false}) {
        std::string text;
        for (std::size_t id = 1; id <= kTokens; ++id) {
            const std::size_t head = fromLeft ? id - 1 : (id + 1) % (kTokens + 1);
            text += conlluRow(std::to_string(id), "w", std::to_string(head), "dep");
        }
        const Treebank bank = testing::bankOf(text);
        ASSERT_EQ(bank.trees.size(), 1U);
        EXPECT_EQ(first(bank).height(), kTokens - 1);
        EXPECT_TRUE(isProjective(first(bank)));
        EXPECT_EQ(statisticsOf(bank).height.max, kTokens - 1);
        EXPECT_GT(writtenTokens(bank, 0).size(), kTokens);
        EXPECT_EQ(binarized(first(bank), Binarization::Left).leafCount(), kTokens);
    }
}

TEST(ConlluReader, IsRecognizedByContent) {
    EXPECT_TRUE(kConlluFormat.accepts(conlluRow("1", "a", "0", "root")));
    EXPECT_TRUE(kConlluFormat.accepts(conlluRow("1-2", "ab", "_", "_")));
    EXPECT_TRUE(kConlluFormat.accepts("\n# my own comment\n" + conlluRow("1", "a", "0", "root")));
    EXPECT_TRUE(kConlluFormat.accepts("# text = cut by the end of the beginn"));
    EXPECT_TRUE(kConlluFormat.accepts("# newdoc\nanything\n"));
    EXPECT_FALSE(kConlluFormat.accepts(""));
    EXPECT_FALSE(kConlluFormat.accepts("# a comment of some other format\n"));
    EXPECT_FALSE(kConlluFormat.accepts("# texture = brick\n"));
    EXPECT_FALSE(kConlluFormat.accepts("1\tThe\tthe\tDET\n")) << "a table of another kind";
    EXPECT_FALSE(kConlluFormat.accepts("(1 a)\n"));
    EXPECT_FALSE(kConlluFormat.accepts("a\tb\tc\td\te\tf\tg\th\ti\tj\n"));
}

TEST(ConlluReader, EnglishWebTreebankReadsWithoutDamage) {
    REQUIRE_DATA(path, "ud-ewt/en_ewt-ud-dev.conllu");
    const std::string text = *readFileBytes(*path, {});
    std::size_t sentences = 0;
    for (std::size_t at = text.find("# sent_id"); at != std::string::npos; at = text.find("# sent_id", at + 1)) {
        ++sentences;
    }
    const Result<Treebank> bank = readTreebank({*path}, {});
    ASSERT_TRUE(bank.hasValue());
    EXPECT_EQ(bank->badTrees, 0U);
    EXPECT_EQ(bank->trees.size(), sentences);
    EXPECT_EQ(bank->trees.size(), 2001U);
    const TreeStatistics statistics = statisticsOf(*bank);
    // Counted by a Python script of its own, which compares every pair of arcs.
    EXPECT_EQ(statistics.nodes, 25149U);
    EXPECT_EQ(statistics.words, 5493U);
    EXPECT_EQ(statistics.labels, 51U);
    std::size_t crossing = 0;
    for (const Tree& tree : bank->trees.heldTrees()) {
        crossing += isProjective(tree) ? 0 : 1;
    }
    EXPECT_EQ(crossing, 43U);
}

Tree treeOf(const std::vector<std::uint32_t>& heads) {
    DependencySentence sentence;
    sentence.heads = heads;
    for (std::size_t token = 0; token < heads.size(); ++token) {
        sentence.words.emplace_back(token);
        sentence.labels.emplace_back(std::size_t{0});
        sentence.positions.emplace_back();
    }
    return dependencyTree(sentence);
}

/// By definition: no two arcs cross, the arc from above the root counted.
bool arcsCross(const std::vector<std::uint32_t>& heads) {
    for (std::uint32_t one = 1; one <= heads.size(); ++one) {
        for (std::uint32_t other = 1; other <= heads.size(); ++other) {
            const std::pair<std::uint32_t, std::uint32_t> left(std::min(one, heads[one - 1]),
                                                               std::max(one, heads[one - 1]));
            const std::pair<std::uint32_t, std::uint32_t> right(std::min(other, heads[other - 1]),
                                                                std::max(other, heads[other - 1]));
            if (left.first < right.first && right.first < left.second && left.second < right.second) {
                return true;
            }
        }
    }
    return false;
}

TEST(DependencyTree, IsProjectiveIffNoArcsCross) {
    EXPECT_TRUE(isProjective(treeOf({0})));
    EXPECT_TRUE(isProjective(treeOf({2, 0, 2})));
    EXPECT_FALSE(isProjective(treeOf({3, 4, 0, 3}))) << "1–3 and 2–4 cross";
    EXPECT_FALSE(isProjective(treeOf({3, 0, 2, 1}))) << "an arc over the root";
    EXPECT_TRUE(isProjective(first(testing::bankOf("(S (A a) (B b))"))));
    std::mt19937 random(7);
    std::size_t crossing = 0;
    for (int round = 0; round < 2000; ++round) {
        // Tokens in random order; each hangs below one that came earlier, so that there is no cycle.
        std::vector<std::uint32_t> order(1 + random() % 8);
        for (std::size_t at = 0; at < order.size(); ++at) {
            order[at] = static_cast<std::uint32_t>(at);
        }
        std::shuffle(order.begin(), order.end(), random);
        std::vector<std::uint32_t> heads(order.size(), 0);
        for (std::size_t at = 1; at < order.size(); ++at) {
            heads[order[at]] = order[random() % at] + 1;
        }
        ASSERT_FALSE(findHeadFault(heads).has_value());
        ASSERT_EQ(isProjective(treeOf(heads)), !arcsCross(heads)) << round;
        crossing += arcsCross(heads) ? 1 : 0;
    }
    EXPECT_GT(crossing, 500U);
    EXPECT_LT(crossing, 1900U);
}

TEST(DependencyTree, BracketsKeepEveryWordInItsPlace) {
    const Treebank bank =
        testing::bankOf(conlluRow("1", "(", "2", "punct") + conlluRow("2", "ice cream", "0", "_") +
                        conlluRow("3", "sells", "2", "acl:relcl") + conlluRow("4", ")", "2", "punct"));
    const std::string text = writtenTokens(bank, 0);
    EXPECT_EQ(text, "(_ (punct -LRB-) ice\xC2\xA0"
                    "cream (acl:relcl sells) (punct -RRB-))");
    const Treebank again = testing::bankOf(text);
    EXPECT_EQ(again.badTrees, 0U);
    EXPECT_EQ(again.sentence(TreeId(std::size_t{0}), 9), "-LRB- ice\xC2\xA0"
                                                         "cream sells -RRB-");
    const Treebank single = testing::bankOf(conlluRow("1", "Yes", "0", "_"));
    EXPECT_EQ(writtenTokens(single, 0), "(_ Yes)");
}

} // namespace
} // namespace batchscope
