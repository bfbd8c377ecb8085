// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether claims hold, on results whose medians are known to the digit; and the tables beside the published figures.
#include "core/experiments/experiment_table.h"
#include "tests/core/experiments/small_experiment.h"
#include "tests/support/timed_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::HasSubstr;
using testing::smallExperiment;
using testing::timedResult;

/// The small experiment, its first run measured: at batch 4, regular takes `regular` seconds and folded 1.
MeasuredExperiment measuredWith(double regular) {
    MeasuredExperiment measured{smallExperiment(), ExperimentScale::Full, {}};
    for (const ExperimentRun& run : measured.experiment.runs) {
        MeasuredRun& made = measured.runs.emplace_back();
        made.id = run.id;
        made.config = benchConfigOf(run, ExperimentScale::Full);
    }
    MeasuredRun& trees = measured.runs.front();
    trees.state = MeasuredState::Measured;
    trees.report.results = {timedResult("regular@off", 1, 1.0), timedResult("folded@off", 1, 1.0),
                            timedResult("regular@off", 4, regular), timedResult("folded@off", 4, 1.0)};
    for (BenchResult& result : trees.report.results) {
        result.treesPerSecond = static_cast<double>(result.batch) / result.medianSeconds;
        result.batches = result.arm == "folded@off" ? 5 : 10;
    }
    return measured;
}

ClaimVerdict speedVerdict(const MeasuredExperiment& measured) {
    return verdictOn(measured, measured.experiment.claims.front());
}

BenchResult& regularAt4(MeasuredExperiment& measured) {
    return measured.runs.front().report.results[2];
}

TEST(Verdicts, HoldWhereTheWholeRangeIsOnTheSideOfTheLimit) {
    const ClaimVerdict holds = speedVerdict(measuredWith(2.5)); // at least 2 is claimed
    EXPECT_EQ(holds.outcome, ClaimOutcome::Holds);
    ASSERT_TRUE(holds.value.has_value());
    EXPECT_NEAR(holds.value->value, 2.5, 1e-9);
    EXPECT_LT(holds.value->low, 2.5);
    EXPECT_GT(holds.value->high, 2.5);
    EXPECT_EQ(speedVerdict(measuredWith(1.5)).outcome, ClaimOutcome::DoesNotHold);
}

TEST(Verdicts, CannotTellWhereTheRangeHoldsTheLimit) {
    const ClaimVerdict open = speedVerdict(measuredWith(2.0));
    EXPECT_EQ(open.outcome, ClaimOutcome::CannotTell);
    EXPECT_EQ(open.doubt, ClaimDoubt::Range);
    EXPECT_TRUE(open.value.has_value());
}

TEST(Verdicts, CannotTellFromDoubtfulResults) {
    MeasuredExperiment different = measuredWith(2.5);
    regularAt4(different).equal = false;
    EXPECT_EQ(speedVerdict(different).doubt, ClaimDoubt::Different);

    MeasuredExperiment noisy = measuredWith(2.5);
    regularAt4(noisy).noisy = true;
    regularAt4(noisy).verdict = SpeedVerdict::Varying;
    EXPECT_EQ(speedVerdict(noisy).doubt, ClaimDoubt::Varying);
    regularAt4(noisy).verdict = SpeedVerdict::Busy;
    EXPECT_EQ(speedVerdict(noisy).doubt, ClaimDoubt::Busy);

    MeasuredExperiment few = measuredWith(2.5);
    regularAt4(few).samples.resize(4);
    EXPECT_EQ(speedVerdict(few).doubt, ClaimDoubt::TooFew);

    MeasuredExperiment missing = measuredWith(2.5);
    missing.runs.front().report.results.resize(2);
    EXPECT_EQ(speedVerdict(missing).doubt, ClaimDoubt::NotMeasured);
    EXPECT_FALSE(speedVerdict(missing).value.has_value());
}

TEST(Verdicts, FarFromTheLimitAreDecidedOnABusyMachineToo) {
    const auto busyWith = [](double ratio) {
        MeasuredExperiment measured = measuredWith(ratio);
        regularAt4(measured).noisy = true;
        regularAt4(measured).verdict = SpeedVerdict::Busy;
        return speedVerdict(measured);
    };
    EXPECT_EQ(busyWith(2.5).outcome, ClaimOutcome::Holds); // at least 2 is claimed
    EXPECT_EQ(busyWith(2.1).outcome, ClaimOutcome::CannotTell) << "within the margin";
    EXPECT_EQ(busyWith(1.9).outcome, ClaimOutcome::CannotTell) << "within the margin";
    EXPECT_EQ(busyWith(1.5).outcome, ClaimOutcome::DoesNotHold);
    EXPECT_EQ(busyWith(1.5).doubt, ClaimDoubt::Busy) << "which is said all the same";
    EXPECT_NEAR(busyWith(2.5).value->value, 2.5, 1e-9);
}

TEST(Verdicts, OfCountsNeedNoSamples) {
    MeasuredExperiment measured = measuredWith(2.5);
    for (BenchResult& result : measured.runs.front().report.results) {
        result.samples.resize(1);
        result.verdict = SpeedVerdict::Varying;
        result.noisy = true;
    }
    const ExperimentClaim claim = measured.experiment.claims.back(); // at most 0.9 of the batches
    const ClaimVerdict verdict = verdictOn(measured, claim);
    EXPECT_EQ(verdict.outcome, ClaimOutcome::Holds);
    EXPECT_DOUBLE_EQ(verdict.value->value, 0.5);
    regularAt4(measured).batches = 5;
    EXPECT_EQ(verdictOn(measured, claim).outcome, ClaimOutcome::DoesNotHold);
    regularAt4(measured).equal = false;
    EXPECT_EQ(verdictOn(measured, claim).doubt, ClaimDoubt::Different);
}

TEST(Verdicts, OfDifferentBatchSizesAreByTree) {
    const MeasuredExperiment measured = measuredWith(2.5);
    ExperimentClaim claim = measured.experiment.claims.front();
    claim.measure.figure = ExperimentFigure::SecondsPerTree;
    claim.measure.of.batch = BatchChoice{BatchChoice::Kind::Smallest, 0};
    claim.measure.over->batch = BatchChoice{BatchChoice::Kind::Largest, 0};
    EXPECT_NEAR(verdictOn(measured, claim).value->value, 4.0, 1e-9); // 1 s for a tree, 1 s for four
    claim.measure.figure = ExperimentFigure::TreesPerSecond;
    EXPECT_NEAR(verdictOn(measured, claim).value->value, 0.25, 1e-9);
    EXPECT_EQ(verdictOn(measured, claim).outcome, ClaimOutcome::DoesNotHold);
}

TEST(Stories, HoldOnlyIfEveryClaimDoes) {
    const auto storyWith = [](double regular) { return storyOf(verdictsOn(measuredWith(regular))); };
    EXPECT_EQ(storyWith(2.5), ClaimOutcome::Holds);
    EXPECT_EQ(storyWith(2.0), ClaimOutcome::CannotTell);
    EXPECT_EQ(storyWith(1.5), ClaimOutcome::DoesNotHold);
    EXPECT_EQ(storyOf({}), ClaimOutcome::CannotTell);
    MeasuredExperiment quick = measuredWith(2.5);
    quick.scale = ExperimentScale::Quick;
    EXPECT_THAT(storyText(quick, ClaimOutcome::Holds), HasSubstr("reduced size"));
    const std::vector<std::string> lines = verdictLines(measuredWith(1.5));
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_THAT(lines[0], HasSubstr("does not hold: folding is twice as fast (measured 1.5,"));
    EXPECT_THAT(lines[0], HasSubstr("at least 2"));
    EXPECT_THAT(lines[1], HasSubstr("holds: folding needs fewer batches (measured 0.5"));
    EXPECT_THAT(lines[2], HasSubstr("does not hold here"));
}

TEST(ExperimentTables, HaveTheFiguresOfBothMachines) {
    const MeasuredExperiment measured = measuredWith(2.5);
    const ExperimentTable& table = measured.experiment.tables.front();
    const std::vector<ExperimentLine> lines = experimentLines(table, measured);
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_TRUE(lines[2].isHere);
    EXPECT_EQ(lines[2].row, "4");
    EXPECT_NEAR(*lines[2].cells[0].value, 1.0, 1e-9);
    EXPECT_NEAR(*lines[2].cells[1].value, 2.5, 1e-9);
    EXPECT_EQ(*lines[2].cells[2].value, 5.0);
    EXPECT_FALSE(lines[3].isHere);
    EXPECT_THAT(lines[3].machine, HasSubstr("published: an abacus"));
    EXPECT_EQ(*lines[3].cells[0].value, 200.0);
    EXPECT_FALSE(lines[1].cells[2].value.has_value());
    EXPECT_EQ(figureText(table.columns[0].measure, 200.0).back(), 's');
    EXPECT_EQ(figureText(table.columns[1].measure, 2.5), "2.50×");
    EXPECT_EQ(figureText(table.columns[2].measure, 1234.0), "1,234");
}

TEST(ExperimentTables, MarkDoubtfulTimesOnly) {
    MeasuredExperiment measured = measuredWith(2.5);
    for (BenchResult& result : measured.runs.front().report.results) {
        result.verdict = SpeedVerdict::Varying;
        result.noisy = true;
    }
    const std::vector<ExperimentLine> lines = experimentLines(measured.experiment.tables.front(), measured);
    EXPECT_TRUE(lines[0].cells[0].isDoubtful);
    EXPECT_TRUE(lines[0].cells[1].isDoubtful);
    EXPECT_FALSE(lines[0].cells[2].isDoubtful);
    EXPECT_FALSE(lines[1].cells[0].isDoubtful);
}

TEST(ExperimentTables, HaveNoFiguresWhereNothingWasMeasured) {
    MeasuredExperiment measured = measuredWith(2.5);
    measured.runs.front().report.results.clear();
    measured.runs.front().state = MeasuredState::Skipped;
    measured.runs.front().reason = "the trees are in bloom";
    const std::vector<ExperimentLine> lines = experimentLines(measured.experiment.tables.front(), measured);
    EXPECT_FALSE(lines[0].cells[0].value.has_value());
    EXPECT_TRUE(lines[1].cells[0].value.has_value());
    EXPECT_EQ(storyOf(verdictsOn(measured)), ClaimOutcome::CannotTell);
    const std::vector<std::string> sizes = sizeLines(measured);
    ASSERT_EQ(sizes.size(), 2U);
    EXPECT_THAT(sizes[0], HasSubstr("the trees are in bloom"));
}

TEST(ExperimentTables, StateTheSize) {
    MeasuredExperiment measured = measuredWith(2.5);
    measured.runs.front().isGenerated = true;
    EXPECT_THAT(sizeLines(measured)[0], HasSubstr("tree-rnn, 8 trees of 3 to 6 leaves, dim 8"));
    EXPECT_THAT(sizeLines(measured)[0], HasSubstr("smaller than anything"));
    measured.scale = ExperimentScale::Quick;
    EXPECT_THAT(sizeLines(measured)[0], HasSubstr("4 trees of 3 to 6 leaves, dim 4"));
    EXPECT_THAT(sizeLines(measured)[0], HasSubstr("reduced from tree-rnn, 8 trees"));
}

} // namespace
} // namespace batchscope
