// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/read_treebank.h"
#include "core/schedule/loom.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"
#include "tests/support/mixed_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace batchscope {
namespace {

using namespace testing::mixed; // NOLINT(google-build-using-namespace): the ops, by name

std::size_t rowsOf(const std::function<void(Fold&)>& record) {
    Fold fold(testing::mixedOps(), {});
    record(fold);
    const Result<OpGraph> graph = std::move(fold).finish();
    EXPECT_TRUE(graph.hasValue());
    return loomPassThroughRows(*graph);
}

Value loomLeaf(Fold& fold) {
    return fold.add(kEmbed, {Argument::integer(0)});
}

/// `length` calls above a value, each on the one before.
Value chain(Fold& fold, Value value, std::size_t length) {
    for (; length > 0; --length) {
        value = fold.add(kAlone, {value});
    }
    return value;
}

TEST(Loom, WhatTheNextLevelReadsIsHandedOnForNothing) {
    EXPECT_EQ(rowsOf([](Fold&) {}), 0U);
    EXPECT_EQ(rowsOf([](Fold& fold) { fold.request(chain(fold, loomLeaf(fold), 3)); }), 0U);
    EXPECT_EQ(rowsOf([](Fold& fold) { chain(fold, loomLeaf(fold), 3); }), 0U) << "nobody reads the last one";
}

TEST(Loom, AValueReadLaterIsCarriedOneRowALevel) {
    // the loomLeaf, on level 0, is read on levels 1 and 3: carried through levels 1 and 2
    EXPECT_EQ(rowsOf([](Fold& fold) {
                  const Value early = loomLeaf(fold);
                  fold.add(kPair, {early, chain(fold, early, 2)});
              }),
              2U);
    EXPECT_EQ(rowsOf([](Fold& fold) { // the last reader counts, and once
                  const Value early = loomLeaf(fold);
                  const Value top = chain(fold, early, 2);
                  fold.add(kPair, {early, chain(fold, early, 1)});
                  fold.add(kPair, {early, top});
                  fold.add(kMix, {top, Argument::shared(early)});
              }),
              2U)
        << "shared values as well";
}

TEST(Loom, OutputsOfOneNodeTravelTogether) {
    EXPECT_EQ(rowsOf([](Fold& fold) { // the pair stands on level 1, its outputs are read on levels 4 and 5
                  const Value a = loomLeaf(fold);
                  const Value pair = fold.add(kPair, {a, a});
                  const Value top = chain(fold, fold.output(pair, 0), 2);
                  const Value next = fold.output(fold.add(kPair, {top, fold.output(pair, 1)}), 0);
                  fold.add(kPair, {next, fold.output(pair, 0)});
              }),
              3U);
}

TEST(Loom, RequestedValuesAreCarriedToTheLastLevel) {
    EXPECT_EQ(rowsOf([](Fold& fold) {
                  const Value a = loomLeaf(fold);
                  fold.request(a);
                  fold.request(chain(fold, a, 3));
                  fold.request(a);
              }),
              3U)
        << "through levels 1, 2 and 3, however often it is asked for";
    EXPECT_EQ(rowsOf([](Fold& fold) { // a low tree waits for the end of a high one
                  fold.request(chain(fold, loomLeaf(fold), 1));
                  fold.request(chain(fold, loomLeaf(fold), 4));
              }),
              3U);
}

TEST(Loom, CountsWhatAWalkOverTheLevelsCounts) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const OpGraph graph = testing::mixedGraph(seed);
        const ConsumerIndex consumers(graph);
        std::size_t expected = 0;
        for (std::size_t level = 1; level < graph.levelCount() + 1; ++level) {
            for (std::size_t index = 0; index < graph.size(); ++index) { // is it still needed above this level?
                const NodeId node(index);
                const auto users = consumers.users(node);
                const bool used =
                    std::any_of(users.begin(), users.end(), [&](NodeId user) { return graph.levels[user] > level; });
                const bool asked = std::any_of(graph.outputs.begin(), graph.outputs.end(),
                                               [&](Value value) { return value.node == node; });
                const bool exists = level < graph.levelCount() && graph.levels[node] < level;
                expected += exists && (used || asked) ? 1 : 0;
            }
        }
        EXPECT_EQ(loomPassThroughRows(graph), expected) << "seed " << seed;
    }
}

/// The figures that the design expects.
TEST(Loom, SixtyFourTreesOfStanfordSentimentTrain) {
    REQUIRE_DATA(path, "sst/train.txt");
    const Result<Treebank> bank = readTreebank({*path}, {});
    ASSERT_TRUE(bank.hasValue());
    const auto rows = [&](Outputs outputs) {
        return loomPassThroughRows(testing::graphOf(*bank, {.trees = {0, 64}, .outputs = outputs}));
    };
    EXPECT_EQ(rows(Outputs::Root), 5215U);
    EXPECT_EQ(rows(Outputs::All), 64464U);
}

} // namespace
} // namespace batchscope
