// SPDX-License-Identifier: GPL-3.0-or-later
//
// Made trees: the text of former versions byte for byte, the stream against the treebank, and the laws that sizes,
// arities and words are drawn by.
#include "core/formats/bracket_writer.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

std::string streamed(const GenerateOptions& options) {
    Result<TreeGenerator> generator = TreeGenerator::make(options);
    EXPECT_TRUE(generator.hasValue());
    std::string text;
    while (!generator->atEnd()) {
        generator->appendNext(text);
        text += '\n';
    }
    return text;
}

std::string fromTreebank(const GenerateOptions& options) {
    const Treebank bank = *generateTreebank(options);
    std::string text;
    for (const Tree& tree : bank.trees.heldTrees()) {
        text += toBrackets(tree, bank.words, bank.labels) + '\n';
    }
    return text;
}

std::uint64_t hashOf(const std::string& text) {
    std::uint64_t hash = 0xCBF29CE484222325ULL; // FNV-1a
    for (const char character : text) {
        hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001B3ULL;
    }
    return hash;
}

// The hashes are of what the command line wrote before trees were streamed.
TEST(Generate, TheTextOfFormerVersionsStays) {
    struct Case {
        GenerateOptions options;
        std::uint64_t hash;
    };
    const auto options = [](TreeShape shape, std::size_t arity, std::size_t leaves) {
        return GenerateOptions{
            .shape = shape, .arity = arity, .leaves = leaves, .trees = 40, .vocabulary = 50, .seed = 3};
    };
    for (const Case& each : {
             Case{{}, 0x04A345945C594603ULL},
             Case{options(TreeShape::Random, 2, 70), 0x77E2A9251841A805ULL},
             Case{options(TreeShape::Random, 3, 70), 0x334AB1BA05754EC3ULL},
             Case{options(TreeShape::Random, 7, 9), 0x1320F466EEF5FEB2ULL},
             Case{options(TreeShape::Sequence, 3, 70), 0x432D57281F46DF49ULL},
             Case{options(TreeShape::Balanced, 7, 70), 0xA16526F78B218F72ULL},
             Case{options(TreeShape::Same, 3, 70), 0x5DE3F991D979CCAFULL},
             Case{{.arity = 90, .leaves = 100, .trees = 20}, 0x35BF8CC0128C0597ULL},
         }) {
        EXPECT_EQ(hashOf(streamed(each.options)), each.hash);
        EXPECT_EQ(hashOf(fromTreebank(each.options)), each.hash);
    }
}

TEST(Generate, TheStreamWritesTheTreebank) {
    for (const TreeShape shape :
         {TreeShape::Random, TreeShape::Sequence, TreeShape::Balanced, TreeShape::Same, TreeShape::Nary}) {
        for (const WordLaw law : {WordLaw::Uniform, WordLaw::Zipf}) {
            const GenerateOptions options{.shape = shape, .leaves = {1, 30}, .trees = 60, .law = law};
            EXPECT_EQ(streamed(options), fromTreebank(options));
        }
    }
}

TEST(Generate, TheStreamGoesOnBeyondItsTrees) {
    TreeGenerator generator = *TreeGenerator::make({.trees = 1});
    std::string first;
    std::string second;
    generator.appendNext(first);
    EXPECT_TRUE(generator.atEnd());
    generator.appendNext(second);
    EXPECT_NE(first, second);
    EXPECT_EQ(generator.made(), 2U);
}

TEST(Generate, LeavesAreDrawnFromTheWholeRange) {
    constexpr std::size_t kTrees = 9000;
    const Treebank bank = *generateTreebank({.leaves = {4, 12}, .trees = kTrees});
    std::map<std::size_t, std::size_t> counts;
    for (const Tree& tree : bank.trees.heldTrees()) {
        ++counts[tree.leafCount()];
    }
    EXPECT_EQ(counts.size(), 9U);
    EXPECT_EQ(counts.begin()->first, 4U);
    for (const auto& [leaves, count] : counts) {
        EXPECT_NEAR(static_cast<double>(count), kTrees / 9.0, 4 * std::sqrt(kTrees / 9.0)) << leaves;
    }
    const Treebank same = *generateTreebank({.shape = TreeShape::Same, .leaves = {4, 12}, .trees = 20});
    for (const Tree& tree : same.trees.heldTrees()) {
        EXPECT_EQ(tree.childOffsets, same.trees.heldTrees().front().childOffsets);
    }
}

/// Of nodes over so many leaves that every number of children fits.
TEST(Generate, NaryNodesHaveTwoThreeOrFourChildren) {
    const Treebank bank = *generateTreebank({.shape = TreeShape::Nary, .leaves = 300, .trees = 400});
    std::map<std::size_t, double> counts;
    double all = 0.0;
    for (const Tree& tree : bank.trees.heldTrees()) {
        std::vector<std::size_t> leaves(tree.size(), 0);
        for (std::size_t index = 0; index < tree.size(); ++index) {
            const auto children = tree.children(TreeNodeId(index));
            for (const TreeNodeId child : children) {
                leaves[index] += leaves[child.index()];
            }
            leaves[index] += children.empty() ? 1 : 0;
            if (leaves[index] >= 4) {
                ++counts[children.size()];
                ++all;
            }
        }
    }
    constexpr double kTolerance = 0.02; // more than four standard deviations of 10,000 draws
    EXPECT_GT(all, 10'000.0);
    EXPECT_EQ(counts.size(), 3U);
    EXPECT_NEAR(counts[2] / all, 0.6, kTolerance);
    EXPECT_NEAR(counts[3] / all, 0.3, kTolerance);
    EXPECT_NEAR(counts[4] / all, 0.1, kTolerance);
}

TEST(Generate, WordsFollowZipfsLaw) {
    constexpr std::size_t kWords = 50;
    for (const double exponent : {0.0, 0.7, 1.0, 2.0}) {
        const Treebank bank = *generateTreebank(
            {.leaves = 1000, .trees = 200, .vocabulary = kWords, .law = WordLaw::Zipf, .exponent = exponent});
        std::vector<double> counts(kWords, 0.0);
        double weights = 0.0;
        for (std::size_t word = 0; word < bank.words.size(); ++word) {
            const auto rank = std::stoul(std::string(bank.words.text(SymbolId(word)).substr(1)));
            counts.at(rank) = static_cast<double>(bank.wordCounts[word]);
        }
        for (std::size_t rank = 0; rank < kWords; ++rank) {
            weights += std::pow(static_cast<double>(rank + 1), -exponent);
        }
        for (std::size_t rank = 0; rank < kWords; ++rank) {
            const double expected = 200'000 * std::pow(static_cast<double>(rank + 1), -exponent) / weights;
            EXPECT_NEAR(counts[rank], expected, 4.5 * std::sqrt(expected)) << rank << " at " << exponent;
        }
    }
}

TEST(Generate, SaysWhatCannotBeMade) {
    const auto message = [](const GenerateOptions& options) {
        const Result<TreeGenerator> made = TreeGenerator::make(options);
        return made ? std::string() : made.error().message;
    };
    EXPECT_EQ(message({.trees = 1'000'000'000'000}), "") << "no bound where nothing is held";
    EXPECT_THAT(message({.leaves = {9, 8}}), HasSubstr("at least 9 and at most 8"));
    EXPECT_THAT(message({.leaves = kMostGeneratedLeaves + 1}), HasSubstr("the limit is 100,000,000"));
    EXPECT_THAT(message({.exponent = -1.0}), HasSubstr("exponent from 0 to 20"));
    EXPECT_THAT(message({.exponent = std::nan("")}), HasSubstr("exponent"));
    EXPECT_THAT(message({.vocabulary = 100'000'000, .law = WordLaw::Zipf}), HasSubstr("at most 16,777,216 words"));
    EXPECT_FALSE(generateTreebank({.leaves = 1000, .trees = 1'000'000}).hasValue());
}

TEST(Generate, DeepAndWideTreesAreMadeQuickly) {
    constexpr std::size_t kMany = 1'000'000;
    const std::string deep = streamed({.shape = TreeShape::Sequence, .leaves = kMany, .trees = 1});
    EXPECT_EQ(std::count(deep.begin(), deep.end(), 'w'), static_cast<std::ptrdiff_t>(kMany));
    const std::string wide = streamed({.arity = kMany, .leaves = kMany, .trees = 1});
    EXPECT_EQ(std::count(wide.begin(), wide.end(), '('), static_cast<std::ptrdiff_t>(kMany + 1));
}

} // namespace
} // namespace batchscope
