// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/time_bars.h"

#include "core/base/text.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

class TimeBarsTest : public ::testing::Test {
protected:
    TimeBarsTest() {
        m_snapshot.graph =
            std::make_shared<const OpGraph>(testing::graphOf(*generateTreebank({.leaves = 9, .trees = 4, .seed = 2})));
        m_snapshot.schedule = std::make_shared<const Schedule>(testing::scheduleOf(*m_snapshot.graph, "depth"));
    }

    /// A trace in which each batch takes `start` and each of its rows `row`.
    static Trace traceOf(const Schedule& schedule, std::chrono::nanoseconds start, std::chrono::nanoseconds row) {
        Trace trace;
        for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
            const BatchId batch(step);
            trace.events.push_back(
                {batch, Phase::Compute, {}, start + row * static_cast<int>(schedule.batchSize(batch))});
        }
        return trace;
    }

    void record(std::chrono::nanoseconds start, std::chrono::nanoseconds row) {
        m_snapshot.trace = std::make_shared<const Trace>(traceOf(*m_snapshot.schedule, start, row));
        TracedRun regular{testing::scheduleOf(*m_snapshot.graph, "regular"), {}, {}};
        regular.trace = traceOf(regular.schedule, start, row);
        m_snapshot.regularRun = std::make_shared<const TracedRun>(std::move(regular));
    }

    void measure(ExecutorKind executor, std::array<double, kTimedArmCount> seconds) {
        RunReport report;
        SpeedReport& speed = report.speed.emplace();
        speed.executor = executor;
        for (std::size_t arm = 0; arm < kTimedArmCount; ++arm) {
            if (seconds[arm] > 0.0) {
                speed.samples[arm].assign(9, {.compute = seconds[arm]});
            }
        }
        m_snapshot.report = std::make_shared<const RunReport>(std::move(report));
    }

    Snapshot m_snapshot;
};

constexpr std::array<double, kTimedArmCount> kSeconds = {34e-3, 12e-3, 6e-3, 2e-3};

TEST_F(TimeBarsTest, AreThoseOfTheSpeedUp) {
    EXPECT_TRUE(timeBars(m_snapshot).bars.empty()) << "nothing is measured";
    measure(ExecutorKind::LibTorch, kSeconds);
    const TimeBars onLibTorch = timeBars(m_snapshot);
    ASSERT_EQ(onLibTorch.bars.size(), 3U);
    const SpeedReport& speed = *m_snapshot.report->speed;
    EXPECT_DOUBLE_EQ(onLibTorch.bars[0].time.seconds, 34e-3);
    EXPECT_FALSE(onLibTorch.bars[0].factor);
    EXPECT_DOUBLE_EQ(onLibTorch.bars[1].factor->value, speed.batching()->value);
    EXPECT_DOUBLE_EQ(onLibTorch.bars[2].factor->value, speed.both()->value) << "over regular on LibTorch";
    EXPECT_EQ(onLibTorch.bars[0].calls, m_snapshot.graph->size());
    EXPECT_EQ(onLibTorch.bars[1].calls, m_snapshot.schedule->batchCount());
    EXPECT_THAT(describedBars(onLibTorch), HasSubstr("5.7 times as fast"));

    measure(ExecutorKind::Engine, kSeconds);
    const TimeBars onEngine = timeBars(m_snapshot);
    ASSERT_EQ(onEngine.bars.size(), 4U);
    EXPECT_DOUBLE_EQ(onEngine.bars[3].factor->value, 6.0) << "like with like: over regular on the engine";

    measure(ExecutorKind::LibTorch, {34e-3, 0.0, 6e-3, 0.0});
    EXPECT_EQ(timeBars(m_snapshot).bars.size(), 2U) << "of a net that the engine cannot run";
}

TEST_F(TimeBarsTest, TellsStartsFromTheRest) {
    using std::chrono::nanoseconds;
    const auto nodes = static_cast<double>(m_snapshot.graph->size());
    const auto batches = static_cast<double>(m_snapshot.schedule->batchCount());
    record(nanoseconds(9000), nanoseconds(1000));
    measure(ExecutorKind::LibTorch, {nodes * 1e-5, 0.0, batches * 9e-6 + nodes * 1e-6, 0.0});
    const TimeBars bars = timeBars(m_snapshot);
    ASSERT_TRUE(bars.bars[0].starts && bars.bars[1].starts);
    EXPECT_NEAR(*bars.bars[0].starts, nodes * 9e-6, nodes * 1e-7);
    EXPECT_NEAR(*bars.bars[1].starts, batches * 9e-6, batches * 1e-7);
    EXPECT_THAT(bars.why, HasSubstr(formatSeconds(*bars.bars[1].starts)));
    m_snapshot.regularRun.reset();
    EXPECT_FALSE(timeBars(m_snapshot).bars[0].starts);
}

TEST_F(TimeBarsTest, SayWhatPutsThemInDoubt) {
    measure(ExecutorKind::LibTorch, kSeconds);
    RunReport report = *m_snapshot.report;
    report.speed->verdict = SpeedVerdict::Busy;
    report.speed->load = {.others = 1.2, .processors = 2};
    m_snapshot.report = std::make_shared<const RunReport>(report);
    EXPECT_THAT(timeBars(m_snapshot).note, HasSubstr("in doubt: the machine is busy"));
    report.speed->runsDiffer = true;
    m_snapshot.report = std::make_shared<const RunReport>(report);
    EXPECT_TRUE(timeBars(m_snapshot).bars.empty()) << "what computes something else is no speed-up";
}

} // namespace
} // namespace batchscope
