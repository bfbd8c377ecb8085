// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/bracket_writer.h"
#include "core/formats/format_list.h"
#include "core/formats/pointer_tree.h"
#include "core/formats/read_treebank.h"
#include "tests/support/forests.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

constexpr const char* kWords = "It|'s|good\nYes\nEffective|but|too-tepid|biopic\n";
constexpr const char* kPointers = "5|4|4|5|0\n0\n6|6|5|5|7|7|0\n";

class SstPair : public testing::FolderTest {
protected:
    static std::string written(const Treebank& bank, std::size_t tree) {
        return toBrackets(*bank.tree(TreeId(tree)), bank.words, bank.labels);
    }
};

TEST_F(SstPair, IsReadFromEitherSideAndAsAFolder) {
    const std::string words = write("SOStr.txt", kWords);
    const std::string pointers = write("STree.txt", kPointers);
    (void)write("dictionary.txt", "!|0\n! '|22935\n! Brilliant|18235\n");
    (void)write("sentiment_labels.txt", "phrase ids|sentiment values\n0|0.5\n1|0.25\n");
    (void)write("README.txt", "This is the dataset of the paper.\nIt has many words.\n");
    for (const std::vector<std::string>& paths :
         {std::vector{words, pointers}, std::vector{pointers, words}, std::vector{m_folder.string()}}) {
        const Result<Treebank> bank = readTreebank(paths, {});
        ASSERT_TRUE(bank.hasValue()) << bank.error().text();
        EXPECT_EQ(bank->format, "sst-pair");
        EXPECT_EQ(bank->badTrees, 0U);
        ASSERT_EQ(bank->trees.size(), 3U);
        EXPECT_EQ(written(*bank, 0), "(_ It (_ 's good))");
        EXPECT_EQ(written(*bank, 1), "(_ Yes)");
        EXPECT_EQ(written(*bank, 2), "( (_ Effective but) (_ too-tepid biopic))");
        EXPECT_EQ(bank->place(TreeId(std::size_t{2})), pointers + ":3");
        EXPECT_EQ(bank->tree(TreeId(std::size_t{0}))->positions.back().column, 9U);
        EXPECT_EQ(bank->skipped.size(), paths.size() == 1 ? 3U : 0U);
    }
}

TEST_F(SstPair, EachAloneSaysWhatIsMissing) {
    EXPECT_THAT(readTreebank({write("a", kWords)}, {}).error().text(),
                HasSubstr("a:1:1: error: found words separated by '|' but no parent pointers; open STree.txt"));
    EXPECT_THAT(readTreebank({write("b", kPointers)}, {}).error().text(),
                HasSubstr("b:1:1: error: found parent pointers but no words; open SOStr.txt with them"));
}

TEST_F(SstPair, AnotherNumberOfLinesNamesBothFiles) {
    const Result<Treebank> bank = readTreebank({write("words", kWords), write("pointers", "0|3|3\n0\n")}, {});
    ASSERT_FALSE(bank.hasValue());
    EXPECT_THAT(bank.error().text(), HasSubstr("words:3:1: error: found 2 lines of parent pointers in "));
    EXPECT_THAT(bank.error().text(), HasSubstr("pointers but 3 lines of words in "));
}

TEST_F(SstPair, ABrokenLineCostsItsTree) {
    const Result<Treebank> bank = readTreebank({write("words", "a|b\na|b\na||b\na|b\xFF\na|b\n"),
                                                write("pointers", "\xEF\xBB\xBF"
                                                                  "3|3|0\r\n3|x|0\r\n3|3|0\r\n3|3|0\r\n3|3|4\r\n")},
                                               {});
    ASSERT_TRUE(bank.hasValue());
    EXPECT_EQ(bank->trees.size(), 1U);
    ASSERT_EQ(bank->diagnostics.size(), 4U);
    EXPECT_THAT(bank->diagnostics[0].text(), HasSubstr("pointers:2:3: error: found parent 'x'; expected"));
    EXPECT_EQ(bank->diagnostics[0].position.byte, 12U) << "behind the byte order mark";
    EXPECT_THAT(bank->diagnostics[1].text(), HasSubstr("words:3:3: error: found no word between two '|'"));
    EXPECT_THAT(bank->diagnostics[2].text(), HasSubstr("words:4:4: error: byte 0xFF is not UTF-8"));
    EXPECT_THAT(bank->diagnostics[3].text(), HasSubstr("pointers:5:5: error: found parent 4; expected 0 (the root)"));
}

TEST(PointerTree, SaysWhatIsNoTree) {
    const auto fault = [](const std::vector<std::uint32_t>& parents, std::size_t words) {
        const auto found = findPointerFault(parents, words);
        return found ? std::to_string(found->node + 1) + ": " + found->message : std::string();
    };
    EXPECT_EQ(fault({3, 3, 0}, 2), "");
    EXPECT_THAT(fault({0}, 2), HasSubstr("1: found 1 pointers for 2 words"));
    EXPECT_THAT(fault({3, 0, 0}, 2), HasSubstr("3: found a second root, node 3 (the first is node 2)"));
    EXPECT_THAT(fault({3, 1, 0}, 2), HasSubstr("2: found parent 1, which is a word"));
    EXPECT_THAT(fault({3, 3, 3}, 2), HasSubstr("1: found no root"));
    EXPECT_THAT(fault({3, 3, 0, 3}, 2), HasSubstr("4: found inner node 4 without children"));
    EXPECT_THAT(fault({3, 4, 0, 5, 4}, 2), HasSubstr("2: found a cycle of parent pointers above node 2"));
}

TEST(PointerTree, AChainOfAMillionPasses) {
    constexpr std::uint32_t kWordCount = 500'000;
    std::vector<std::uint32_t> parents(2 * kWordCount - 1);
    std::iota(parents.begin() + 1, parents.begin() + kWordCount, kWordCount + 1);
    parents[0] = kWordCount + 1;
    std::iota(parents.begin() + kWordCount, parents.end(), kWordCount + 2);
    parents.back() = 0;
    ASSERT_FALSE(findPointerFault(parents, kWordCount).has_value());
    const std::vector<SymbolId> words(kWordCount, SymbolId(std::size_t{0}));
    const Tree tree = pointerTree(parents, words, std::vector<SourcePosition>(parents.size()));
    EXPECT_EQ(tree.height(), kWordCount - 1);
    EXPECT_EQ(tree.leafCount(), kWordCount);
}

TEST(SstPairFormat, IsRecognisedByItsBars) {
    EXPECT_TRUE(kSstPairFormat.accepts(kWords));
    EXPECT_TRUE(kSstPairFormat.accepts(kPointers));
    EXPECT_TRUE(kSstPairFormat.accepts("(|a|)\n"));
    EXPECT_FALSE(kSstPairFormat.accepts("a sentence\n"));
    EXPECT_FALSE(kSstPairFormat.accepts("a | b\n"));
    EXPECT_FALSE(kSstPairFormat.accepts("|a|b|\n|-|-|\n"));
    EXPECT_FALSE(kSstPairFormat.accepts("(ADVP|PRT a)\n"));
    EXPECT_FALSE(kSstPairFormat.accepts("1\ta|b\tc\n"));
}

} // namespace
} // namespace batchscope
