// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which thread of the team worked when: the shares of a recorded run, on the axis of time and in the file for trace
// viewers; and where its batches are under a roofline.
#include "core/exec/runner.h"
#include "core/trace/batch_view.h"
#include "core/trace/time_line.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"
#include "tests/support/thread_setting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace batchscope {
namespace {

using Json = nlohmann::json;

class ThreadSharesTest : public ::testing::Test {
protected:
    /// A training run that is worth a team.
    [[nodiscard]] TracedRun run(int threads) const {
        const testing::ThreadSetting setting(threads);
        RunOptions options;
        options.work = Work::Training;
        Result<ArmRun> made = runArm({m_graph, **findPolicy("depth"), m_parameters}, options, Recording::Full, {});
        EXPECT_TRUE(made) << made.error().text();
        return {made->schedule, made->execution.trace(), made->execution.seconds()};
    }

    /// Whether some step was run by both threads: on a busy machine the second one may come too late for all of them.
    [[nodiscard]] static bool isShared(const std::vector<ThreadShare>& shares) {
        std::map<std::uint32_t, std::set<std::uint32_t>> threads;
        for (const ThreadShare& share : shares) {
            threads[share.event].insert(share.thread);
        }
        return std::any_of(threads.begin(), threads.end(), [](const auto& event) { return event.second.size() == 2; });
    }

    /// One in which two threads took part, forward and backward. Null when there is none, however often it is tried.
    [[nodiscard]] std::optional<TracedRun> sharedRun() const {
        constexpr int kMostTries = 50;
        for (int attempt = 0; attempt < kMostTries; ++attempt) {
            TracedRun made = run(2);
            if (isShared(made.trace.shares) && isShared(made.trace.backwardShares)) {
                return made;
            }
        }
        return std::nullopt;
    }

    Treebank m_bank = *generateTreebank({.leaves = 30, .trees = 24, .vocabulary = 60, .seed = 4});
    OpGraph m_graph = testing::graphOf(m_bank, {.dim = 128});
    Parameters m_parameters = *Parameters::create(m_graph.ops, 1, {});
};

void expectFits(const std::vector<ThreadShare>& shares, std::size_t events, int threads) {
    ASSERT_FALSE(shares.empty());
    for (std::size_t index = 0; index < shares.size(); ++index) {
        const ThreadShare& share = shares[index];
        EXPECT_LT(share.event, events);
        EXPECT_LT(share.thread, static_cast<std::uint32_t>(threads));
        EXPECT_GE(share.begin, 0.0F);
        EXPECT_LE(share.begin, share.end);
        EXPECT_LE(share.end, 1.0F);
        EXPECT_TRUE(index == 0 || shares[index - 1].event <= share.event) << "in order of start";
    }
}

TEST_F(ThreadSharesTest, OfOneThreadAreNone) {
    const TracedRun alone = run(1);
    EXPECT_TRUE(alone.trace.shares.empty());
    EXPECT_TRUE(threadSpans(alone.trace, alone.seconds).empty());
}

TEST_F(ThreadSharesTest, AreInTheEventsTheyBelongTo) {
    const std::optional<TracedRun> made = sharedRun();
    if (!made) {
        GTEST_SKIP() << "this machine is too busy for a second thread";
    }
    const TracedRun& shared = *made;
    ASSERT_EQ(shared.trace.threads, 2) << "the net is large enough for a team";
    expectFits(shared.trace.shares, shared.trace.events.size(), 2);
    expectFits(shared.trace.backwardShares, shared.trace.backward.size() + 1, 2);
}

TEST_F(ThreadSharesTest, StandOnTheAxisOfTheRunWithoutOverlap) {
    const std::optional<TracedRun> made = sharedRun();
    if (!made) {
        GTEST_SKIP() << "this machine is too busy for a second thread";
    }
    const TracedRun& shared = *made;
    const std::vector<TimeSpan> spans = timeSpans(shared.trace, shared.seconds);
    const auto threads = threadSpans(shared.trace, shared.seconds);
    ASSERT_EQ(threads.size(), 2U);
    const std::chrono::nanoseconds end = lastEnd(spans);
    for (const std::vector<TimeSpan>& thread : threads) {
        std::chrono::nanoseconds before{0};
        for (const TimeSpan& span : thread) {
            EXPECT_GE(span.start.count() + 2, before.count()) << "a thread does one thing at a time";
            EXPECT_LE(span.end(), end);
            before = span.end();
        }
    }
}

TEST_F(ThreadSharesTest, HaveRowsInTheFileForTraceViewers) {
    const std::optional<TracedRun> made = sharedRun();
    if (!made) {
        GTEST_SKIP() << "this machine is too busy for a second thread";
    }
    const TracedRun& shared = *made;
    const std::vector<TraceLane> lanes = {{"folded", shared, {1e12, 1e11}}};
    const Json document = Json::parse(chromeTrace(m_graph, lanes));
    std::vector<std::string> names;
    std::set<int> rows;
    std::size_t positions = 0;
    for (const Json& event : document["traceEvents"]) {
        if (event["ph"] == "M") {
            names.push_back(event["args"]["name"]);
        } else {
            rows.insert(event["tid"].get<int>());
            positions += event["args"].contains("share_of_roof") ? 1 : 0;
        }
    }
    EXPECT_THAT(names, ::testing::ElementsAre("folded", "folded, thread 0", "folded, thread 1"));
    EXPECT_EQ(rows, (std::set<int>{1, 2, 3}));
    EXPECT_GT(positions, 0U);
}

TEST_F(ThreadSharesTest, FlopsOfTheBatchesAreThoseOfTheRun) {
    const testing::ThreadSetting setting(1);
    RunOptions options;
    const std::unique_ptr<Executor> executor = makeExecutor(m_graph.ops, options.executor);
    Result<ArmRun> made =
        runArm({m_graph, **findPolicy("depth"), m_parameters}, *executor, options, Recording::Full, {});
    ASSERT_TRUE(made);
    const BatchView total = made->execution.trace().views.total();
    const double products = executor->figures().productFlops;
    EXPECT_GT(total.flops, products) << "kernels compute, too";
    EXPECT_LT(total.flops, 1.5 * products) << "but not as much as products do at this width";
    EXPECT_GT(total.bytesMoved, total.bytesWritten);
}

TEST(RoofPosition, IsBelowTheLowerOfTwoRoofs) {
    using std::chrono::microseconds;
    BatchView batch;
    batch.flops = 4e6;
    batch.bytesMoved = 1'000'000; // 4 operations a byte
    const MachineRoof roof{1e11, 1e10};
    const auto slow = roofPosition(batch, microseconds(200), roof);
    ASSERT_TRUE(slow);
    EXPECT_DOUBLE_EQ(slow->intensity, 4.0);
    EXPECT_DOUBLE_EQ(slow->flops, 2e10);
    EXPECT_TRUE(slow->isMemoryBound);
    EXPECT_DOUBLE_EQ(slow->roof, 4e10);
    EXPECT_DOUBLE_EQ(slow->share(), 0.5);
    batch.bytesMoved = 10'000; // 400 a byte: memory could feed 4e12
    const auto dense = roofPosition(batch, microseconds(200), roof);
    EXPECT_FALSE(dense->isMemoryBound);
    EXPECT_DOUBLE_EQ(dense->share(), 0.2);
    EXPECT_FALSE(roofPosition(batch, microseconds(200), {}));
    EXPECT_FALSE(roofPosition({}, microseconds(200), roof));
    EXPECT_FALSE(roofPosition(batch, microseconds(0), roof));
}

} // namespace
} // namespace batchscope
