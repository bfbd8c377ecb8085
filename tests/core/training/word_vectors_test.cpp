// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/word_vectors.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

struct Filled {
    Result<FoundVectors> found;
    std::vector<double> rows;
};

/// Two numbers a word, of the words a, b, c, d.
Filled filledFrom(const std::string& text) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.file("vectors.txt");
    testing::writeText(path, text);
    const Treebank bank = testing::bankOf(testing::kTwoTrees);
    const OpGraph graph = testing::graphOf(bank, {.dim = 2});
    Parameters parameters = *Parameters::create(graph.ops, 1, {});
    Result<FoundVectors> found = fillWordVectors(path, graph.ops, bank, parameters, {});
    return {std::move(found), parameters.numbers(ParamId(std::size_t{0}))};
}

TEST(WordVectors, FillTheRowsOfTheirWords) {
    for (const std::string header : {"", "3 2\n"}) {
        const Filled filled = filledFrom(header + "c 0.5 -1\nzebra 7 7\na 1e-1 2 \nc 9 9");
        ASSERT_TRUE(filled.found.hasValue()) << filled.found.error().text();
        EXPECT_EQ(filled.found->found, 2U);
        EXPECT_EQ(filled.found->missing, 2U);
        EXPECT_FLOAT_EQ(static_cast<float>(filled.rows[0]), 0.1F);
        EXPECT_EQ(filled.rows[1], 2.0);
        EXPECT_EQ(filled.rows[4], 0.5) << "the first vector counts";
        EXPECT_EQ(filled.rows[5], -1.0);
        EXPECT_NE(filled.rows[2], 0.0) << "random";
    }
}

TEST(WordVectors, AFaultHasItsPlace) {
    const Result<FoundVectors> number = filledFrom("a 1 2\nb 1 x\n").found;
    ASSERT_FALSE(number.hasValue());
    EXPECT_EQ(number.error().code, ErrorCode::Parse);
    EXPECT_THAT(number.error().text(), ::testing::HasSubstr("vectors.txt:2:5: error: expected a number, got 'x'"));
    EXPECT_THAT(filledFrom("a 1 2\nb 1\n").found.error().text(), ::testing::HasSubstr(":2:1: "));
    EXPECT_THAT(filledFrom("a 1 2 3\n").found.error().text(), ::testing::HasSubstr("--dim 3"));
}

} // namespace
} // namespace batchscope
