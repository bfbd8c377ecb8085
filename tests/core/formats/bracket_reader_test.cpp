// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/bracket_writer.h"
#include "core/formats/read_treebank.h"
#include "core/treebank/treebank.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

std::string writtenBrackets(const Treebank& bank, std::size_t tree) {
    return toBrackets(*bank.tree(TreeId(tree)), bank.words, bank.labels);
}

TEST(BracketReader, PreterminalIsOneLeafAndNodesStandInPostOrder) {
    const Treebank bank = testing::bankOf("(3 (2 The) (4 (2 good) (2 film)))");
    const Tree& tree = *bank.tree(TreeId(std::size_t{0}));
    ASSERT_EQ(tree.size(), 5U);
    EXPECT_EQ(tree.leafCount(), 3U);
    EXPECT_EQ(tree.height(), 2U);
    EXPECT_EQ(bank.words.text(tree.words[0]), "The");
    EXPECT_EQ(bank.labels.text(tree.labels[4]), "3");
    for (std::size_t node = 0; node < tree.size(); ++node) {
        for (const TreeNodeId child : tree.children(TreeNodeId(node))) {
            EXPECT_LT(child.index(), node);
        }
    }
    EXPECT_EQ(tree.positions[1].line, 1U);
    EXPECT_EQ(tree.positions[1].column, 15U);
}

TEST(BracketReader, PennStyleTreesOverManyLinesLoseTheirEmptyOuterBracket) {
    const Treebank bank = testing::bankOf("\n( (S \n    (NP (NN Time))\n    (VP (VBZ flies)) ))\n( (X y) )\n");
    ASSERT_EQ(bank.trees.size(), 2U);
    EXPECT_EQ(writtenBrackets(bank, 0), "(S (NP (NN Time)) (VP (VBZ flies)))");
    EXPECT_EQ(writtenBrackets(bank, 1), "(X y)");
}

TEST(BracketReader, LineEndsByteOrderMarkAndNoBreakSpaceAreHandled) {
    const Treebank bank = testing::bankOf("\xEF\xBB\xBF(2 (1 a\xC2\xA0"
                                          "b) (2 c))\r\n\r\n(2 d) (3 e)\r\n");
    ASSERT_EQ(bank.trees.size(), 3U) << "two trees on one line count as two";
    EXPECT_EQ(bank.words.text(bank.tree(TreeId(std::size_t{0}))->words[0]), "a\xC2\xA0"
                                                                            "b");
}

TEST(BracketReader, TreesWithBracketsInColumnOneInsideAreStillOneTree) {
    const Treebank bank = testing::bankOf("(S\n(NP x)\n(VP y))\n(S\n(NP z)\n(VP w))\n");
    ASSERT_EQ(bank.trees.size(), 2U);
    EXPECT_EQ(bank.badTrees, 0U);
}

TEST(BracketReader, BytesCountFromTheBeginningOfTheFile) {
    const Treebank bank = testing::bankOf("\xEF\xBB\xBF(1 a)\n(1 ())\n");
    EXPECT_EQ(bank.diagnostics.front().position.byte, 13U);
    EXPECT_EQ(bank.diagnostics.front().excerpt, "))");
}

TEST(BracketReader, ExcerptsOfLongLinesEndAtACharacter) {
    std::string line = "(1 ()";
    for (int count = 0; count < 100; ++count) {
        line += "漢";
    }
    const Treebank bank = testing::bankOf("(1 a)\n" + line + ")\n");
    const std::string& excerpt = bank.diagnostics.front().excerpt;
    EXPECT_EQ(codePoints(excerpt), 60U);
    EXPECT_EQ(findInvalidUtf8(excerpt), std::string_view::npos);
}

TEST(BracketReader, AFirstLineThatIsNoTreeIsReportedAndTheTreesAreRead) {
    for (const std::string text :
         {"My trees\n(3 (2 A) (2 film))\n(2 B)\n", "trees, v1\n\n( (S \n  (NP x)\n  (VP y)) )\n( (S z) )"}) {
        const Treebank bank = testing::bankOf(text);
        EXPECT_EQ(bank.format, "ptb") << text;
        EXPECT_EQ(bank.trees.size(), 2U) << text;
        ASSERT_EQ(bank.diagnostics.size(), 1U) << text;
        EXPECT_THAT(bank.diagnostics.front().message, HasSubstr("outside all brackets; expected '(' to start a tree"));
        EXPECT_EQ(bank.diagnostics.front().position.line, 1U);
    }
}

TEST(BracketReader, SentencesStaySentencesEvenInParentheses) {
    for (const std::string text :
         {"A film\n(quite good)\n(fine)\n", "A film\n(quite (very) good)\nfine\n", "A film\n \n", "A film"}) {
        EXPECT_EQ(testing::bankOf(text).format, "tokens") << text;
    }
}

TEST(BracketReader, AWholeFileOfDamageIsAnErrorWithItsFirstPlace) {
    const Result<Treebank> bank = readTreebankText("(1 (2 a)\n", "broken.ptb", {});
    ASSERT_FALSE(bank.hasValue());
    EXPECT_EQ(bank.error().code, ErrorCode::Parse);
    EXPECT_THAT(bank.error().text(), HasSubstr("broken.ptb:1:1: error: this tree is missing 1 closing bracket"));
}

TEST(BracketReader, EmptyBinaryAndForeignTextAreRefusedByWhatTheyAre) {
    const auto message = [](std::string_view text) {
        const Result<Treebank> bank = readTreebankText(text, "f", {});
        return bank ? std::string("read") : bank.error().text();
    };
    EXPECT_THAT(message(""), HasSubstr("f:1:1: error: the file is empty"));
    EXPECT_THAT(message(" \n\t\n"), HasSubstr("the file is empty"));
    EXPECT_THAT(message(std::string_view("\x7F"
                                         "ELF\0\0",
                                         6)),
                HasSubstr("unsupported format: a program (ELF); "));
    EXPECT_THAT(message(std::string_view("\x01\x02\0\0", 4)), HasSubstr("binary data (a zero byte at offset 2)"));
    EXPECT_THAT(message("\x01\xFF\x02"), HasSubstr("binary data or an unknown encoding"));
    EXPECT_THAT(message("1\tThe\tthe\tDET"), HasSubstr("no known treebank format starts with"));
}

TEST(BracketReader, ManyBadTreesAreCountedButNotAllKept) {
    std::string text = "(1 a)\n";
    for (std::size_t line = 0; line < Treebank::kMaxDiagnostics + 5; ++line) {
        text += "(2 ())\n";
    }
    const Treebank bank = testing::bankOf(text);
    EXPECT_EQ(bank.badTrees, Treebank::kMaxDiagnostics + 5);
    EXPECT_EQ(bank.diagnostics.size(), Treebank::kMaxDiagnostics);
}

TEST(BracketReader, StopsWhenAsked) {
    std::stop_source source;
    source.request_stop();
    const RunControl control(source.get_token(), nullptr);
    const Result<Treebank> bank = readTreebankText("(1 a)\n", "f", control);
    ASSERT_FALSE(bank.hasValue());
    EXPECT_EQ(bank.error().code, ErrorCode::Cancelled);
}

} // namespace
} // namespace batchscope
