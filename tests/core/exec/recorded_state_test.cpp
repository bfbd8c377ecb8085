// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/runner.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <thread>

namespace batchscope {
namespace {

TEST(Summary, IsOverFiniteNumbers) {
    const double infinity = std::numeric_limits<double>::infinity();
    const TensorSummary summary = summaryOf(std::vector<double>{3, -4, std::nan(""), 0, infinity, 0, 0, 1, 9, 0});
    EXPECT_EQ(summary.width, 10);
    EXPECT_EQ(summary.notFinite, 2U);
    EXPECT_EQ(summary.min, -4.0F);
    EXPECT_EQ(summary.max, 9.0F);
    EXPECT_FLOAT_EQ(summary.mean, 9.0F / 8.0F);
    EXPECT_FLOAT_EQ(summary.l2, std::sqrt(107.0F));
    EXPECT_EQ(summary.first[1], -4.0F);
    EXPECT_TRUE(std::isnan(summary.first[2]));
    EXPECT_EQ(summary.first[7], 1.0F);
    EXPECT_EQ(summaryOf({}).width, 0);
}

class RecordedRun : public ::testing::Test {
protected:
    static inline const RunOptions kTraining{.work = Work::Training, .executor = InterpreterOptions()};
    OpGraph m_graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {.dim = 16});
    Parameters m_parameters = *Parameters::create(m_graph.ops, 1, {});
    std::optional<ArmRun> m_folded =
        *runArm({m_graph, **findPolicy("depth"), m_parameters}, kTraining, Recording::Seconds, {});
};

TEST_F(RecordedRun, RecordedValuesOutliveTheirRunAndAreReadWhileAnotherRuns) {
    const Value value = m_graph.outputs.front();
    const std::vector<double> expected = m_folded->execution.state().row(value);
    const std::shared_ptr<const RecordedState> recorded = m_folded->execution.sharedState();
    EXPECT_EQ(recorded->bytes(), m_folded->execution.state().bytes());
    m_folded.reset();
    std::jthread worker([this](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            EXPECT_TRUE(
                runArm({m_graph, **findPolicy("depth"), m_parameters}, kTraining, Recording::Full, {}).hasValue());
        }
    });
    for (int time = 0; time < 1000; ++time) {
        ASSERT_EQ(recorded->row(value), expected);
    }
}

TEST_F(RecordedRun, FullRecordingAddsEventsAndNothingElse) {
    for (const Recording recording : {Recording::Seconds, Recording::Full}) {
        const ArmRun run = *runArm({m_graph, **findPolicy("depth"), m_parameters}, kTraining, recording, {});
        const std::size_t events = recording == Recording::Full ? kPhaseCount * run.schedule.batchCount() : 0;
        EXPECT_EQ(run.execution.trace().events.size(), events);
        EXPECT_EQ(run.execution.trace().backward.size(), events);
        EXPECT_EQ(run.execution.state().row(m_graph.outputs[0]), m_folded->execution.state().row(m_graph.outputs[0]));
        EXPECT_EQ(run.execution.state().bytes(), makePlan(m_graph, run.schedule).stateBytes());
    }
}

} // namespace
} // namespace batchscope
