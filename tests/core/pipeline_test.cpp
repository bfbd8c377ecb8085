// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/pipeline.h"

#include "core/schedule/scheduler.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace batchscope {
namespace {

class PipelineTest : public ::testing::Test {
protected:
    PipelineTest() {
        std::ofstream(m_file) << "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n(2 (2 e) (2 f))\n";
        m_config.files = {m_file};
        m_config.graph.dim = 8;
    }
    ~PipelineTest() override { std::filesystem::remove(m_file); }

    /// Runs and returns the last snapshot; all of them are kept in m_published.
    std::shared_ptr<const Snapshot> run(const Snapshot& before, const SessionConfig& config,
                                        Reread reread = Reread::No) {
        m_published.clear();
        m_status = runPipeline(before, config, reread, {}, [this](auto snapshot) { m_published.push_back(snapshot); });
        return m_published.empty() ? nullptr : m_published.back();
    }

    std::string m_file =
        (std::filesystem::temp_directory_path() / ("batchscope-pipeline-" + std::to_string(getpid()))).string();
    SessionConfig m_config;
    std::vector<std::shared_ptr<const Snapshot>> m_published;
    Status m_status = Ok{};
};

TEST_F(PipelineTest, PublishesStageAfterStage) {
    const auto last = run({}, m_config);
    ASSERT_TRUE(m_status.hasValue());
    ASSERT_EQ(m_published.size(), 4U);
    EXPECT_TRUE(m_published[0]->treebank && !m_published[0]->graph);
    EXPECT_TRUE(m_published[1]->storyboard && !m_published[1]->trace);
    EXPECT_TRUE(m_published[2]->trace && !m_published[2]->report->equality);
    EXPECT_TRUE(last->report->equality->equal);
    EXPECT_GT(last->report->speedup(), 0.0);
    EXPECT_EQ(last->trace->summariesOf(NodeId(std::size_t{0})).size(), 2U) << "h and c";
    EXPECT_EQ(last->trace->events.size(), last->schedule->batchCount() * kPhaseCount);
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
    EXPECT_EQ(dirty([](SessionConfig& config) { config.seed = 9; }), Stage::Run);
    EXPECT_EQ(dirty([](SessionConfig& config) {
                  config.seed = 9;
                  config.files = {"x"};
              }),
              Stage::Treebank);
}

} // namespace
} // namespace batchscope
