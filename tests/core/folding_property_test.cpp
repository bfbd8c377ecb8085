// SPDX-License-Identifier: GPL-3.0-or-later
//
// The backbone: whatever the trees, the net, the policy and the options, a schedule is valid, needs at least as many
// batches as the bound says, and the folded values equal the regular ones (float64, tight).
#include "core/exec/equality.h"
#include "core/exec/runner.h"
#include "core/schedule/lower_bound.h"
#include "core/schedule/validate.h"
#include "core/tree/generate.h"
#include "tests/core/testing.h"

#include <gtest/gtest.h>

namespace batchscope {
namespace {

Treebank forest(std::uint64_t seed) {
    const auto pick = [&](std::uint64_t salt, std::size_t bound) { return (seed * 7919 + salt * 104729) % bound; };
    return *generateTreebank({.shape = static_cast<TreeShape>(pick(1, 4)),
                              .arity = 2 + pick(2, 3),
                              .leaves = 1 + pick(3, 24),
                              .trees = 1 + pick(4, 6),
                              .vocabulary = 1 + pick(5, 12), // few words: many equal leaves
                              .seed = seed});
}

void checkForest(const Treebank& bank, const GraphOptions& options) {
    const OpGraph graph = testing::graphOf(bank, options);
    const Result<Parameters> parameters = Parameters::create(graph.ops, 1, {});
    ASSERT_TRUE(parameters.hasValue());
    const std::size_t bound = lowerBound(graph).batches;
    const Result<ArmRun> regular = runArm(graph, **findPolicy("regular"), *parameters, Recording::Seconds, {});
    ASSERT_TRUE(regular.hasValue());
    const std::vector<const Policy*> serving = *parsePolicies("all", graph);
    for (const Policy* policy : serving) {
        const Result<ArmRun> run = runArm(graph, *policy, *parameters, Recording::Seconds, {});
        ASSERT_TRUE(run.hasValue()) << policy->name();
        const Status status = validate(graph, run->schedule);
        ASSERT_TRUE(status.hasValue()) << policy->name() << ": " << status.error().message;
        EXPECT_GE(run->schedule.batchCount(), bound);
        EXPECT_EQ(scheduleText(graph, run->schedule), scheduleText(graph, testing::scheduleOf(graph, policy->name())));
        const EqualityReport report = *compareRuns(graph, {regular->schedule, regular->plan, regular->execution},
                                                   {run->schedule, run->plan, run->execution}, {});
        EXPECT_TRUE(report.equal) << policy->name() << ", max abs error " << report.maxAbsError;
        EXPECT_EQ(report.argmaxFlips, 0U);
        EXPECT_GT(report.values, 0U);
    }
}

TEST(FoldingProperty, RandomForestsUnderEveryPolicyAndOption) {
    constexpr std::uint64_t kForests = 40;
    std::size_t cases = 0;
    for (std::uint64_t seed = 1; seed <= kForests; ++seed) {
        const Treebank bank = forest(seed);
        for (const Merge merge : {Merge::Off, Merge::Leaves, Merge::Subtrees}) {
            for (const Outputs outputs : {Outputs::Root, Outputs::All}) {
                for (const Binarization binarization : {Binarization::Left, Binarization::Balanced}) {
                    SCOPED_TRACE(::testing::Message() << "forest " << seed);
                    checkForest(bank, {.dim = 6,
                                       .dtype = DType::Float64,
                                       .outputs = outputs,
                                       .merge = merge,
                                       .binarization = binarization});
                    cases += policies().size();
                }
            }
        }
    }
    RecordProperty("cases", static_cast<int>(cases));
}

} // namespace
} // namespace batchscope
