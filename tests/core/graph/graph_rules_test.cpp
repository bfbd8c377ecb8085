// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules of recording, ops and graphs that values do not show: bounds of targets, what a body prints, who uses a node,
// what a merged call keeps, which primitives may batch. Worked out by hand.
#include "core/graph/fold.h"
#include "core/graph/lower.h"
#include "core/graph/prune.h"
#include "tests/support/lettered_graph.h"
#include "tests/support/mixed_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace batchscope {
namespace {

using ::testing::ElementsAre;
using testing::finished;
using ::testing::IsEmpty;
using testing::lettered;
using testing::mixedOps;
using ::testing::StartsWith;
using namespace testing::mixed; // NOLINT(google-build-using-namespace): the ops, by name

// ---- recording -------------------------------------------------------------------------------------------------

std::string faultOfTarget(std::uint32_t output, std::int32_t target) {
    Fold fold(mixedOps(), {});
    const Value leaf = fold.add(kEmbed, {Argument::integer(0)});
    fold.request(fold.output(fold.add(kNarrow, {leaf}), output), target);
    const Result<OpGraph> graph = std::move(fold).finish();
    return graph ? "none" : graph.error().message;
}

TEST(FoldRule, ATargetIsAClassBelowTheWidthOfItsOutput) {
    EXPECT_EQ(faultOfTarget(1, 1), "none") << "the last class of a row of 2";
    EXPECT_THAT(faultOfTarget(1, 2), StartsWith("target 2 of op 'narrow' is out of range: it has only 2 classes"));
    EXPECT_EQ(faultOfTarget(0, kNoTarget), "none");
}

TEST(FoldRule, AMergedCallKeepsTheFirstOrigin) {
    Fold fold(mixedOps(), {.merge = Merge::Leaves});
    fold.setOrigin(TreeId(std::size_t{0}), TreeNodeId(std::size_t{5}));
    const Value first = fold.add(kEmbed, {Argument::integer(3)});
    fold.setOrigin(TreeId(std::size_t{1}), TreeNodeId(std::size_t{6}));
    EXPECT_EQ(fold.add(kEmbed, {Argument::integer(3)}), first);
    const Value other = fold.add(kEmbed, {Argument::integer(4)});
    const OpGraph graph = finished(fold);
    EXPECT_EQ(graph.origins[first.node].tree, TreeId(std::size_t{0}));
    EXPECT_EQ(graph.origins[first.node].treeNode, TreeNodeId(std::size_t{5}));
    EXPECT_EQ(graph.origins[other.node].treeNode, TreeNodeId(std::size_t{6}));
    EXPECT_EQ(graph.calls, 3U);
    EXPECT_EQ(graph.size(), 2U);
}

TEST(FoldRule, WhatIsForeseenChangesNothing) {
    const auto recorded = [](bool foreseen) {
        Fold fold(mixedOps(), {});
        const Value leaf = fold.add(kEmbed, {Argument::integer(0)});
        if (foreseen) {
            fold.foresee(1, 2);
        }
        fold.add(kPair, {leaf, leaf});
        return finished(fold);
    };
    EXPECT_EQ(recorded(true).arguments, recorded(false).arguments);
    EXPECT_EQ(recorded(true).argumentOffsets, recorded(false).argumentOffsets);
}

TEST(FoldRule, RoundsBeginWithTheFirstCallOfALaterOne) {
    // Calls before the first sync point are of round 0, also those made before it was known that there are rounds.
    EXPECT_THAT(lettered("a a | a | a").rounds.values(), ElementsAre(0, 0, 1, 2));
    EXPECT_THAT(lettered("a a").rounds.values(), IsEmpty());
}

TEST(SignatureTableRule, IdsCountFirstAppearances) {
    Signature first{.op = OpId(std::size_t{3}), .parameters = {}, .arguments = {}, .shared = {}};
    Signature onDevice = first;
    onDevice.device = Device::Cuda;
    SignatureTable table;
    EXPECT_EQ(table.intern(onDevice), SignatureId(std::size_t{0}));
    EXPECT_EQ(table.intern(first), SignatureId(std::size_t{1})) << "another device";
    EXPECT_EQ(table.intern(onDevice), SignatureId(std::size_t{0}));
    EXPECT_EQ(table.size(), 2U);
    EXPECT_EQ(table[SignatureId(std::size_t{0})].device, Device::Cuda);
}

TEST(ConsumerIndexRule, UsersInOrderOfIdsOncePerArgument) {
    const OpGraph graph = lettered("a b(0) a c(0,2,0)");
    const ConsumerIndex consumers(graph);
    const auto usersOf = [&](std::size_t node) {
        std::vector<std::uint32_t> users;
        for (const NodeId user : consumers.users(NodeId(node))) {
            users.push_back(user.value);
        }
        return users;
    };
    EXPECT_THAT(usersOf(0), ElementsAre(1, 3, 3));
    EXPECT_THAT(usersOf(1), IsEmpty());
    EXPECT_THAT(usersOf(2), ElementsAre(3));
    EXPECT_THAT(usersOf(3), IsEmpty()) << "the last node, too";
}

// ---- bodies ----------------------------------------------------------------------------------------------------

// ---- lowering and pruning --------------------------------------------------------------------------------------

TEST(LowerRule, PrimitivesOfAnOpThatCannotBatchAreOpsOfTheirOwn) {
    const OpGraph graph = *lowered(lettered("a x(0) y(1) b(0)"), {}, {});
    std::vector<std::string> batchable;
    std::vector<std::string> alone;
    for (const Op& op : graph.ops.ops) {
        (op.batchable == Batchable::Yes ? batchable : alone).push_back(op.name);
    }
    // `a` and `b` have the same body, and so have `x` and `y`: equal primitives are one op.
    EXPECT_THAT(batchable, ElementsAre("segment_sum", "tanh"));
    EXPECT_THAT(alone, ElementsAre("segment_sum [2]", "tanh [2]"));
    EXPECT_THAT(graph.levels.values(), ElementsAre(0, 1, 2, 3, 4, 5, 2, 3));
}

TEST(PruneRule, NeededNodesAreThoseBelowWhatWasRequested) {
    OpGraph graph = lettered("a b(0) a | c(1,0) b(2) a");
    graph.outputs = {{NodeId(std::size_t{3}), 0}};
    graph.targets = {kNoTarget};
    const OpGraph less = pruned(graph);
    // 0, 1 and 3 stay; `c` takes 1, then 0, and is of round 1 still.
    EXPECT_EQ(less.size(), 3U);
    EXPECT_THAT(less.rounds.values(), ElementsAre(0, 0, 1));
    EXPECT_THAT(less.argumentOffsets, ElementsAre(0, 0, 1, 3));
    EXPECT_EQ(less.argumentsOf(NodeId(std::size_t{2}))[0].node(), NodeId(std::size_t{1}));
    EXPECT_EQ(less.argumentsOf(NodeId(std::size_t{2}))[1].node(), NodeId(std::size_t{0}));
    EXPECT_EQ(less.outputs, (std::vector<Value>{{NodeId(std::size_t{2}), 0}}));
    EXPECT_EQ(less.calls, graph.calls) << "what was recorded, not what is left";
    EXPECT_EQ(less.signatures.size(), 3U);
}

} // namespace
} // namespace batchscope
