// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/race.h"

#include "core/trace/speed_text.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace batchscope {
namespace {

class RaceTest : public ::testing::Test {
protected:
    Snapshot snapshotOf(const char* policy, std::chrono::nanoseconds each = {}) const {
        Snapshot snapshot;
        snapshot.graph = m_graph;
        snapshot.schedule = std::make_shared<const Schedule>(testing::scheduleOf(*m_graph, policy));
        snapshot.storyboard = std::make_shared<const Storyboard>(testing::storyOf(*m_graph, *snapshot.schedule));
        if (each.count() > 0) {
            auto trace = std::make_shared<Trace>();
            for (std::size_t step = 0; step < snapshot.schedule->batchCount(); ++step) {
                trace->events.push_back({BatchId(step), Phase::Compute, each * static_cast<int>(step), each});
            }
            snapshot.trace = std::move(trace);
        }
        return snapshot;
    }
    /// Steady samples of both arms on the engine, and of both on LibTorch.
    static void measure(Snapshot& folded, double regularSeconds, double foldedSeconds) {
        SpeedReport speed;
        const auto samples = [](double seconds) {
            PhaseSeconds phases;
            phases.compute = seconds;
            return std::vector<PhaseSeconds>(9, phases);
        };
        speed.samples[static_cast<std::size_t>(TimedArm::Regular)] = samples(regularSeconds);
        speed.samples[static_cast<std::size_t>(TimedArm::Folded)] = samples(foldedSeconds);
        speed.samples[static_cast<std::size_t>(TimedArm::RegularOff)] = samples(4.0 * regularSeconds);
        speed.samples[static_cast<std::size_t>(TimedArm::FoldedOff)] = samples(4.0 * foldedSeconds);
        RunReport report;
        report.folded.compute = foldedSeconds;
        report.regular.compute = regularSeconds;
        report.speed = std::move(speed);
        folded.report = std::make_shared<const RunReport>(std::move(report));
    }
    static double endOf(const Snapshot& snapshot) { return snapshot.storyboard->end(); }

    std::shared_ptr<const OpGraph> m_graph =
        std::make_shared<const OpGraph>(testing::graphOf(*generateTreebank({.leaves = 9, .trees = 4, .seed = 2})));
};

TEST_F(RaceTest, WithoutARunBatchesAreCountedAndNoTimeIsSaid) {
    const Snapshot folded = snapshotOf("depth");
    const Snapshot regular = snapshotOf("regular");
    EXPECT_FALSE(sideTime(folded, regular));
    const SideProgress begin = progressAt(folded, regular, 1.0);
    EXPECT_EQ(begin.batches, 0U);
    EXPECT_FALSE(begin.isDone);
    const SideProgress middle = progressAt(folded, regular, 4.5);
    EXPECT_EQ(middle.batches, 2U);
    EXPECT_FALSE(middle.seconds);
    EXPECT_DOUBLE_EQ(middle.share, 2.5 / static_cast<double>(folded.schedule->batchCount()));
    const SideProgress end = progressAt(folded, regular, endOf(folded));
    EXPECT_TRUE(end.isDone);
    EXPECT_EQ(end.batches, end.all);
    EXPECT_EQ(timesText(sideTime(folded, regular)), "");
    const std::string text = raceText(folded, regular);
    EXPECT_NE(text.find(std::to_string(end.all) + " calls"), std::string::npos) << text;
    EXPECT_EQ(text.find("fast"), std::string::npos) << text;
}

TEST_F(RaceTest, TheStopwatchEndsAtTheTimeOfTheSide) {
    using std::chrono::nanoseconds;
    const Snapshot alone = snapshotOf("depth", nanoseconds(1000));
    Snapshot folded = alone;
    const Snapshot regular = snapshotOf("regular", nanoseconds(500));
    const double recorded = 1e-6 * static_cast<double>(folded.schedule->batchCount());
    EXPECT_DOUBLE_EQ(progressAt(alone, regular, endOf(alone)).seconds.value(), recorded);
    EXPECT_EQ(sideTime(alone, regular)->runs, 1U);
    measure(folded, 8e-3, 2e-3);
    using Case = std::tuple<const Snapshot*, const Snapshot*, double>;
    for (const auto& [side, other, seconds] : {Case(&folded, &regular, 2e-3), Case(&regular, &folded, 8e-3)}) {
        EXPECT_DOUBLE_EQ(sideTime(*side, *other)->seconds, seconds) << "both from one measurement";
        EXPECT_EQ(sideTime(*side, *other)->runs, 9U);
        EXPECT_DOUBLE_EQ(progressAt(*side, *other, endOf(*side)).seconds.value(), seconds);
        double before = 0.0;
        for (double time = 0.0; time <= endOf(*side); time += 0.25) {
            const double now = progressAt(*side, *other, time).seconds.value();
            EXPECT_GE(now, before);
            before = now;
        }
    }
}

TEST_F(RaceTest, TheResultIsThatOfTheSpeedReport) {
    Snapshot folded = snapshotOf("depth", std::chrono::nanoseconds(1000));
    const Snapshot regular = snapshotOf("regular", std::chrono::nanoseconds(1000));
    measure(folded, 8e-3, 2e-3);
    for (const std::string& text : {raceText(folded, regular), raceText(regular, folded)}) {
        EXPECT_EQ(text.find("Folded is 4.0 times as fast."), 0U) << text;
        EXPECT_NE(text.find(speedUpText(*folded.report->speed)), std::string::npos) << text;
        EXPECT_NE(text.find("8 ms"), std::string::npos) << text;
    }
    measure(folded, 2e-3, 2e-3);
    EXPECT_EQ(raceText(folded, regular).find("Folded is not measurably faster."), 0U) << raceText(folded, regular);
    measure(folded, 1e-3, 2e-3);
    EXPECT_EQ(raceText(folded, regular).find("Folded is slower: 0.50 times as fast."), 0U) << raceText(folded, regular);
    const Snapshot agenda = snapshotOf("agenda", std::chrono::nanoseconds(1000));
    EXPECT_EQ(raceText(folded, agenda).find("fast"), std::string::npos) << "no side is regular";
}

TEST_F(RaceTest, LastsAsLongWhateverTheTimesAndIsInProportionToThem) {
    for (const double scale : {1e-3, 1.0, 1e3}) {
        Snapshot folded = snapshotOf("depth", std::chrono::nanoseconds(1000));
        const Snapshot regular = snapshotOf("regular", std::chrono::nanoseconds(500));
        measure(folded, 8e-3 * scale, 2e-3 * scale);
        EXPECT_DOUBLE_EQ(lengthInRace(folded, regular), 0.25);
        EXPECT_DOUBLE_EQ(lengthInRace(regular, folded), 1.0);
        const double overtime = overtimeOf(CompareClock::Measured, folded, regular);
        ASSERT_GT(overtime, 0.0);
        const std::vector<double> clock = raceClock(folded, regular, overtime);
        ASSERT_EQ(clock.size(), static_cast<std::size_t>(endOf(folded) + std::ceil(overtime)) + 1);
        EXPECT_TRUE(std::is_sorted(clock.begin(), clock.end()));
        const std::size_t first = Storyboard::kFirstBatchStop;
        const std::size_t done = first + folded.schedule->batchCount();
        EXPECT_NEAR(clock[done] - clock[first], kRaceSeconds / 4.0, 1e-6) << "folded takes a quarter";
        EXPECT_NEAR(clock.back(), kRaceSeconds, 4.0) << "and what comes before, between and after";
    }
    const Snapshot folded = snapshotOf("depth");
    EXPECT_TRUE(raceClock(folded, snapshotOf("regular"), 0.0).empty()) << "without times";
    EXPECT_DOUBLE_EQ(lengthInRace(folded, snapshotOf("regular")), 1.0);
}

TEST_F(RaceTest, BeforeTheBatchesBothAreAtTheSameMoment) {
    const Snapshot folded = snapshotOf("depth");
    const Snapshot regular = snapshotOf("regular");
    for (const CompareClock clock : {CompareClock::Share, CompareClock::Batches, CompareClock::Measured}) {
        for (const double t : {0.0, 0.4, 1.0, 1.7, 2.0}) {
            EXPECT_EQ(otherTime(clock, folded, regular, t), t);
        }
    }
}

TEST_F(RaceTest, ByBatchesTheLongerOneIsNotDone) {
    const Snapshot folded = snapshotOf("depth");
    const Snapshot regular = snapshotOf("regular");
    const double done = folded.storyboard->end() - 1.0;
    EXPECT_EQ(otherTime(CompareClock::Batches, folded, regular, done), done);
    EXPECT_EQ(otherTime(CompareClock::Batches, folded, regular, folded.storyboard->end()), done);
    EXPECT_EQ(otherTime(CompareClock::Batches, regular, folded, done + 7.5), done) << "it has been done long since";
    EXPECT_EQ(otherTime(CompareClock::Batches, regular, folded, regular.storyboard->end()), folded.storyboard->end());
}

TEST_F(RaceTest, OnEveryClockBothReachTheirEnd) {
    const Snapshot folded = snapshotOf("depth", std::chrono::nanoseconds(300));
    for (const int each : {0, 1, 100, 5'000}) { // the other side has not run, is quicker, and slower in all
        const Snapshot regular = snapshotOf("regular", std::chrono::nanoseconds(each));
        EXPECT_EQ(overtimeOf(CompareClock::Share, folded, regular), 0.0);
        EXPECT_EQ(overtimeOf(CompareClock::Batches, folded, regular),
                  regular.storyboard->end() - folded.storyboard->end() + 1.0)
            << "one stop passes while the left one leaves for its folded graph";
        EXPECT_EQ(overtimeOf(CompareClock::Batches, regular, folded), 0.0);
        for (const CompareClock clock : {CompareClock::Share, CompareClock::Batches, CompareClock::Measured}) {
            for (const auto& [own, other] : {std::pair(&folded, &regular), std::pair(&regular, &folded)}) {
                const double end = own->storyboard->end() + overtimeOf(clock, *own, *other);
                EXPECT_GE(end, own->storyboard->end());
                EXPECT_DOUBLE_EQ(otherTime(clock, *own, *other, end), other->storyboard->end());
                double before = 0.0;
                for (double t = 0.0; t <= end; t += 0.25) {
                    const double now = otherTime(clock, *own, *other, t);
                    EXPECT_GE(now, before);
                    before = now;
                }
            }
        }
    }
}

TEST_F(RaceTest, ByMeasuredTimeASlowLaunchCountsMore) {
    EXPECT_EQ(otherTime(CompareClock::Measured, snapshotOf("depth"), snapshotOf("regular"), 4.0), 4.0)
        << "nothing ran: as by batches";
    const Snapshot folded = snapshotOf("depth", std::chrono::nanoseconds(300));
    const Snapshot regular = snapshotOf("regular", std::chrono::nanoseconds(100));
    EXPECT_DOUBLE_EQ(otherTime(CompareClock::Measured, folded, regular, 4.0), 2.0 + 6.0);
    EXPECT_DOUBLE_EQ(otherTime(CompareClock::Measured, regular, folded, 2.0 + 6.0), 4.0);
}

TEST_F(RaceTest, NodesWithOtherMatesAreFound) {
    const Schedule depth = *snapshotOf("depth").schedule;
    const Schedule agenda = *snapshotOf("agenda").schedule;
    EXPECT_TRUE(batchedOtherwise(depth, depth).empty());
    const std::vector<NodeId> differing = batchedOtherwise(depth, agenda);
    EXPECT_FALSE(differing.empty());
    EXPECT_EQ(differing, batchedOtherwise(agenda, depth));
    for (std::size_t index = 0; index < m_graph->size(); ++index) {
        const auto mates = [&](const Schedule& schedule) {
            const auto nodes = schedule.batch(schedule.places[NodeId(index)].batch);
            std::vector<NodeId> sorted(nodes.begin(), nodes.end());
            std::sort(sorted.begin(), sorted.end());
            return sorted;
        };
        EXPECT_EQ(std::binary_search(differing.begin(), differing.end(), NodeId(index)), mates(depth) != mates(agenda));
    }
}

} // namespace
} // namespace batchscope
