// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trees as rows, in order of a key, and counted.
#include "core/treebank/tree_histograms.h"
#include "core/treebank/tree_rows.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

namespace batchscope {
namespace {

std::vector<TreeId> ids(std::initializer_list<std::size_t> values) {
    std::vector<TreeId> result;
    for (const std::size_t value : values) {
        result.emplace_back(value);
    }
    return result;
}

constexpr std::string_view kListedTrees =
    "(S (N a) (N (N b) (N c)))\n(A (N d) (N e))\n(S (N a) (N b))\n(Z b)\n(S a b c d)\n";

TEST(TreeRows, AllTreesNeedNoIds) {
    const TreeRows rows = TreeRows::all(1'000'000);
    EXPECT_TRUE(rows.isAll());
    EXPECT_EQ(rows[999'999], TreeId(999'999));
    EXPECT_EQ(rows.rowOf(TreeId(17)), 17U);
    EXPECT_FALSE(rows.rowOf(TreeId(1'000'000)).has_value());
    EXPECT_FALSE(rows.rowOf(TreeId()).has_value());
    const TreeRows backwards = TreeRows::all(10, TreeRows::Direction::Backward);
    EXPECT_EQ(backwards[0], TreeId(9));
    EXPECT_EQ(backwards.rowOf(TreeId(9)), 0U);
    EXPECT_TRUE(TreeRows().empty());
}

TEST(TreeRows, FoundOnesGrow) {
    const TreeRows rows(ids({2, 5}), TreeRows::Order::Growing);
    EXPECT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows.rowOf(TreeId(5)), 1U);
    EXPECT_FALSE(rows.rowOf(TreeId(9)).has_value());
    const TreeRows any(ids({7, 1, 4}), TreeRows::Order::Any);
    EXPECT_EQ(any.rowOf(TreeId(4)), 2U);
    EXPECT_FALSE(any.rowOf(TreeId(5)).has_value());
}

TEST(TreeOrder, ByEachKey) {
    const Treebank bank = testing::bankOf(kListedTrees);
    const auto ordered = [&bank](TreeKey key, SortDirection direction) {
        return orderedTrees(bank, ids({0, 1, 2, 3, 4}), key, direction);
    };
    constexpr auto kUp = SortDirection::Ascending;
    constexpr auto kDown = SortDirection::Descending;
    EXPECT_EQ(ordered(TreeKey::Number, kDown), ids({4, 3, 2, 1, 0}));
    EXPECT_EQ(ordered(TreeKey::Size, kUp), ids({3, 1, 2, 0, 4}));
    EXPECT_EQ(ordered(TreeKey::Size, kDown), ids({0, 4, 1, 2, 3}));
    EXPECT_EQ(ordered(TreeKey::Words, kDown), ids({4, 0, 1, 2, 3}));
    EXPECT_EQ(ordered(TreeKey::Height, kUp), ids({3, 1, 2, 4, 0}));
    EXPECT_EQ(ordered(TreeKey::Arity, kDown), ids({4, 0, 1, 2, 3}));
    EXPECT_EQ(ordered(TreeKey::Root, kUp), ids({1, 0, 2, 4, 3}));
    EXPECT_EQ(*parseEnum<TreeKey>("height"), TreeKey::Height);
    EXPECT_FALSE(parseEnum<TreeKey>("depth").hasValue());
}

TEST(TreeHistograms, CountTheIndex) {
    const Treebank bank = testing::bankOf(kListedTrees);
    const Result<TreeHistograms> histograms = histogramsOf(bank, TreeRows::all(bank.trees.size()), {});
    ASSERT_TRUE(histograms.hasValue());
    using Counts = std::vector<CountedValue>;
    EXPECT_EQ(histograms->sizes, (Counts{{1, 1}, {3, 2}, {5, 2}}));
    EXPECT_EQ(histograms->words, (Counts{{1, 1}, {2, 2}, {3, 1}, {4, 1}}));
    EXPECT_EQ(histograms->heights, (Counts{{0, 1}, {1, 3}, {2, 1}}));
    EXPECT_EQ(histograms->arities, (Counts{{0, 1}, {2, 3}, {4, 1}}));
    EXPECT_EQ(histograms->distinctShapes, 4U);
    EXPECT_EQ(histograms->sharingTrees, 2U);
    ASSERT_EQ(histograms->shapes.size(), 4U);
    EXPECT_EQ(histograms->shapes.front().first, TreeId(1));
    EXPECT_EQ(histograms->shapes.front().trees, 2U);
    const Result<TreeHistograms> some = histogramsOf(bank, TreeRows(ids({0, 3}), TreeRows::Order::Growing), {});
    EXPECT_EQ(some->sizes, (Counts{{1, 1}, {5, 1}}));
    EXPECT_EQ(some->sharingTrees, 0U);
    const std::vector<SymbolCount> words = frequentFirst(bank.wordCounts);
    EXPECT_EQ(bank.words.text(words.front().symbol), "b");
    EXPECT_EQ(words.front().count, 4U);
}

TEST(TreeHistograms, Bins) {
    const std::vector<CountedValue> values = {{3, 1}, {9, 2}, {10, 4}, {41, 1}};
    EXPECT_EQ(binWidth(values, 100), 1U);
    EXPECT_EQ(binWidth(values, 10), 5U);
    EXPECT_EQ(binWidth(values, 3), 20U);
    EXPECT_EQ(binned(values, 20), (std::vector<HistogramBin>{{0, 19, 7}, {20, 39, 0}, {40, 59, 1}}));
    EXPECT_EQ(binWidth({}, 10), 1U);
    EXPECT_TRUE(binned({}, 1).empty());
}

} // namespace
} // namespace batchscope
