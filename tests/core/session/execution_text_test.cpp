// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words for what ran, on real runs: the engine with and without tables, LibTorch's plain bodies, and no run at all.
#include "core/exec/runner.h"
#include "core/formats/read_treebank.h"
#include "core/session/caption.h"
#include "core/session/execution_text.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace batchscope {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::string_view kTrees = "(3 (2 (2 a) (2 b)) (2 a))\n(1 (2 a) (0 d))\n(1 (2 b) (0 (1 d) (1 a)))\n";
constexpr BatchId kLeaves(std::size_t{0});

enum class Runs : std::uint8_t { None, One, Two };

/// As the pipeline makes it.
Snapshot snapshotOf(const char* policy, const ExecutorOptions& executor, Runs runs, const GraphOptions& options = {}) {
    Snapshot snapshot;
    snapshot.treebank = std::make_shared<const Treebank>(*readTreebankText(kTrees, "test", {}));
    snapshot.graph = std::make_shared<const OpGraph>(*buildGraph(*snapshot.treebank, options, {}));
    snapshot.schedule = std::make_shared<const Schedule>(testing::scheduleOf(*snapshot.graph, policy));
    snapshot.metrics = std::make_shared<const ScheduleMetrics>(
        metricsOf(*snapshot.graph, *snapshot.schedule, makePlan(*snapshot.graph, *snapshot.schedule)));
    snapshot.planned = std::make_shared<const BatchViews>(
        plannedViews(*snapshot.graph, *snapshot.schedule, executor, Work::Inference));
    snapshot.storyboard = std::make_shared<const Storyboard>(testing::storyOf(*snapshot.graph, *snapshot.schedule));
    const Parameters parameters = *Parameters::create(snapshot.graph->ops, 1, {});
    const std::unique_ptr<Executor> kept = makeExecutor(snapshot.graph->ops, executor);
    for (int run = 0; run < static_cast<int>(runs); ++run) {
        const ArmRun ran = *runArm({*snapshot.graph, **findPolicy(policy), parameters}, *kept, {}, Recording::Full, {});
        snapshot.trace = std::make_shared<const Trace>(ran.execution.trace());
    }
    return snapshot;
}

std::string captionOfBatch(const Snapshot& snapshot, BatchId batch) {
    return captionAt(snapshot, static_cast<double>(Storyboard::kFirstBatchStop + batch.index()) + 1.0).text();
}

TEST(ExecutionText, BeforeARunIsOfWhatTheExecutorWillDo) {
    for (const ExecutorOptions& executor : {ExecutorOptions(EngineOptions()), ExecutorOptions(InterpreterOptions())}) {
        const Snapshot planned = snapshotOf("depth", executor, Runs::None);
        const Snapshot ran = snapshotOf("depth", executor, Runs::One);
        for (std::size_t index = 0; index < planned.schedule->batchCount(); ++index) {
            const BatchId batch(index);
            EXPECT_EQ(launchesText(planned, batch), launchesText(ran, batch));
            EXPECT_EQ(elsewhereText(planned, batch), elsewhereText(ran, batch));
            EXPECT_EQ(operandsInShort(planned, batch), operandsInShort(ran, batch));
            EXPECT_THAT(captionOfBatch(planned, batch), Not(HasSubstr("It takes")));
        }
    }
}

TEST(ExecutionText, OfTheEngineExplainsLeavesThatComputeNothing) {
    const Snapshot snapshot = snapshotOf("depth", EngineOptions(), Runs::Two);
    EXPECT_EQ(launchesText(snapshot, kLeaves), "nothing to compute");
    EXPECT_EQ(
        elsewhereText(snapshot, kLeaves),
        "Table lookup, nothing to compute: the outputs of leaf are rows of its table, copied before the first batch (3 "
        "rows for 8 nodes; equal calls share a row).");
    EXPECT_EQ(batchTimeText(snapshot, kLeaves, snapshot.trace->timeOf(kLeaves).total), "–");
    EXPECT_THAT(captionOfBatch(snapshot, kLeaves), StartsWith("8 words: nothing to compute."));
    EXPECT_THAT(captionOfBatch(snapshot, kLeaves), Not(HasSubstr("µs"))) << "nothing ran, so nothing took time";
}

TEST(ExecutionText, OfTheEngineSaysThatATableHadTheProducts) {
    const BatchId children(std::size_t{1});
    const Snapshot first = snapshotOf("depth", EngineOptions(), Runs::One);
    EXPECT_THAT(launchesText(first, children), HasSubstr("product"));
    EXPECT_THAT(elsewhereText(first, children), Not(HasSubstr("earlier run")));
    const Snapshot second = snapshotOf("depth", EngineOptions(), Runs::Two);
    EXPECT_THAT(launchesText(second, children), HasSubstr("from the table, 1 kernel"));
    EXPECT_THAT(elsewhereText(second, children), HasSubstr("products of words were computed in an earlier run."));
    EXPECT_GT(viewOf(second, children)->bytesCopied, 0U);
    EXPECT_THAT(captionOfBatch(second, children), HasSubstr("It takes "));
    EXPECT_THAT(elsewhereText(second, BatchId(std::size_t{2})),
                HasSubstr("products come from batch 2, which copied them from the table of an earlier run."));
}

TEST(ExecutionText, OfPlainBodiesCountsCalls) {
    const Snapshot snapshot = snapshotOf("depth", InterpreterOptions(), Runs::One);
    const auto& batches = snapshot.trace->views.batches;
    const auto found =
        std::find_if(batches.begin(), batches.end(), [](const BatchView& batch) { return batch.gathers > 1; });
    ASSERT_NE(found, batches.end());
    const BatchId children(static_cast<std::size_t>(found - batches.begin()));
    const BatchView& ran = *snapshot.trace->views.of(children);
    EXPECT_EQ(launchesText(snapshot, children),
              std::to_string(ran.calls) + " operations, " + std::to_string(ran.gathers) + " gathers");
    EXPECT_EQ(elsewhereText(snapshot, children), "");
    EXPECT_EQ(elsewhereText(snapshot, kLeaves), "") << "the bodies look up every leaf";
    EXPECT_THAT(captionOfBatch(snapshot, children), HasSubstr("It takes "));
    EXPECT_THAT(captionOfBatch(snapshot, children), HasSubstr(" rows lie apart"));
}

TEST(ExecutionText, OfEqualCallsInLaterSteps) {
    // Without a level rule all leaves are one batch; as primitives under alap they are not.
    GraphOptions options;
    options.granularity = Granularity::Primitive;
    const Snapshot snapshot = snapshotOf("alap", EngineOptions(), Runs::One, options);
    std::size_t equal = 0;
    for (std::size_t index = 0; index < snapshot.schedule->batchCount(); ++index) {
        const BatchId batch(index);
        if (snapshot.trace->views.of(batch)->elided == Elided::EqualCalls) {
            ++equal;
            EXPECT_THAT(elsewhereText(snapshot, batch), HasSubstr("repeat earlier ones"));
            EXPECT_EQ(launchesText(snapshot, batch), "nothing to compute");
        }
    }
    EXPECT_GT(equal, 0U) << "leaves of the same words at several levels";
}

TEST(ExecutionText, TimesBelowTheClockAreNotZero) {
    EXPECT_EQ(measuredText(std::chrono::nanoseconds(0)), "< 1 µs");
    EXPECT_EQ(measuredText(std::chrono::nanoseconds(999)), "< 1 µs");
    EXPECT_EQ(measuredText(std::chrono::nanoseconds(1000)), "1 µs");
    EXPECT_EQ(measuredText(std::chrono::milliseconds(12)), "12 ms");
}

} // namespace
} // namespace batchscope
