// SPDX-License-Identifier: GPL-3.0-or-later
//
// A small experiment from its description to its verdict; missing data, failing runs, and what is kept when stopped.
#include "core/experiments/experiment_table.h"
#include "core/experiments/run_experiment.h"
#include "tests/core/experiments/small_experiment.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <stop_token>

namespace batchscope {
namespace {

using ::testing::HasSubstr;
using testing::smallExperiment;

const ExperimentSink kNoExperimentSink = [](const MeasuredExperiment& /*soFar*/) {};

class RunExperiment : public testing::FolderTest {
protected:
    static MeasuredExperiment run(const Experiment& experiment, const ExperimentSettings& settings) {
        Result<MeasuredExperiment> measured = runExperiment(experiment, settings, {}, kNoExperimentSink);
        EXPECT_TRUE(measured) << (measured ? "" : measured.error().text());
        return std::move(*measured);
    }
};

TEST_F(RunExperiment, MeasuresEveryArmAtEverySize) {
    const MeasuredExperiment measured = run(smallExperiment(), {});
    const MeasuredRun& trees = measured.runs.front();
    ASSERT_EQ(trees.state, MeasuredState::Measured) << trees.reason;
    EXPECT_TRUE(trees.isGenerated);
    ASSERT_EQ(trees.report.results.size(), 6U); // 3 arms, 2 batch sizes
    for (const BenchResult& result : trees.report.results) {
        EXPECT_TRUE(result.equal) << result.arm;
        EXPECT_EQ(result.samples.size(), 6U);
        EXPECT_EQ(result.dim, 8);
    }
    const std::vector<ExperimentLine> lines = experimentLines(measured.experiment.tables.front(), measured);
    EXPECT_GT(*lines[0].cells[0].value, 0.0);
    // Fewer batches than nodes: that is no matter of luck.
    EXPECT_EQ(verdictsOn(measured).back().outcome, ClaimOutcome::Holds);
}

TEST_F(RunExperiment, SkipsRunsWithoutDataAndSaysWhatIsMissing) {
    const MeasuredExperiment unknown = run(smallExperiment(), {.scale = ExperimentScale::Quick});
    EXPECT_EQ(unknown.runs.back().state, MeasuredState::Skipped);
    EXPECT_THAT(unknown.runs.back().reason, HasSubstr("missing/trees.ptb"));
    const MeasuredExperiment missing =
        run(smallExperiment(), {.scale = ExperimentScale::Quick, .dataFolder = m_folder.string()});
    EXPECT_EQ(missing.runs.back().state, MeasuredState::Skipped);
    EXPECT_THAT(missing.runs.back().reason, HasSubstr(m_folder.string()));
    EXPECT_EQ(missing.runs.front().state, MeasuredState::Measured);
}

TEST_F(RunExperiment, ReadsItsFilesWhereTheyAre) {
    std::filesystem::create_directories(m_folder / "missing");
    testing::writeText(m_folder / "missing" / "trees.ptb", "(0 (1 a) (1 b))\n(0 (1 c) (1 d))\n");
    const MeasuredExperiment measured =
        run(smallExperiment(), {.scale = ExperimentScale::Quick, .dataFolder = m_folder.string()});
    const MeasuredRun& data = measured.runs.back();
    ASSERT_EQ(data.state, MeasuredState::Measured) << data.reason;
    EXPECT_FALSE(data.isGenerated);
    ASSERT_EQ(data.report.results.size(), 1U);
    EXPECT_EQ(data.report.results.front().batch, 2U);
}

TEST_F(RunExperiment, GeneratesTreesInPlaceOfMissingFilesAndSaysSo) {
    Experiment experiment = smallExperiment();
    experiment.runs.back().generated = GenerateOptions{};
    const MeasuredExperiment measured = run(experiment, {.scale = ExperimentScale::Quick});
    const MeasuredRun& data = measured.runs.back();
    EXPECT_EQ(data.state, MeasuredState::Measured) << data.reason;
    EXPECT_TRUE(data.isGenerated);
    EXPECT_THAT(data.reason, HasSubstr("in place of missing/trees.ptb"));
}

TEST_F(RunExperiment, AFailingRunDoesNotEndTheOthers) {
    Experiment experiment = smallExperiment();
    experiment.runs.front().bench.arms = {"padded"}; // for sequences only
    experiment.runs.back().generated = GenerateOptions{};
    const MeasuredExperiment measured = run(experiment, {.scale = ExperimentScale::Quick});
    EXPECT_EQ(measured.runs.front().state, MeasuredState::Failed);
    EXPECT_THAT(measured.runs.front().reason, HasSubstr("padded"));
    EXPECT_EQ(measured.runs.back().state, MeasuredState::Measured);
}

TEST_F(RunExperiment, HeedsItsSettings) {
    const MeasuredExperiment measured =
        run(smallExperiment(), {.scale = ExperimentScale::Quick, .repeats = 2, .threads = 2});
    const std::vector<BenchResult>& results = measured.runs.front().report.results;
    ASSERT_EQ(results.size(), 3U);
    for (const BenchResult& result : results) {
        EXPECT_EQ(result.samples.size(), 2U);
        EXPECT_EQ(result.threads, 2);
        EXPECT_EQ(result.dim, 4);
        EXPECT_EQ(result.batch, 2U);
    }
    EXPECT_EQ(verdictsOn(measured).front().outcome, ClaimOutcome::CannotTell); // batch 4 was not measured
}

TEST_F(RunExperiment, KeepsWhatWasMeasuredWhenStopped) {
    std::stop_source stop;
    MeasuredExperiment kept;
    const ExperimentSink sink = [&](const MeasuredExperiment& soFar) {
        kept = soFar;
        if (soFar.hasResults()) {
            stop.request_stop();
        }
    };
    const Result<MeasuredExperiment> measured =
        runExperiment(smallExperiment(), {}, RunControl(stop.get_token(), {}), sink);
    ASSERT_FALSE(measured);
    EXPECT_EQ(measured.error().code, ErrorCode::Cancelled);
    ASSERT_EQ(kept.runs.size(), 2U);
    EXPECT_EQ(kept.runs.front().state, MeasuredState::Incomplete);
    EXPECT_EQ(kept.runs.front().report.results.size(), 3U); // the first batch size
    EXPECT_EQ(kept.runs.back().state, MeasuredState::NotBegun);
    EXPECT_NE(storyOf(verdictsOn(kept)), ClaimOutcome::Holds);
}

} // namespace
} // namespace batchscope
