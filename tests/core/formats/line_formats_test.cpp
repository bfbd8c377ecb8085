// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/bracket_writer.h"
#include "core/formats/format_list.h"
#include "core/formats/read_treebank.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/windowed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace batchscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> written(const Treebank& bank) {
    std::vector<std::string> trees;
    for (std::size_t tree = 0; tree < bank.trees.size(); ++tree) {
        trees.push_back(toBrackets(*bank.tree(TreeId(tree)), bank.words, bank.labels));
    }
    return trees;
}

const Tree& treeAt(const Treebank& bank, std::size_t tree) {
    return *bank.trees.held(TreeId(tree));
}

Treebank latin1BankOf(std::string_view text) {
    ReadRequest request;
    request.options.encoding = Encoding::Latin1;
    return *readTreebankText(text, "f", {}, request);
}

TEST(TokenLines, ALineIsANodeOverItsWords) {
    const Treebank bank = testing::bankOf("\xEF\xBB\xBFThe dog\t barks .\r\n\r\n  Yes \nno\xC2\xA0one knows");
    EXPECT_EQ(bank.format, "tokens");
    EXPECT_EQ(bank.badTrees, 0U);
    EXPECT_THAT(written(bank), ElementsAre("(_ The dog barks .)", "(_ Yes)", "(_ no\xC2\xA0one knows)"));
    const Tree& first = treeAt(bank, 0);
    EXPECT_EQ(first.size(), 5U);
    EXPECT_EQ(first.positions[1].column, 5U);
    EXPECT_EQ(first.positions[1].byte, 7U);
    const Tree& second = treeAt(bank, 1);
    EXPECT_EQ(second.size(), 1U);
    EXPECT_FALSE(second.labels[0].valid());
    EXPECT_EQ(second.positions[0].line, 3U);
    EXPECT_EQ(second.positions[0].column, 3U);
    EXPECT_EQ(*bank.sourceText(TreeId(std::size_t{1})), "  Yes ");
}

TEST(TokenLines, Latin1IsReadWhenChosen) {
    EXPECT_THAT(written(latin1BankOf("caf\xE9 noir\n")), ElementsAre("(_ caf\xC3\xA9 noir)"));
    const Treebank bank = testing::bankOf("caf\xE9 noir\ncafé noir\n");
    EXPECT_EQ(bank.trees.size(), 1U);
    EXPECT_THAT(bank.diagnostics.front().text(), HasSubstr("test.ptb:1:4: error: byte 0xE9 is not UTF-8"));
}

TEST(TokenLines, ALineBeyondTheLimitIsGivenUpAndTheNextOneRead) {
    const auto reader = kTokensFormat.records({1, 1, 0});
    testing::FindingSink sink{ReadOptions()};
    EXPECT_EQ(reader->take({"a very long", 0, WindowEnd::More}, sink), 0U) << "it comes again in a longer window";
    EXPECT_EQ(reader->take({"a very long li", 0, WindowEnd::Limit}, sink), 14U);
    EXPECT_EQ(reader->take({"ne and", 14, WindowEnd::More}, sink), 6U);
    EXPECT_EQ(reader->take({" on\nb c\n", 20, WindowEnd::File}, sink), 8U);
    EXPECT_THAT(sink.found().diagnostics, ElementsAre(::testing::AllOf(HasSubstr("1:1 (0): this tree has more than"),
                                                                       HasSubstr("--memory-limit"))));
    EXPECT_THAT(sink.found().trees, ElementsAre("2:1 at 24+3: [|b|2:1:24] [|c|2:3:26] [||2:1:24 0 1]"));
}

TEST(TokenLines, IsOnlyWhatMayBeSentences) {
    EXPECT_TRUE(kTokensFormat.accepts("A sentence."));
    EXPECT_TRUE(kTokensFormat.accepts("\"What ?\" (she said)\n"));
    for (const char* const text : {"", " \n", "(1 a)", ") a", "[1]", "{}", "<s>", "# a", "#FORMAT 3", "%% a",
                                   "| a | b |", "1\tThe\tthe\tDET", "a\x01 b", "a\n\x7F"}) {
        EXPECT_FALSE(kTokensFormat.accepts(text)) << text;
    }
}

constexpr const char* kSnli =
    R"j({"gold_label":"neutral","sentence1_binary_parse":"( ( a b ) c )","x":[{"y":[1,2]}],"sentence2_binary_parse":"d"}
{"sentence2_binary_parse":"( \u00e9\"\\ \ud83d\ude00 )","sentence1_binary_parse":"( e f )","gold_label":"-"})j";

TEST(Snli, ALineIsTwoTreesWithTheLabelAtTheirRoots) {
    const Treebank bank = testing::bankOf(kSnli);
    EXPECT_EQ(bank.format, "snli");
    EXPECT_EQ(bank.badTrees, 0U);
    EXPECT_THAT(written(bank), ElementsAre("(neutral (_ a b) c)", "(neutral d)", "(_ e f)", "(_ é\"\\ 😀)"));
    const std::string text = kSnli;
    for (std::size_t tree = 0; tree < 4; ++tree) {
        const Tree& read = treeAt(bank, tree);
        const TreeEntry& entry = bank.trees[TreeId(tree)];
        EXPECT_EQ(entry.line, tree / 2 + 1);
        EXPECT_EQ(text[entry.recordBegin + entry.column - 2], '"') << "the tree begins behind its quote";
        EXPECT_EQ(entry.recordBegin + entry.column - 1, read.positions.back().byte);
    }
    EXPECT_EQ(text.substr(treeAt(bank, 3).positions[1].byte, 12), R"(\ud83d\ude00)") << "behind escapes, too";
}

TEST(Snli, Latin1EscapesAreNotDecodedTwice) {
    const Treebank bank = latin1BankOf("{\"gold_label\":\"-\",\"sentence1_binary_parse\":\"( \\u00e9 \xE9 )\","
                                       "\"sentence2_binary_parse\":\"\\u4e00\"}");
    EXPECT_THAT(written(bank), ElementsAre("(_ é é)", "(_ \\u4e00)"));
}

std::string linesBehindHeader(const std::string& text) {
    return text.substr(text.find('\n') + 1);
}

TEST(TreesJson, SaysWhatItsHeaderSays) {
    const std::string text = testing::treesJson(
        testing::bankOf("(S (NP (DT the) (NN \"dog\\)) (VP barks))\n(X a (Y b))\n( (S (A a)) (B b))\n(_ a)"));
    EXPECT_EQ(text, R"({"batchscope_trees":1,"format":"ptb"})"
                    "\n"
                    R"(["S",["NP",["DT","the"],["NN","\"dog\\"]],["VP","barks"]])"
                    "\n"
                    R"(["X","a",["Y","b"]])"
                    "\n"
                    R"([null,["S",["A","a"]],["B","b"]])"
                    "\n"
                    R"(["_","a"])"
                    "\n");
    const Treebank again = testing::bankOf(text);
    EXPECT_EQ(again.format, "trees-json");
    EXPECT_EQ(again.badTrees, 0U);
    EXPECT_EQ(linesBehindHeader(testing::treesJson(again)), linesBehindHeader(text));
    EXPECT_EQ(treeAt(again, 0).positions[1].column, 25U);
    EXPECT_EQ(treeAt(again, 0).positions.back().line, 2U);
}

TEST(TreesJson, AMillionBracketsDeepPasses) {
    constexpr std::size_t kDepth = 1'000'000;
    std::string line;
    for (std::size_t depth = 0; depth < kDepth; ++depth) {
        line += "[\"a\",\"w\",";
    }
    line += "\"w\"" + std::string(kDepth, ']') + "\n";
    const Treebank bank = testing::bankOf("{\"batchscope_trees\":1,\"format\":\"made\"}\n" + line +
                                          line.substr(0, line.size() / 2) + "\n");
    ASSERT_EQ(bank.trees.size(), 1U);
    EXPECT_EQ(bank.badTrees, 1U);
    EXPECT_EQ(bank.tree(TreeId(std::size_t{0}))->height(), kDepth);
    EXPECT_EQ(linesBehindHeader(testing::treesJson(bank)), line);
}

TEST(TreesJson, NestingBombsInUnknownKeysAreNoMatter) {
    constexpr std::size_t kDepth = 1'000'000;
    const std::string bomb = std::string(kDepth, '[') + std::string(kDepth, ']');
    const Treebank bank = testing::bankOf(
        R"({"gold_label":"x","sentence1_binary_parse":"a","sentence2_binary_parse":"b","bomb":)" + bomb + "}\n" +
        R"({"gold_label":"x","sentence1_binary_parse":"a","sentence2_binary_parse":"b","bomb":)" +
        std::string(kDepth, '{') + "\n");
    EXPECT_EQ(bank.trees.size(), 2U);
    EXPECT_EQ(bank.badTrees, 1U);
}

/// Larger than two windows of text: parts of several trees, and together all of them.
TEST(Parts, HoldAllTreesInOrderEachWithItsOwnWords) {
    const testing::TemporaryFolder folder;
    std::string text;
    for (std::size_t tree = 0; text.size() < (std::size_t{9} << 20U); ++tree) {
        text += "(1 (2 word" + std::to_string(tree) + ") (0 " + std::string(2000, 'x') + "))\n";
    }
    const std::string path = folder.file("long.ptb");
    testing::writeText(path, text);
    std::size_t parts = 0;
    std::size_t trees = 0;
    const Status read = readTreebankParts({path}, {}, {}, 100, [&](Treebank bank) -> Status {
        EXPECT_TRUE(bank.trees.size() >= 100 || trees > 0);
        EXPECT_LE(bank.words.size(), bank.trees.size() + 2); // with the first of the next part
        for (std::size_t tree = 0; tree < bank.trees.size(); ++tree, ++trees) {
            const TreeHandle handle = bank.tree(TreeId(tree));
            EXPECT_EQ(bank.words.text(handle->words[0]), "word" + std::to_string(trees));
        }
        ++parts;
        return Ok{};
    });
    EXPECT_TRUE(read);
    EXPECT_GE(parts, 2U);
    EXPECT_EQ(trees, static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
    const Status ended =
        readTreebankParts({path}, {}, {}, 1, [](const Treebank&) -> Status { return cancelledError(); });
    ASSERT_FALSE(ended);
    EXPECT_EQ(ended.error().code, ErrorCode::Cancelled);
}

} // namespace
} // namespace batchscope
