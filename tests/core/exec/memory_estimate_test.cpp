// SPDX-License-Identifier: GPL-3.0-or-later
//
// What runs are said to take, against what they took; and what is refused before anything is made.
#include "core/exec/memory_estimate.h"

#include "core/nets/net.h"
#include "tests/support/forests.h"
#include "tests/support/memory_limit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;

std::string estimatedSentences() {
    std::string text;
    for (int tree = 0; tree < 20; ++tree) {
        std::string words = "(2 a" + std::to_string(tree) + ")";
        for (int leaf = 1; leaf < 12; ++leaf) {
            words = "(3 " + words + " (2 b" + std::to_string(tree * leaf) + "))";
        }
        text += words + "\n";
    }
    return text;
}

TEST(MemoryEstimate, HoldsWhatEveryNetTakesOnTheEngine) {
    const Treebank bank = testing::bankOf(estimatedSentences());
    const Result<const Policy*> policy = findPolicy("depth");
    for (const Net& net : nets()) {
        const Result<OpGraph> graph = buildGraph(bank, {.model = net.name, .dim = 64}, {});
        if (!graph) { // this one is not for words
            continue;
        }
        SCOPED_TRACE(net.name);
        const Parameters parameters = *Parameters::create(graph->ops, 1, {});
        for (const Work work : {Work::Inference, Work::Training}) {
            const PlannedRuns planned{.work = work};
            const std::uint64_t estimate = estimateMemory(*graph, planned) - 4 * graph->ops.parameterCount();
            const std::unique_ptr<Executor> engine = makeExecutor(graph->ops, EngineOptions());
            const Result<ArmRun> run =
                runArm({*graph, **policy, parameters}, *engine, {.work = work}, Recording::Seconds, {});
            ASSERT_TRUE(run.hasValue()) << run.error().text();
            const std::uint64_t taken = engine->figures().memoryBytes;
            EXPECT_GE(estimate, taken);
            EXPECT_LE(estimate, 8 * taken) << "so much more that good runs are refused";
        }
    }
}

TEST(MemoryEstimate, ARunThatDoesNotFitIsRefusedBeforeAnythingIsMade) {
    const Treebank bank = testing::bankOf(testing::kTwoTrees);
    const testing::MemoryLimit limit(1024 * kMiB);
    const OpGraph graph = testing::graphOf(bank, {.model = "tree-lstm", .dim = 16384});
    const Status status = checkMemory(graph, {.work = Work::Training}, Compared::WithRegular);
    ASSERT_FALSE(status.hasValue());
    EXPECT_EQ(status.error().code, ErrorCode::Config);
    EXPECT_THAT(status.error().message, AllOf(HasSubstr("the run needs about"),
                                              HasSubstr("the limit is 1.0 GiB: raise it with --memory-limit ")));
    EXPECT_THAT(Parameters::create(graph.ops, 1, {}).error().message, HasSubstr("the parameters of tree-lstm need"));
}

} // namespace
} // namespace batchscope
