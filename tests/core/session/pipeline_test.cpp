// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/pipeline.h"

#include "core/exec/runner.h"
#include "core/schedule/scheduler.h"
#include "tests/support/split_schedule.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace batchscope {
namespace {

class PipelineTest : public testing::FolderTest {
protected:
    PipelineTest() {
        m_config.files = {m_file};
        m_config.graph.dim = 8;
        m_config.run.timing = Timing::Off; // most cases assert nothing of it
    }

    /// Runs and returns the last snapshot; all of them are kept in m_published.
    std::shared_ptr<const Snapshot> run(const Snapshot& before, const SessionConfig& config,
                                        Reread reread = Reread::No) {
        m_published.clear();
        m_status = runPipeline(before, config, reread, {}, [this](auto snapshot) { m_published.push_back(snapshot); });
        return m_published.empty() ? nullptr : m_published.back();
    }

    std::string m_file = write("trees.ptb", "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n(2 (2 e) (2 f))\n");
    SessionConfig m_config;
    std::vector<std::shared_ptr<const Snapshot>> m_published;
    Status m_status = Ok{};
};

TEST_F(PipelineTest, PublishesStageAfterStage) {
    m_config.run.timing = Timing::Measured;
    const auto last = run({}, m_config);
    ASSERT_TRUE(m_status.hasValue());
    ASSERT_EQ(m_published.size(), 7U);
    EXPECT_TRUE(m_published[0]->treebank && !m_published[0]->graph);
    EXPECT_TRUE(m_published[1]->storyboard && !m_published[1]->trace);
    EXPECT_TRUE(m_published[2]->passes && !m_published[2]->trace);
    EXPECT_TRUE(m_published[3]->trace && !m_published[3]->report->equality);
    EXPECT_FALSE(m_published[3]->report->isMeasured()) << "a single run";
    EXPECT_TRUE(m_published[4]->report->equality->equal) << "before anything is measured";
    EXPECT_FALSE(m_published[4]->report->speed);
    EXPECT_GT(m_published[5]->trace->runs, 1U) << "times are medians from here on";
    EXPECT_TRUE(m_published[5]->regularRun);
    EXPECT_TRUE(m_published[6]->report->speed);
    EXPECT_TRUE(last->report->equality->equal);
    ASSERT_TRUE(last->report->speed);
    const SpeedReport& speed = *last->report->speed;
    EXPECT_EQ(speed.executor, ExecutorKind::Engine);
    EXPECT_GE(speed.runs(), 5U);
    EXPECT_TRUE(speed.batching()) << "also where the machine is busy";
    EXPECT_TRUE(!m_published[1]->recorded && m_published[3]->recorded == last->recorded);
    EXPECT_EQ(last->recorded->summary({NodeId(std::size_t{0}), 1}).width, 8) << "c of the first leaf";
    EXPECT_FALSE(last->trace->events.empty());
    SessionConfig plain = m_config;
    plain.run.executor = InterpreterOptions();
    EXPECT_EQ(run(*last, plain)->trace->events.size(), last->schedule->batchCount() * kPhaseCount);
}

TEST_F(PipelineTest, WhatIsNotMeasuredIsSaidAndMeasuredWhenAskedFor) {
    const auto quick = run({}, m_config);
    ASSERT_TRUE(m_status.hasValue());
    ASSERT_EQ(m_published.size(), 6U) << "trees, schedule, passes, folded run, comparison, regular run";
    for (std::size_t place = 3; place < m_published.size(); ++place) {
        const RunReport& report = *m_published[place]->report;
        ASSERT_TRUE(report.speed) << "nobody is to wait for it";
        EXPECT_EQ(report.speed->verdict, SpeedVerdict::Off);
        EXPECT_FALSE(report.isMeasured() || report.speed->batching() || report.speed->both());
    }
    EXPECT_TRUE(quick->report->equality->equal);
    EXPECT_EQ(quick->trace->runs, 1U);
    EXPECT_EQ(quick->tracedRuns, 1U);
    ASSERT_TRUE(quick->regularRun && quick->firstRun);
    EXPECT_EQ(quick->regularRun->trace.runs, 1U);
    SessionConfig config = m_config;
    config.run.timing = Timing::Measured;
    const auto measured = run(*quick, config);
    EXPECT_EQ(measured->schedule, quick->schedule);
    EXPECT_NE(measured->report->speed->verdict, SpeedVerdict::Off);
    EXPECT_GE(measured->report->speed->runs(), 5U);
    EXPECT_EQ(measured->tracedRuns, kTracedRuns);
    const auto again = run(*measured, m_config);
    EXPECT_EQ(again->report->speed->verdict, SpeedVerdict::Off) << "no figure outlives the choice";
    EXPECT_EQ(again->tracedRuns, 1U);
}

TEST_F(PipelineTest, WhatACancelledRunLeftOutIsMadeByTheNext) {
    std::stop_source source;
    const RunControl control(source.get_token(), nullptr);
    std::shared_ptr<const Snapshot> half;
    const Status status = runPipeline({}, m_config, Reread::No, control, [&](auto snapshot) {
        half = std::move(snapshot);
        if (half->report && half->report->equality) {
            source.request_stop();
        }
    });
    ASSERT_FALSE(status.hasValue());
    ASSERT_TRUE(half->report && !half->regularRun);
    const auto whole = run(*half, m_config);
    ASSERT_NE(whole, nullptr);
    EXPECT_TRUE(whole->regularRun);
}

TEST_F(PipelineTest, AnotherPolicyKeepsEverythingBeforeTheSchedule) {
    const auto before = run({}, m_config);
    SessionConfig config = m_config;
    config.policy = "agenda";
    const auto after = run(*before, config);
    EXPECT_EQ(after->treebank, before->treebank);
    EXPECT_EQ(after->graph, before->graph);
    EXPECT_EQ(after->forest, before->forest);
    EXPECT_EQ(after->lanes, before->lanes);
    EXPECT_NE(after->schedule, before->schedule);
    EXPECT_EQ(after->report->folded.parse, before->report->folded.parse);
    const Parts parts = changedParts(*before, *after);
    EXPECT_FALSE(parts.has(Part::Treebank) || parts.has(Part::Graph));
    EXPECT_TRUE(parts.has(Part::Schedule) && parts.has(Part::Trace) && parts.has(Part::Report));
}

TEST_F(PipelineTest, OtherPassesKeepEverythingBeforeTheRun) {
    const auto before = run({}, m_config);
    ASSERT_TRUE(before->passes);
    EXPECT_EQ(before->passes->passes, PassSet::all());
    SessionConfig config = m_config;
    config.run.executor = EngineOptions{.passes = PassSet::all().without(Pass::Dedup)};
    EXPECT_EQ(firstDirtyStage(m_config, config), Stage::Run);
    const auto after = run(*before, config);
    EXPECT_EQ(after->graph, before->graph);
    EXPECT_EQ(after->storyboard, before->storyboard);
    EXPECT_EQ(after->passes->passes, engineOrUsual(config.run.executor).passes);
    EXPECT_TRUE(after->report->equality->equal);
    const Parts parts = changedParts(*before, *after);
    EXPECT_FALSE(parts.has(Part::Schedule));
    EXPECT_TRUE(parts.has(Part::Passes) && parts.has(Part::Trace));

    SessionConfig otherSeed = config;
    otherSeed.seed = 5;
    EXPECT_EQ(run(*after, otherSeed)->passes, after->passes) << "the same plan";
    config.run.executor = InterpreterOptions();
    EXPECT_EQ(run(*after, config)->passes, nullptr) << "the plain bodies have none";
    otherSeed.policy = "regular"; // on the engine, too: no launch serves two nodes
    const auto regular = run(*after, otherSeed);
    ASSERT_TRUE(regular->passes);
    EXPECT_GT(regular->passes->rows.back().figures.launches(), after->passes->rows.back().figures.launches());
}

TEST_F(PipelineTest, NoPartOutlivesWhatItWasMadeFrom) {
    const auto before = run({}, m_config);
    SessionConfig config = m_config;
    config.graph.outputs = Outputs::All;
    run(*before, config);
    for (const auto& snapshot : m_published) {
        EXPECT_EQ(snapshot->treebank, before->treebank);
        EXPECT_NE(snapshot->graph, before->graph);
        EXPECT_NE(snapshot->schedule, before->schedule);
        EXPECT_TRUE(!snapshot->trace || snapshot->trace != before->trace);
        EXPECT_EQ(snapshot->recorded != nullptr, snapshot->trace != nullptr);
        EXPECT_TRUE(!snapshot->recorded || snapshot->recorded != before->recorded);
    }
}

TEST_F(PipelineTest, TheSameConfigDoesNothingUnlessFilesAreReadAgain) {
    const auto before = run({}, m_config);
    EXPECT_EQ(run(*before, m_config), nullptr);
    const auto again = run(*before, m_config, Reread::Yes);
    ASSERT_NE(again, nullptr);
    EXPECT_NE(again->treebank, before->treebank);
}

TEST_F(PipelineTest, ErrorsLeaveWhatWasPublishedUsable) {
    const auto before = run({}, m_config);
    SessionConfig config = m_config;
    config.policy = "none such";
    run(*before, config);
    ASSERT_FALSE(m_status.hasValue());
    EXPECT_EQ(m_status.error().code, ErrorCode::Config);
    config.files = {m_file + ".missing"};
    EXPECT_EQ(run(*before, config), nullptr);
    EXPECT_EQ(m_status.error().code, ErrorCode::Io);
}

TEST_F(PipelineTest, CancellingEndsBetweenStages) {
    std::stop_source source;
    const RunControl control(source.get_token(), nullptr);
    std::size_t published = 0;
    const Status status = runPipeline({}, m_config, Reread::No, control, [&](const auto&) {
        ++published;
        source.request_stop();
    });
    ASSERT_FALSE(status.hasValue());
    EXPECT_EQ(status.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(published, 1U);
}

TEST_F(PipelineTest, AGivenScheduleRunsAsLongAsItFits) {
    const auto byPolicy = run({}, m_config);
    ASSERT_TRUE(m_status) << m_status.error().message;
    SessionConfig edited = m_config;
    edited.given =
        std::make_shared<const Schedule>(testing::withFirstBatchSplit(*byPolicy->graph, *byPolicy->schedule, 2));
    const auto given = run(*byPolicy, edited);
    ASSERT_TRUE(m_status) << m_status.error().message;
    EXPECT_EQ(given->graph, byPolicy->graph);
    EXPECT_EQ(given->config.given, edited.given);
    EXPECT_EQ(given->schedule->policy, "split");
    EXPECT_EQ(given->schedule->batchCount(), byPolicy->schedule->batchCount() + 1);
    EXPECT_TRUE(given->report->equality->equal);

    edited.graph.dim = 4;
    EXPECT_EQ(run(*given, edited)->schedule->policy, "split") << "the same nodes";
    edited.graph.trees = {0, 1};
    const auto other = run(*given, edited);
    ASSERT_TRUE(m_status) << m_status.error().message;
    EXPECT_EQ(other->config.given, nullptr);
    EXPECT_EQ(other->schedule->policy, "depth");
}

TEST(SessionConfigTest, TheFirstDirtyStageIsTheEarliestThatDiffers) {
    const SessionConfig base;
    const auto dirty = [&](auto change) {
        SessionConfig config = base;
        change(config);
        return firstDirtyStage(base, config);
    };
    EXPECT_EQ(dirty([](SessionConfig&) {}), Stage::None);
    EXPECT_EQ(dirty([](SessionConfig& config) { config.files = {"x"}; }), Stage::Treebank);
    EXPECT_EQ(dirty([](SessionConfig& config) { config.graph.dim = 7; }), Stage::Graph);
    EXPECT_EQ(dirty([](SessionConfig& config) { config.graph.trees = {1, 2}; }), Stage::Graph);
    EXPECT_EQ(dirty([](SessionConfig& config) { config.policy = "agenda"; }), Stage::Schedule);
    EXPECT_EQ(dirty([](SessionConfig& config) { config.given = std::make_shared<const Schedule>(); }), Stage::Schedule);
    EXPECT_EQ(dirty([](SessionConfig& config) { config.seed = 9; }), Stage::Run);
    EXPECT_EQ(dirty([](SessionConfig& config) {
                  config.seed = 9;
                  config.files = {"x"};
              }),
              Stage::Treebank);
}

} // namespace
} // namespace batchscope
