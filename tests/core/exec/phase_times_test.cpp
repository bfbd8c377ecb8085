// SPDX-License-Identifier: GPL-3.0-or-later
//
// The seconds of a run are seconds that it took: none is negative, work that is done takes some, and all of them
// together are no more than the clock on the wall says.
#include "core/exec/runner.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <chrono>

namespace batchscope {
namespace {

using Clock = std::chrono::steady_clock;

void expectTimesOf(const PhaseSeconds& seconds, double wall) {
    for (const double phase : {seconds.gather, seconds.scatter, seconds.readout, seconds.update}) {
        EXPECT_GE(phase, 0.0);
    }
    for (const double phase : {seconds.schedule, seconds.plan, seconds.compute, seconds.backward}) {
        EXPECT_GT(phase, 0.0);
    }
    EXPECT_LE(seconds.total(), wall);
}

TEST(PhaseTimes, AreNoMoreThanTheRunTookOnEitherExecutor) {
    const OpGraph graph = testing::graphOf(*generateTreebank({.leaves = 6, .trees = 4, .seed = 3}), {.dim = 8});
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    for (const ExecutorOptions& executor : {ExecutorOptions(EngineOptions()), ExecutorOptions(InterpreterOptions())}) {
        SCOPED_TRACE(executorName(kindOf(executor)));
        const RunOptions options{.work = Work::Training, .executor = executor};
        const auto start = Clock::now();
        const Result<ArmRun> run = runArm({graph, **findPolicy("agenda"), parameters}, options, Recording::Full, {});
        const double wall = std::chrono::duration<double>(Clock::now() - start).count();
        ASSERT_TRUE(run.hasValue());
        expectTimesOf(run->execution.seconds(), wall);
    }
}

} // namespace
} // namespace batchscope
