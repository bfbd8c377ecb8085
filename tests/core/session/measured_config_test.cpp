// SPDX-License-Identifier: GPL-3.0-or-later
//
// From a result of a sweep back to the config that shows it: the same net, width, policy, passes, and the very trees.
#include "core/session/measured_config.h"

#include "core/bench/arms.h"
#include "core/bench/sweep.h"
#include "core/treebank/generate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

struct MeasuredSweep {
    Treebank bank = *generateTreebank({.leaves = 7, .trees = 20, .seed = 2});
    SessionConfig now;
    BenchConfig config;
    BenchResult result;

    MeasuredSweep() {
        now.files = {"some.txt"};
        now.threads = 3;
        now.run.timing = Timing::Off;
        now.policy = "largest";
        config.graph.merge = Merge::Leaves;
        config.dims = {16, 32};
        config.seed = 9;
        result.model = "tree-lstm";
        result.dim = 32;
        result.batch = 5;
    }
    [[nodiscard]] SessionConfig shown(const char* arm) {
        result.arm = arm;
        return *measuredConfig(now, config, result, bank);
    }
};

TEST(MeasuredConfig, HasWhatTheResultWasMeasuredWith) {
    MeasuredSweep sweep;
    const SessionConfig config = sweep.shown("folded:agenda");
    EXPECT_EQ(config.policy, "agenda");
    EXPECT_EQ(config.graph.dim, 32);
    EXPECT_EQ(config.graph.model, "tree-lstm");
    EXPECT_EQ(config.graph.merge, Merge::Leaves);
    EXPECT_EQ(config.seed, 9U);
    EXPECT_EQ(config.files, sweep.now.files);
    EXPECT_EQ(config.threads, 3) << "no choice of the window";
    EXPECT_EQ(config.run.timing, Timing::Off) << "as the window has it";
    GraphOptions options = sweep.config.graph;
    options.dim = 32;
    const TreePool pool(sweep.bank, options);
    EXPECT_EQ(config.graph.picked, pool.draw(5, kUsualMiniBatches, 9).front()) << "its first mini-batch";
    EXPECT_EQ(config.graph.trees, (TreeRange{0, 5}));
}

TEST(MeasuredConfig, HasThePassesOfTheArm) {
    MeasuredSweep sweep;
    sweep.config.run.work = Work::Training;
    sweep.result.work = Work::Training;
    EXPECT_EQ(kindOf(sweep.shown("folded@off").run.executor), ExecutorKind::LibTorch);
    EXPECT_EQ(passesOf(sweep.shown("folded@cse").run.executor), *kernelsOf(*parseArm("folded@cse"), sweep.config.run));
    RunOptions unmeasured = sweep.config.run;
    unmeasured.timing = Timing::Off;
    EXPECT_EQ(sweep.shown("folded").run, unmeasured);
    EXPECT_EQ(sweep.shown("regular").policy, "regular");
    EXPECT_EQ(sweep.shown("regular@off").run.work, Work::Training);
    sweep.result.work = Work::Inference; // of a sweep over both
    EXPECT_EQ(sweep.shown("folded").run.work, Work::Inference);
}

TEST(MeasuredConfig, OfTheWholePoolIsTheSelection) {
    MeasuredSweep sweep;
    sweep.config.graph.trees = {4, 100};
    sweep.result.batch = 16;
    const SessionConfig config = sweep.shown("folded");
    EXPECT_TRUE(config.graph.picked.empty());
    EXPECT_EQ(config.graph.trees, (TreeRange{4, 20}));
}

TEST(MeasuredConfig, AModelWithWidthsOfItsOwnKeepsTheDim) {
    MeasuredSweep sweep;
    sweep.result.dim = 0;
    sweep.config.graph.dim = 48;
    EXPECT_EQ(sweep.shown("folded").graph.dim, 48);
}

TEST(MeasuredConfig, ArmsWithoutAPictureSayWhy) {
    MeasuredSweep sweep;
    for (const char* arm : {"direct", "direct@off", "padded", "packed", "folded-legacy"}) {
        sweep.result.arm = arm;
        EXPECT_THAT(whyNotShown(sweep.result), HasSubstr(arm));
        EXPECT_EQ(measuredConfig(sweep.now, sweep.config, sweep.result, sweep.bank).error().message,
                  whyNotShown(sweep.result));
    }
    for (const char* arm : {"regular", "regular@off", "folded:depth", "folded:agenda@cse+fuse"}) {
        sweep.result.arm = arm;
        EXPECT_EQ(whyNotShown(sweep.result), "") << arm;
    }
    sweep.result.arm = "folded:of-another-version";
    EXPECT_FALSE(whyNotShown(sweep.result).empty());
}

TEST(MeasuredConfig, NeedsTheTreesThatWereMeasured) {
    MeasuredSweep sweep;
    sweep.result.arm = "folded";
    sweep.result.batch = 21;
    EXPECT_THAT(measuredConfig(sweep.now, sweep.config, sweep.result, sweep.bank).error().message,
                HasSubstr("open the measured files again"));
}

} // namespace
} // namespace batchscope
