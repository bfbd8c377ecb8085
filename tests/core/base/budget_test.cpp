// SPDX-License-Identifier: GPL-3.0-or-later
//
// Limits of memory: how they are written, and that every input is held against them. The limit is the least there is,
// so that inputs beyond it are small; tests/cli/budget_test.cpp has the real ones.
#include "core/base/budget.h"
#include "core/formats/read_treebank.h"

#include "core/bytes/file_bytes.h"
#include "core/schedule/learned_table.h"
#include "core/treebank/treebank.h"
#include "tests/support/forests.h"
#include "tests/support/memory_limit.h"
#include "tests/support/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;

TEST(MemoryLimit, IsWrittenWithAUnit) {
    for (const auto& [text, bytes] :
         {std::pair("64M", 64 * kMiB), std::pair("24G", 24 * 1024 * kMiB), std::pair("1.5G", 1536 * kMiB),
          std::pair("1GiB", 1024 * kMiB), std::pair("2GB", 2048 * kMiB), std::pair("67108864", 64 * kMiB)}) {
        const Result<std::uint64_t> limit = parseMemoryLimit(text);
        ASSERT_TRUE(limit.hasValue()) << text;
        EXPECT_EQ(*limit, bytes) << text;
    }
    for (const char* const text : {"", "G", "1", "63M", "-1G", "1X", "1GG", "1 G", "nan", "inf", "1e9T", "0x10G"}) {
        const Result<std::uint64_t> limit = parseMemoryLimit(text);
        ASSERT_FALSE(limit.hasValue()) << text;
        EXPECT_THAT(limit.error().message, HasSubstr("such as 512M or 24G")) << text;
    }
}

TEST(MemoryLimit, GivesWhatEachInputMayTake) {
    EXPECT_LE(inputLimit(), 640 * kMiB);
    EXPECT_LE(inputLimit(), memoryLimit());
    EXPECT_EQ(fileLimit(2 * kMiB), inputLimit()) << "no small file takes more than one tree may";
    EXPECT_LE(fileLimit(std::uint64_t{1} << 62U), memoryLimit());
    EXPECT_EQ(unpackedLimit(2 * kMiB), 512 * kMiB);
    EXPECT_EQ(unpackedLimit(64 * kMiB), 8192 * kMiB);
    EXPECT_LT(unpackedLimit(~std::uint64_t{0}), ~std::uint64_t{0});
    const testing::MemoryLimit limit(4096 * kMiB);
    EXPECT_EQ(memoryLimit(), 4096 * kMiB);
    EXPECT_EQ(inputLimit(), 4096 * kMiB);
    EXPECT_EQ(fileLimit(kMiB), 4096 * kMiB);
    EXPECT_EQ(unpackedLimit(kMiB), 4096 * kMiB);
    EXPECT_GT(treeLimits().nodes, 20'000'000U);
    EXPECT_EQ(limitAdvice(8 * 1024 * kMiB, 20 * 1024 * kMiB), "the limit is 8.0 GiB: raise it with --memory-limit 23G");
}

/// A text with one tree that is too large for the least limit, and a good one behind it where the format allows it.
struct Large {
    const char* name;
    std::string text;
    const char* message;
    std::size_t goodTrees;
};

std::string repeated(std::string_view piece, std::size_t count) {
    std::string text;
    text.reserve(piece.size() * count);
    for (std::size_t index = 0; index < count; ++index) {
        text += piece;
    }
    return text;
}

std::string conlluSentence(std::size_t tokens) {
    std::string text;
    for (std::size_t token = 1; token <= tokens; ++token) {
        text += fmt::format("{}\ta\t_\t_\t_\t_\t{}\tx\t_\t_\n", token, token - 1);
    }
    return text + "\n1\ta\t_\t_\t_\t_\t0\tx\t_\t_\n\n";
}

std::string snliLine(const std::string& first) {
    return R"({"gold_label":"x","sentence1_binary_parse":")" + first + R"(","sentence2_binary_parse":"b"})" + "\n";
}

std::vector<Large> largeTexts() {
    constexpr std::size_t kMany = 500'000;    // nodes; the least limit is some 400,000
    constexpr std::size_t kLong = 16U << 20U; // bytes; the least limit is some 13 MiB
    const std::string header = "{\"batchscope_trees\":1,\"format\":\"made\"}\n";
    constexpr const char* kNodes = "nodes, the limit for one tree";
    constexpr const char* kText = "of text, the limit for one tree";
    std::string words;
    std::string heads;
    std::string labels;
    for (std::size_t token = 0; token < kMany / 2; ++token) {
        const char* const comma = token == 0 ? "" : ",";
        words += fmt::format("{}\"a\"", comma);
        heads += fmt::format("{}{}", comma, token);
        labels += fmt::format("{}null", comma);
    }
    const std::string dependencies =
        fmt::format("{{\"words\":[{}],\"heads\":[{}],\"labels\":[{}]}}\n", words, heads, labels);
    return {
        {"brackets, open", repeated("(", kMany) + "\n(1 a)\n", kNodes, 1},
        {"brackets, closed", repeated("(2 ", kMany) + "a" + repeated(")", kMany) + "\n(1 a)\n", kNodes, 1},
        {"brackets, wide", "(1 " + repeated("(2 a)", kMany) + ")\n(1 a)\n", kNodes, 1},
        {"brackets, long", "(1 " + repeated("b", kLong) + ")\n(1 a)\n", kText, 1},
        {"sentence", repeated("a ", kMany) + "\nb c\n", kNodes, 1},
        {"sentence, long", "a b\n" + repeated("b", kLong) + "\nb c\n", kText, 2},
        {"conllu", conlluSentence(kMany / 4), kNodes, 1},
        {"conllu, long", "1\ta" + repeated("b", kLong) + "\t_\t_\t_\t_\t0\tx\t_\t_\n\n" + conlluSentence(1), kText, 2},
        {"snli", snliLine(repeated("( ", kMany)) + snliLine("a"), kNodes, 3},
        {"snli, escaped", snliLine(repeated("\\\\", kLong)) + snliLine("a"), kText, 2},
        {"json, deep", header + repeated("[\"a\",", kMany) + "\n[\"a\",\"b\"]\n", kNodes, 1},
        {"json, wide", header + "[\"a\"" + repeated(",\"b\"", kMany) + "]\n[\"a\",\"b\"]\n", kNodes, 1},
        {"json, dependencies", header + dependencies + "[\"a\",\"b\"]\n", kNodes, 1},
        {"json, long", header + "[\"a\",\"" + repeated("b", kLong) + "\"]\n[\"a\",\"b\"]\n", kText, 1},
    };
}

TEST(MemoryLimit, OneTreeBeyondItIsGivenUpAndTheOthersAreRead) {
    const testing::MemoryLimit limit(kLeastMemoryLimit);
    for (const Large& large : largeTexts()) {
        SCOPED_TRACE(large.name);
        const Result<Treebank> bank = readTreebankText(large.text, "f", {});
        ASSERT_TRUE(bank.hasValue()) << bank.error().text();
        EXPECT_EQ(bank->badTrees, 1U);
        EXPECT_EQ(bank->trees.size(), large.goodTrees);
        EXPECT_THAT(bank->diagnostics.front().text(),
                    AllOf(HasSubstr(large.message), HasSubstr("--memory-limit 256M")));
    }
}

TEST(MemoryLimit, ARaisedOneTakesTheSameTrees) {
    const testing::MemoryLimit limit(1024 * kMiB);
    for (const Large& large : largeTexts()) {
        SCOPED_TRACE(large.name);
        const Result<Treebank> bank = readTreebankText(large.text, "f", {});
        const std::string_view name = large.name;
        const bool isWhole = name != "brackets, open" && name != "snli" && name != "json, deep"; // these never close
        if (isWhole) {
            ASSERT_TRUE(bank.hasValue()) << bank.error().text();
            EXPECT_EQ(bank->badTrees, 0U) << bank->diagnostics.front().text();
            EXPECT_GT(bank->trees.size(), large.goodTrees);
        }
    }
}

class MemoryOfFiles : public testing::FolderTest {};

TEST_F(MemoryOfFiles, ManyTreesEndReadingWithWhatCameBefore) {
    const testing::MemoryLimit limit(kLeastMemoryLimit);
    const std::string path = write("many.ptb", repeated("(1 a)", 4'000'000));
    const std::string next = write("next.ptb", "(1 a)\n");
    const Result<Treebank> bank = readTreebank({path, next}, {});
    ASSERT_TRUE(bank.hasValue());
    EXPECT_LT(bank->trees.size(), 4'000'000U);
    EXPECT_GT(bank->trees.size(), 100'000U);
    EXPECT_LE(bank->trees.heldCount(), Treebank::kHeldTrees);
    ASSERT_EQ(bank->badTrees, 1U);
    EXPECT_THAT(
        bank->diagnostics.front().text(),
        AllOf(HasSubstr("the limit is 64.0 MiB: raise it with --memory-limit"), HasSubstr("the rest was not read")));
}

TEST_F(MemoryOfFiles, TextWithoutTreesIsNotReadForEver) {
    const testing::MemoryLimit limit(kLeastMemoryLimit);
    const std::string path = write("endless.ptb", "(1 a)\n" + std::string(120U << 20U, '\n') + "(1 b)\n");
    const Result<Treebank> bank = readTreebank({path}, {});
    ASSERT_TRUE(bank.hasValue());
    EXPECT_EQ(bank->trees.size(), 1U);
    ASSERT_EQ(bank->diagnostics.size(), 1U);
    EXPECT_THAT(bank->diagnostics.front().text(),
                AllOf(HasSubstr("found no tree in 102.4 MiB of text"), HasSubstr("--memory-limit 256M")));
}

TEST_F(MemoryOfFiles, FilesThatAreReadWholeAreMeasuredFirst) {
    const testing::MemoryLimit limit(kLeastMemoryLimit);
    const std::string images = std::string("\0\0\x08\x03\0\x0C\0\0\0\0\0\1\0\0\0\1", 16) + std::string(786'432, '\0');
    EXPECT_THAT(readTreebank({write("images", images)}, {}).error().text(),
                AllOf(HasSubstr("786,432 images of 1 pixels need"), HasSubstr("--memory-limit")));
    const std::string long16 = "{\"batchscope_program\":1,\"calls\":\"" + std::string(16U << 20U, 'a') + "\"}";
    EXPECT_THAT(readTreebank({write("long.json", long16)}, {}).error().text(),
                AllOf(HasSubstr("long.json: error: this file is larger than "),
                      HasSubstr("the limit for a file of format program"), HasSubstr("--memory-limit")));
    EXPECT_THAT(
        readFileBytes("/dev/zero", {}).error().text(),
        AllOf(HasSubstr("/dev/zero: error: this file is larger than 12.8 MiB"), HasSubstr("--memory-limit 256M")));
}

TEST_F(MemoryOfFiles, ValuesOfJsonAreCounted) {
    const testing::MemoryLimit limit(kLeastMemoryLimit);
    EXPECT_THAT(parseLearnedTable(repeated("[", 10'000'000), "table").error().text(),
                AllOf(HasSubstr("table: error: this JSON document has too many values"), HasSubstr("--memory-limit")));
}

TEST(LearnedTable, ANestedValueIsNamedNotWritten) {
    constexpr std::size_t kDeep = 200'000; // writing it would need as deep a stack
    const std::string text =
        R"({"format": "batchscope-learned-policy", "version": )" + repeated("[", kDeep) + repeated("]", kDeep) + "}";
    EXPECT_THAT(parseLearnedTable(text, "table").error().text(),
                HasSubstr("/version: found an array of 1; expected a non-negative integer"));
}

TEST(MemoryOfGraphs, SelectionsWhoseGraphDoesNotFitAreRefused) {
    const std::string text = repeated("(1 " + repeated("(2 a)", 100) + ")\n", 4000);
    const testing::MemoryLimit limit(kLeastMemoryLimit);
    const Treebank bank = testing::bankOf(text);
    const Result<OpGraph> graph = buildGraph(bank, {.model = "child-sum-tree-lstm"}, {});
    ASSERT_FALSE(graph.hasValue());
    EXPECT_THAT(graph.error().text(), AllOf(HasSubstr("the graph of 404,000 tree nodes needs about"),
                                            HasSubstr("--memory-limit"), HasSubstr("fewer --trees")));
    EXPECT_TRUE(buildGraph(bank, {.model = "child-sum-tree-lstm", .trees = {0, 10}}, {}).hasValue());
}

TEST(TreesJson, TheOriginOfConvertedTreesIsKept) {
    const Result<Treebank> bank = readTreebankText("{\"batchscope_trees\":1,\"format\":\"conllu\"}\n[\"a\",\"b\"]\n"
                                                   "{\"batchscope_trees\":1,\"format\":\"ptb\"}\n[\"a\",\"b\"]\n",
                                                   "f", {});
    ASSERT_TRUE(bank.hasValue());
    EXPECT_EQ(bank->format, "trees-json");
    EXPECT_EQ(bank->origin, "conllu") << "that of the first header";
    EXPECT_EQ(testing::bankOf("(1 a)").origin, "");
}

} // namespace
} // namespace batchscope
