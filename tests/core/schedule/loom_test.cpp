// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/read_treebank.h"
#include "core/schedule/metrics.h"
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

} // namespace
} // namespace batchscope
