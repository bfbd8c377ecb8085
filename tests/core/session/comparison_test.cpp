// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/race.h"

#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

namespace batchscope {
namespace {

class ComparisonTest : public ::testing::Test {
protected:
    Snapshot snapshotOf(const char* policy) const {
        Snapshot snapshot;
        snapshot.graph = m_graph;
        snapshot.schedule = std::make_shared<const Schedule>(testing::scheduleOf(*m_graph, policy));
        snapshot.storyboard = std::make_shared<const Storyboard>(testing::storyOf(*m_graph, *snapshot.schedule));
        return snapshot;
    }

    /// With a trace in which every batch takes so long.
    static void run(Snapshot& snapshot, std::chrono::nanoseconds each) {
        auto trace = std::make_shared<Trace>();
        for (std::size_t step = 0; step < snapshot.schedule->batchCount(); ++step) {
            trace->events.push_back({BatchId(step), Phase::Compute, each * static_cast<int>(step), each});
        }
        snapshot.trace = std::move(trace);
    }

    std::shared_ptr<const OpGraph> m_graph =
        std::make_shared<const OpGraph>(testing::graphOf(*generateTreebank({.leaves = 9, .trees = 4, .seed = 2})));
};

TEST_F(ComparisonTest, BeforeTheBatchesBothAreAtTheSameMoment) {
    const Snapshot folded = snapshotOf("depth");
    const Snapshot regular = snapshotOf("regular");
    for (const CompareClock clock : {CompareClock::Share, CompareClock::Batches, CompareClock::Measured}) {
        for (const double t : {0.0, 0.4, 1.0, 1.7, 2.0}) {
            EXPECT_EQ(otherTime(clock, folded, regular, t), t);
        }
    }
}

TEST_F(ComparisonTest, ByShareBothEndTogether) {
    const Snapshot folded = snapshotOf("depth");
    const Snapshot regular = snapshotOf("regular");
    const double end = folded.storyboard->end();
    EXPECT_DOUBLE_EQ(otherTime(CompareClock::Share, folded, regular, end), regular.storyboard->end());
    EXPECT_DOUBLE_EQ(otherTime(CompareClock::Share, folded, regular, end - 1.0), regular.storyboard->end() - 1.0);
    EXPECT_DOUBLE_EQ(otherTime(CompareClock::Share, regular, folded, regular.storyboard->end()), end);
}

TEST_F(ComparisonTest, ByBatchesTheLongerOneIsNotDone) {
    const Snapshot folded = snapshotOf("depth");
    const Snapshot regular = snapshotOf("regular");
    const double done = folded.storyboard->end() - 1.0;
    EXPECT_EQ(otherTime(CompareClock::Batches, folded, regular, done), done);
    EXPECT_EQ(otherTime(CompareClock::Batches, folded, regular, folded.storyboard->end()), done);
    EXPECT_EQ(otherTime(CompareClock::Batches, regular, folded, done + 7.5), done) << "it has been done long since";
    EXPECT_EQ(otherTime(CompareClock::Batches, regular, folded, regular.storyboard->end()), folded.storyboard->end());
}

TEST_F(ComparisonTest, OnEveryClockBothReachTheirEnd) {
    Snapshot folded = snapshotOf("depth");
    Snapshot regular = snapshotOf("regular");
    EXPECT_EQ(overtimeOf(CompareClock::Share, folded, regular), 0.0);
    EXPECT_EQ(overtimeOf(CompareClock::Batches, folded, regular),
              regular.storyboard->end() - folded.storyboard->end() + 1.0)
        << "one stop passes while the left one leaves for its folded graph";
    EXPECT_EQ(overtimeOf(CompareClock::Batches, regular, folded), 0.0);
    run(folded, std::chrono::nanoseconds(300));
    for (const int each : {1, 100, 5'000}) { // the other side is quicker and slower in all
        run(regular, std::chrono::nanoseconds(each));
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

TEST_F(ComparisonTest, ByMeasuredTimeASlowLaunchCountsMore) {
    Snapshot folded = snapshotOf("depth");
    Snapshot regular = snapshotOf("regular");
    EXPECT_EQ(otherTime(CompareClock::Measured, folded, regular, 4.0), 4.0) << "nothing ran: as by batches";
    run(folded, std::chrono::nanoseconds(300));
    run(regular, std::chrono::nanoseconds(100));
    EXPECT_DOUBLE_EQ(otherTime(CompareClock::Measured, folded, regular, 4.0), 2.0 + 6.0);
    EXPECT_DOUBLE_EQ(otherTime(CompareClock::Measured, regular, folded, 2.0 + 6.0), 4.0);
}

TEST_F(ComparisonTest, NodesWithOtherMatesAreFound) {
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
