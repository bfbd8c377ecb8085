// SPDX-License-Identifier: GPL-3.0-or-later
//
// What becomes of words and labels on their way from the file into the tables.
#include "core/formats/bracket_writer.h"
#include "core/formats/read_treebank.h"
#include "core/tree/tree_symbols.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

namespace batchscope {
namespace {

std::string readBack(std::string_view text, const ReadOptions& options) {
    const Result<Treebank> bank = readTreebankText(text, "test", {}, {.options = options});
    return bank ? toBrackets(*bank->tree(TreeId(std::size_t{0})), bank->words, bank->labels) : bank.error().message;
}

TEST(TreeSymbols, WordsStayAsTheyStandUnlessAsked) {
    EXPECT_EQ(readBack("(S (NP-SBJ=1 -LRB-) (VP 1\\/2))", {}), "(S (NP-SBJ=1 -LRB-) (VP 1\\/2))");
}

TEST(TreeSymbols, EscapesAreDecoded) {
    EXPECT_EQ(unescaped("-LRB-"), "(");
    EXPECT_EQ(unescaped("-RCB-"), "}");
    EXPECT_EQ(unescaped("1\\/2"), "1/2");
    EXPECT_EQ(unescaped("\\*\\*"), "**");
    EXPECT_EQ(unescaped("a\\b\\"), "a\\b\\") << "no escape";
    const Result<Treebank> bank =
        readTreebankText("(S (A -LSB-) (B 3\\/4))", "test", {}, {.options = {.escapes = Escapes::Decode}});
    EXPECT_EQ(bank->sentence(TreeId(std::size_t{0}), 9), "[ 3/4");
}

TEST(TreeSymbols, LowerCaseKnowsMoreThanAscii) {
    EXPECT_EQ(lowerCase("The ÄRA of Ελλάδα and МИР, Ǆ"), "the ära of ελλάδα and мир, ǆ");
    EXPECT_EQ(readBack("(S (A The) (B the))", {.letterCase = LetterCase::Lower}), "(S (A the) (B the))");
}

TEST(TreeSymbols, CategoriesLoseFunctionTagsButNotTheirNames) {
    EXPECT_EQ(categoryOf("NP-SBJ-1"), "NP");
    EXPECT_EQ(categoryOf("NP=2"), "NP");
    EXPECT_EQ(categoryOf("ADVP|PRT"), "ADVP");
    EXPECT_EQ(categoryOf("-NONE-"), "-NONE-");
    EXPECT_EQ(categoryOf("-LRB-"), "-LRB-");
    EXPECT_EQ(readBack("(S (NP-SBJ a) (-NONE- *))", {.labels = LabelText::Category}), "(S (NP a) (-NONE- *))");
}

TEST(TreeSymbols, Latin1IsAChoice) {
    EXPECT_EQ(latin1ToUtf8("caf\xE9"), "café");
    EXPECT_EQ(readBack("(S (A caf\xE9))", {.encoding = Encoding::Latin1}), "(S (A café))");
    const std::string refused = readBack("(S (A caf\xE9))", {});
    EXPECT_NE(refused.find("byte 0xE9 is not UTF-8"), std::string::npos) << refused;
    EXPECT_NE(refused.find("Latin-1"), std::string::npos) << refused;
}

TEST(TreeSymbols, RareWordsBecomeOne) {
    const Result<Treebank> bank = readTreebankText("(S (A a) (B b))\n(S (A a) (B c))\n(S (A a) (B b))", "test", {},
                                                   {.options = {.rareBelow = 2}});
    EXPECT_EQ(bank->sentence(TreeId(std::size_t{1}), 9), "a <unk>");
    EXPECT_EQ(bank->words.size(), 3U);
    EXPECT_EQ(bank->wordCounts, (std::vector<std::uint64_t>{3, 2, 1}));
    TreeSymbols again(std::as_const(bank->words), bank->labels, bank->options);
    EXPECT_EQ(bank->words.text(again.word("c")), "<unk>");
    EXPECT_EQ(bank->words.text(again.word("b")), "b");
}

} // namespace
} // namespace batchscope
