// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one interface of both executors: what a run leaves behind is its own, and outlives the executor.
#include "core/exec/executor.h"
#include "core/exec/runner.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace batchscope {
namespace {

class EveryExecutor : public ::testing::TestWithParam<ExecutorOptions> {
protected:
    [[nodiscard]] FinishedRun run(Work work = Work::Inference) {
        return *m_executor->run({m_graph, m_schedule, m_parameters, work, Recording::Seconds, m_control});
    }

    OpGraph m_graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {.dim = 16});
    Schedule m_schedule = testing::scheduleOf(m_graph, "depth");
    Parameters m_parameters = *Parameters::create(m_graph.ops, 1, {});
    RunControl m_control;
    std::unique_ptr<Executor> m_executor = makeExecutor(m_graph.ops, GetParam());
};

TEST_P(EveryExecutor, MakesGradientsInTrainingOnly) {
    EXPECT_FALSE(run().gradients.has_value());
    EXPECT_TRUE(run(Work::Training).gradients.has_value());
}

TEST_P(EveryExecutor, ValuesOutliveTheExecutorAndTheSchedule) {
    std::optional<FinishedRun> made = run();
    const std::vector<double> expected = made->execution.state().row(m_graph.outputs.front());
    const std::shared_ptr<const RecordedState> shown = made->execution.sharedState();
    made.reset();
    m_executor.reset();
    m_schedule = {};
    EXPECT_EQ(shown->row(m_graph.outputs.front()), expected);
}

TEST_P(EveryExecutor, FiguresAreOfTheLastRun) {
    const FinishedRun inference = run();
    const RunFigures forward = m_executor->figures();
    EXPECT_GT(forward.launches, 0U);
    EXPECT_GT(forward.memoryBytes, 0U);
    EXPECT_EQ(forward.executor, kindOf(GetParam()));
    const FinishedRun training = run(Work::Training);
    EXPECT_GT(m_executor->figures().memoryBytes, forward.memoryBytes);
    EXPECT_GT(m_executor->figures().productFlops, forward.productFlops);
}

TEST_P(EveryExecutor, EventsFollowOneAnotherAlsoWhereTablesAreFull) {
    for (const char* const time : {"first", "second"}) { // the second run finds products of leaves in the table
        SCOPED_TRACE(time);
        const FinishedRun made =
            *m_executor->run({m_graph, m_schedule, m_parameters, Work::Inference, Recording::Full, m_control});
        const std::vector<Event>& events = made.execution.trace().events;
        EXPECT_FALSE(events.empty());
        std::chrono::nanoseconds end{0};
        for (const Event& event : events) {
            EXPECT_GE(event.start, end);
            EXPECT_GE(event.duration.count(), 0);
            end = event.start + event.duration;
        }
    }
}

TEST_P(EveryExecutor, SaysTheSameOfALossWithoutTargets) {
    m_graph.targets.assign(m_graph.outputs.size(), kNoTarget);
    const Result<FinishedRun> made =
        m_executor->run({m_graph, m_schedule, m_parameters, Work::Training, Recording::Seconds, m_control});
    ASSERT_FALSE(made.hasValue());
    EXPECT_EQ(made.error().code, ErrorCode::Config);
}

INSTANTIATE_TEST_SUITE_P(Both, EveryExecutor,
                         ::testing::Values(ExecutorOptions(EngineOptions()), ExecutorOptions(InterpreterOptions())),
                         [](const auto& tested) { return std::string(tested.index == 0 ? "Engine" : "Interpreter"); });

/// Memory of the engine by address: a lease that nobody holds serves again, one that is held does not.
class EngineMemory : public ::testing::Test {
protected:
    [[nodiscard]] FinishedRun run() {
        return *m_executor->run({m_graph, m_schedule, m_parameters, Work::Inference, Recording::Seconds, m_control});
    }

    OpGraph m_graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {.dim = 16});
    Schedule m_schedule = testing::scheduleOf(m_graph, "depth");
    Parameters m_parameters = *Parameters::create(m_graph.ops, 1, {});
    RunControl m_control;
    std::unique_ptr<Executor> m_executor = makeExecutor(m_graph.ops, EngineOptions());
};

TEST_F(EngineMemory, OfARunThatNobodyHoldsServesTheNext) {
    const RecordedState* const first = run().execution.sharedState().get();
    EXPECT_EQ(run().execution.sharedState().get(), first);
}

TEST_F(EngineMemory, OfARunThatIsShownStaysAsItIs) {
    const std::shared_ptr<const RecordedState> shown = run().execution.sharedState();
    const std::vector<double> expected = shown->row(m_graph.outputs.front());
    m_parameters = *Parameters::create(m_graph.ops, 2, {});
    for (int time = 0; time < 4; ++time) {
        const FinishedRun other = run();
        EXPECT_NE(&other.execution.state(), shown.get());
        EXPECT_NE(other.execution.state().row(m_graph.outputs.front()), expected);
    }
    EXPECT_EQ(shown->row(m_graph.outputs.front()), expected);
}

TEST_F(EngineMemory, ComesBackFromAnotherThread) {
    std::shared_ptr<const RecordedState> shown = run().execution.sharedState();
    const RecordedState* const first = shown.get();
    const FinishedRun other = run(); // holds a second one, and the engine's figures with it
    std::jthread([held = std::move(shown)]() mutable { held.reset(); }).join();
    EXPECT_EQ(run().execution.sharedState().get(), first);
}

} // namespace
} // namespace batchscope
