// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pruning takes away what no requested value needs, and changes nothing else.
#include "core/graph/lower.h"
#include "core/graph/prune.h"
#include "core/schedule/metrics.h"
#include "core/schedule/validate.h"
#include "core/treebank/generate.h"
#include "tests/support/body_oracle.h"
#include "tests/support/forests.h"
#include "tests/support/mixed_graph.h"

#include <gtest/gtest.h>

#include <set>

namespace batchscope {
namespace {

using testing::BodyOracle;
using testing::finished;
using testing::mixedGraph;
using testing::mixedOps;
using testing::oracleParams;
using namespace testing::mixed; // NOLINT(google-build-using-namespace): the ops, by name

/// The nodes that requests reach, by a search from the requests down, in id order: another way than pruning's.
std::set<NodeId> reached(const OpGraph& graph) {
    std::vector<NodeId> work;
    for (const Value& value : graph.outputs) {
        work.push_back(value.node);
    }
    std::set<NodeId> found;
    while (!work.empty()) {
        const NodeId node = work.back();
        work.pop_back();
        if (!found.insert(node).second) {
            continue;
        }
        for (const Argument& argument : graph.argumentsOf(node)) {
            if (argument.isValue()) {
                work.push_back(argument.node());
            }
        }
    }
    return found;
}

/// Everything that pruning promises, node by node.
void checkPruned(const OpGraph& graph, std::uint64_t seed) {
    const OpGraph less = pruned(graph);
    const std::set<NodeId> needed = reached(graph);
    ASSERT_EQ(less.size(), needed.size()) << "seed " << seed;
    std::size_t next = 0;
    for (const NodeId old : needed) { // a set walks in id order
        const NodeId node(next++);
        EXPECT_EQ(less.nodeOps[node], graph.nodeOps[old]);
        EXPECT_EQ(less.levels[node], graph.levels[old]);
        EXPECT_EQ(less.roundOf(node), graph.roundOf(old));
        EXPECT_EQ(less.origins[node].tree, graph.origins[old].tree);
        EXPECT_EQ(less.origins[node].treeNode, graph.origins[old].treeNode);
        EXPECT_EQ(less.argumentsOf(node).size(), graph.argumentsOf(old).size());
        std::size_t shared = 0;
        const Signature& signature = less.signatures[less.nodeSignatures[node]];
        for (const Argument& argument : less.argumentsOf(node)) {
            if (argument.kind == ArgumentClass::Shared) {
                EXPECT_EQ(signature.shared.at(shared++), argument.value()) << "seed " << seed;
            }
        }
        EXPECT_EQ(shared, signature.shared.size());
        for (const NodeId other : needed) {
            const NodeId otherNode(static_cast<std::size_t>(std::distance(needed.begin(), needed.find(other))));
            EXPECT_EQ(less.nodeSignatures[node] == less.nodeSignatures[otherNode],
                      graph.nodeSignatures[old] == graph.nodeSignatures[other]);
        }
    }
    EXPECT_EQ(less.targets, graph.targets);
    EXPECT_EQ(less.trees, graph.trees);
    const testing::OracleParams params = oracleParams(graph.ops, seed);
    EXPECT_EQ(BodyOracle(less, params).outputs(), BodyOracle(graph, params).outputs()) << "seed " << seed;
}

/// A mixed graph of which only a few values are asked for.
OpGraph sparse(std::uint64_t seed, const testing::MixedOptions& options) {
    OpGraph graph = mixedGraph(seed, options);
    const std::size_t kept = std::min<std::size_t>(graph.outputs.size(), 1 + seed % 4);
    graph.outputs.resize(kept);
    graph.targets.resize(kept);
    return graph;
}

TEST(Prune, DeadNodesGoAndTheRestStaysAsItWas) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        checkPruned(mixedGraph(seed, {.rounds = 1 + static_cast<std::uint32_t>(seed % 3)}), seed);
        checkPruned(sparse(seed, {.rounds = 1 + static_cast<std::uint32_t>(seed % 3)}), seed);
        checkPruned(sparse(seed, {.merge = Merge::Subtrees}), seed);
    }
}

TEST(Prune, NothingRequestedLeavesAnEmptyGraphThatEveryStageTakes) {
    OpGraph graph = mixedGraph(5, {.rounds = 2});
    graph.outputs.clear();
    graph.targets.clear();
    const OpGraph empty = pruned(graph);
    EXPECT_EQ(empty.size(), 0U);
    EXPECT_EQ(empty.levelCount(), 0U);
    EXPECT_EQ(empty.roundCount(), 1U);
    EXPECT_EQ(empty.argumentOffsets, (std::vector<std::uint32_t>{0}));
    EXPECT_EQ(lowerBound(empty).batches, 0U);
    for (const Policy* policy : policies()) {
        const Result<Schedule> schedule = makeSchedule(empty, *policy, {});
        ASSERT_TRUE(schedule.hasValue()) << policy->name() << ": " << schedule.error().message;
        EXPECT_EQ(schedule->batchCount(), 0U);
        EXPECT_TRUE(validate(empty, *schedule).hasValue());
        EXPECT_EQ(makePlan(empty, *schedule).stateBytes(), 0U);
    }
    EXPECT_EQ(pruned(empty).size(), 0U);
    EXPECT_EQ(lowered(empty, {}, {})->size(), 0U);
}

TEST(Prune, LoweredGraphsLoseUnusedOutputs) {
    const Treebank bank = *generateTreebank({.leaves = 7, .trees = 3, .seed = 2});
    const OpGraph cells = testing::graphOf(bank, {.dim = 3, .dtype = DType::Float64});
    EXPECT_EQ(pruned(cells).size(), cells.size()) << "every cell is needed: c of the root is a part of its cell";
    const OpGraph primitives = *lowered(cells, {}, {});
    checkPruned(primitives, 3);
    EXPECT_LT(pruned(primitives).size(), primitives.size() + 1);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        checkPruned(*lowered(sparse(seed, {.rounds = 2}), {}, {}), seed);
        const OpGraph lowerThenPrune = pruned(*lowered(sparse(seed, {}), {}, {}));
        const OpGraph pruneThenLower = *lowered(pruned(sparse(seed, {})), {}, {});
        EXPECT_LE(lowerThenPrune.size(), pruneThenLower.size()) << "primitives are pruned one by one";
        EXPECT_EQ(pruned(pruneThenLower).size(), lowerThenPrune.size());
    }
}

TEST(Prune, AnUnusedHalfOfACellGoesOncePrimitive) {
    Fold fold(mixedOps(), {});
    const Value a = fold.add(kEmbed, {Argument::integer(0)});
    const Value pair = fold.add(kPair, {a, a});
    fold.request(fold.output(pair, 1));
    const OpGraph cells = finished(fold);
    EXPECT_EQ(pruned(cells).size(), 2U);
    const OpGraph primitives = *lowered(cells, {}, {});
    EXPECT_EQ(primitives.size(), 4U) << "lookup, add, tanh, multiply";
    EXPECT_EQ(pruned(primitives).size(), 2U) << "lookup, multiply";
}

} // namespace
} // namespace batchscope
