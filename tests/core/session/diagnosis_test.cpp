// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/diagnosis.h"

#include "core/schedule/metrics.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

constexpr auto kEach = std::chrono::microseconds(10); // of a batch

class DiagnosisTest : public ::testing::Test {
protected:
    /// A run in which every batch takes kEach, and the phases are these.
    Snapshot ran(std::string_view policy, const GraphOptions& options = {}) {
        Snapshot shown;
        shown.treebank = m_bank;
        shown.graph = std::make_shared<const OpGraph>(testing::graphOf(*m_bank, options));
        shown.schedule = std::make_shared<const Schedule>(testing::scheduleOf(*shown.graph, policy));
        auto trace = std::make_shared<Trace>();
        const std::size_t batches = shown.schedule->batchCount();
        for (std::size_t step = 0; step < batches; ++step) {
            trace->events.push_back({BatchId(step), Phase::Compute, kEach * static_cast<int>(step), kEach});
        }
        shown.trace = std::move(trace);
        RunReport report;
        report.folded.schedule = 4e-3;
        report.folded.compute = std::chrono::duration<double>(kEach).count() * static_cast<double>(batches);
        shown.report = std::make_shared<const RunReport>(report);
        return shown;
    }
    static const DiagnosedCause* find(const Diagnosis& diagnosis, Cause cause) {
        const auto found = std::find_if(diagnosis.causes.begin(), diagnosis.causes.end(),
                                        [cause](const DiagnosedCause& other) { return other.cause == cause; });
        return found == diagnosis.causes.end() ? nullptr : &*found;
    }

    std::shared_ptr<const Treebank> m_bank =
        std::make_shared<const Treebank>(testing::bankOf(testing::kRepeatingTrees));
};

TEST_F(DiagnosisTest, RanksCausesByWhatTheyCost) {
    const Diagnosis diagnosis = *diagnose(ran("depth"), {});
    ASSERT_GE(diagnosis.causes.size(), 3U);
    EXPECT_EQ(diagnosis.causes.front().cause, Cause::Scheduling);
    EXPECT_DOUBLE_EQ(diagnosis.causes.front().seconds, 4e-3);
    for (std::size_t index = 1; index < diagnosis.causes.size(); ++index) {
        EXPECT_LE(diagnosis.causes[index].seconds, diagnosis.causes[index - 1].seconds);
    }
    for (const DiagnosedCause& cause : diagnosis.causes) {
        EXPECT_NEAR(cause.share, cause.seconds / diagnosis.seconds, 1e-12);
        EXPECT_FALSE(cause.text.empty());
        EXPECT_FALSE(cause.remedy.empty());
    }
    EXPECT_FALSE(diagnosis.isMeasured);
}

/// One interrupted run must not decide the ranking where there are several.
TEST_F(DiagnosisTest, MediansOfRecordedRunsComeBeforeASingleRun) {
    Snapshot shown = ran("depth");
    shown.tracedSeconds.schedule = 1e-3;
    shown.tracedSeconds.compute = 2e-3;
    EXPECT_DOUBLE_EQ(find(*diagnose(shown, {}), Cause::Scheduling)->seconds, 4e-3) << "of the one run";
    shown.tracedRuns = 5;
    const Diagnosis diagnosis = *diagnose(shown, {});
    EXPECT_DOUBLE_EQ(find(diagnosis, Cause::Scheduling)->seconds, 1e-3);
    EXPECT_EQ(diagnosis.runs, 5U);
    EXPECT_FALSE(diagnosis.isMeasured) << "nobody said that they agree";
}

TEST_F(DiagnosisTest, SmallBatchesAreThoseOfTheSchedule) {
    const Snapshot shown = ran("depth");
    const Diagnosis diagnosis = *diagnose(shown, {});
    const DiagnosedCause* const small = find(diagnosis, Cause::SmallBatches);
    ASSERT_NE(small, nullptr);
    std::size_t count = 0;
    for (std::size_t batch = 0; batch < shown.schedule->batchCount(); ++batch) {
        count += shown.schedule->batchSize(BatchId(batch)) <= 2 ? 1 : 0;
    }
    EXPECT_EQ(small->steps.size(), count);
    EXPECT_NEAR(small->seconds, 1e-5 * static_cast<double>(count), 1e-9);
}

TEST_F(DiagnosisTest, GapsAddUpToTheGapOfTheSchedule) {
    for (const char* policy : {"regular", "depth", "agenda"}) {
        const Snapshot shown = ran(policy);
        const Diagnosis diagnosis = *diagnose(shown, {});
        std::size_t gap = 0;
        for (const SignatureGap& one : diagnosis.gaps) {
            EXPECT_GT(one.batches, one.bound);
            gap += one.batches - one.bound;
        }
        EXPECT_EQ(gap, shown.schedule->batchCount() - lowerBound(*shown.graph).batches) << policy;
    }
}

TEST_F(DiagnosisTest, NamesTheBottleneckWhereNothingIsAboveItsBoundToo) {
    const Snapshot shown = ran("agenda");
    const Diagnosis diagnosis = *diagnose(shown, {});
    EXPECT_TRUE(diagnosis.gaps.empty());
    const LowerBound bound = lowerBound(*shown.graph);
    ASSERT_TRUE(diagnosis.bottleneck.valid());
    EXPECT_EQ(bound.bySignature[diagnosis.bottleneck],
              *std::max_element(bound.bySignature.begin(), bound.bySignature.end()));
    EXPECT_EQ(longestChain(*shown.graph, diagnosis.bottleneck).size(), bound.bySignature[diagnosis.bottleneck]);
    EXPECT_THAT(diagnosis.bottleneckText, HasSubstr(shown.graph->opOf(diagnosis.bottleneck).name));
    EXPECT_THAT(diagnosis.bottleneckText, HasSubstr("each node in it needs the one before it"));
}

/// Large rows must not look like the price of starting.
TEST_F(DiagnosisTest, StartsAreToldApartFromTheWorkOnRows) {
    constexpr std::chrono::nanoseconds kStart = std::chrono::microseconds(2);
    constexpr std::chrono::nanoseconds kRow = std::chrono::microseconds(50);
    Snapshot shown = ran("depth");
    auto trace = std::make_shared<Trace>();
    RunReport report;
    for (std::size_t step = 0; step < shown.schedule->batchCount(); ++step) {
        const auto time = kStart + kRow * static_cast<int>(shown.schedule->batchSize(BatchId(step)));
        trace->events.push_back({BatchId(step), Phase::Compute, {}, time});
        report.folded.compute += std::chrono::duration<double>(time).count();
    }
    shown.trace = std::move(trace);
    shown.report = std::make_shared<const RunReport>(report);
    const Diagnosis diagnosis = *diagnose(shown, {});
    const auto batches = static_cast<double>(shown.schedule->batchCount());
    const double starts = 2e-6 * batches;
    EXPECT_NEAR(find(diagnosis, Cause::StartingBatches)->seconds, starts, 1e-9);
    EXPECT_THAT(find(diagnosis, Cause::StartingBatches)->text, HasSubstr("batches of different sizes"));
    EXPECT_NEAR(find(diagnosis, Cause::Computing)->seconds, report.folded.compute - starts, 1e-9);
    const double gap = batches - static_cast<double>(lowerBound(*shown.graph).batches);
    EXPECT_NEAR(*find(diagnosis, Cause::StartingBatches)->gain, 2e-6 * gap, 1e-9);
    EXPECT_LE(*find(diagnosis, Cause::SmallBatches)->gain, 2e-6 * gap + 1e-9) << "the rows are computed elsewhere";
}

TEST_F(DiagnosisTest, SmallBatchesGainAtMostThoseAboveTheBound) {
    const Snapshot shown = ran("regular"); // every batch is small
    const Diagnosis diagnosis = *diagnose(shown, {});
    const DiagnosedCause* const small = find(diagnosis, Cause::SmallBatches);
    ASSERT_NE(small, nullptr);
    ASSERT_TRUE(small->gain);
    const std::size_t gap = shown.graph->size() - lowerBound(*shown.graph).batches;
    EXPECT_NEAR(*small->gain, 1e-5 * static_cast<double>(gap), 1e-9);
    EXPECT_LE(*find(*diagnose(ran("agenda"), {}), Cause::SmallBatches)->gain, 1e-12) << "agenda is at the bound here";
}

/// They gain what batching them would save: all but the longest chain.
TEST_F(DiagnosisTest, OpsThatCannotBatchGainWhatBatchingThemSaves) {
    OpGraph graph = testing::graphOf(*m_bank, {});
    const std::size_t bound = lowerBound(graph).batches;
    for (std::size_t op = 0; op < graph.ops.ops.size(); ++op) {
        graph.ops.ops[OpId(op)].batchable = Batchable::No;
    }
    Snapshot shown = ran("regular");
    shown.schedule = std::make_shared<const Schedule>(testing::scheduleOf(graph, "depth"));
    shown.graph = std::make_shared<const OpGraph>(std::move(graph));
    shown.treebank = nullptr; // or its graph would be built anew
    const Diagnosis diagnosis = *diagnose(shown, {});
    const DiagnosedCause* const cause = find(diagnosis, Cause::UnbatchableOps);
    ASSERT_NE(cause, nullptr);
    const std::size_t alone = shown.graph->size();
    EXPECT_EQ(cause->steps.size(), alone);
    ASSERT_TRUE(cause->gain);
    EXPECT_NEAR(*cause->gain, 1e-5 * static_cast<double>(alone - bound), 1e-9);
}

TEST_F(DiagnosisTest, SyncPointsAreNamedOnlyWhereThereAreAny) {
    EXPECT_EQ(find(*diagnose(ran("depth"), {}), Cause::SyncPoints), nullptr);
    GraphOptions options;
    options.model = "transition-parser";
    const Snapshot parser = ran("depth", options);
    const Diagnosis diagnosis = *diagnose(parser, {});
    const DiagnosedCause* const syncs = find(diagnosis, Cause::SyncPoints);
    ASSERT_NE(syncs, nullptr);
    EXPECT_EQ(syncs->steps, parser.schedule->syncPoints);
}

TEST_F(DiagnosisTest, NeedsARun) {
    Snapshot shown = ran("depth");
    shown.trace = nullptr;
    const auto diagnosis = diagnose(shown, {});
    ASSERT_FALSE(diagnosis);
    EXPECT_THAT(diagnosis.error().message, HasSubstr("before the run"));
}

} // namespace
} // namespace batchscope
