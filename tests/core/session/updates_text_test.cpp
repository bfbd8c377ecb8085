// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory and updates in words.

#include "core/session/execution_text.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

TEST(UpdatesText, BlamesFoldingOnlyWhereGradientsDiffer) {
    GradientReport gradients;
    gradients.parameters.equal = true;
    gradients.values.equal = true;
    gradients.parameters.maxAbsError = 3e-8;
    EXPECT_THAT(updatesText({8, 4}, gradients), HasSubstr("Folding is not the cause: its gradients equal those of "
                                                          "regular (largest difference 3e-08)."));
    gradients.parameters.equal = false;
    EXPECT_THAT(updatesText({8, 4}, gradients), HasSubstr("in this run folding changes gradients"));
    gradients.foldedLoss = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(updatesText({8, 4}, gradients), HasSubstr("cannot be told: numbers are not finite"));
}

TEST(MemoryText, NamesThePeakAndWhatKeepsIt) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {.dim = 8});
    const Schedule schedule = testing::scheduleOf(graph, "depth");
    const MemoryUse bodies = memoryUse(graph, schedule, PassChoice(), false);
    EXPECT_THAT(memorySummary(graph, schedule, bodies),
                HasSubstr(" of it (" +
                          std::to_string(static_cast<int>(std::lround(100.0 * static_cast<double>(bodies.peakBytes()) /
                                                                      static_cast<double>(bodies.held)))) +
                          "%) are still needed at one time, in batch "));
    EXPECT_THAT(memorySummary(graph, schedule, memoryUse(graph, schedule, PassSet::all(), true)),
                HasSubstr("because the backward pass reads them"));
    EXPECT_THAT(memoryOfStep(bodies, bodies.peak), HasSubstr("the most of all batches"));
    MemoryHolder holder;
    holder.name = "children";
    holder.output = 1;
    holder.rows = 3;
    holder.firstFreed = BatchId(std::size_t{2});
    holder.lastFreed = BatchId(std::size_t{5});
    EXPECT_EQ(holderText(holder), "children, output 1");
    EXPECT_EQ(holderEndText(holder), "read until batches 3 to 6");
    holder.requested = 1;
    EXPECT_EQ(holderEndText(holder), "read until batches 3 to 6; 1 of them asked for");
    holder.requested = 3;
    EXPECT_EQ(holderEndText(holder), "asked for: kept to the end");
}

} // namespace
} // namespace batchscope
