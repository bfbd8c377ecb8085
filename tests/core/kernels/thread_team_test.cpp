// SPDX-License-Identifier: GPL-3.0-or-later
//
// The team of threads: its phases, what happens when a thread comes late, sleeps or waits, and when it works alone.
#include "core/kernels/processor_load.h"
#include "core/kernels/team_phases.h"
#include "core/kernels/thread_team.h"
#include "tests/support/waiting.h"

#include <gmock/gmock.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace batchscope {
namespace {

using std::chrono::microseconds;

TEST(TeamShare, CoversEverythingOnce) {
    for (const std::uint32_t count : {0U, 1U, 7U, 64U, 1000U}) {
        for (const std::uint32_t grain : {1U, 16U, 300U}) {
            std::uint32_t next = 0;
            for (int index = 0; index < 3; ++index) {
                const TeamShare::Range range = TeamShare(index, 3).of(count, grain);
                EXPECT_EQ(range.begin, next);
                EXPECT_TRUE(range.end % grain == 0 || range.end == count);
                next = range.end;
            }
            EXPECT_EQ(next, count);
        }
    }
}

// ---- phases -----------------------------------------------------------------------------------------------------

/// Counts the shares of each phase; wrong is a share that ran before the phase was complete that it follows.
struct PhaseCounter {
    explicit PhaseCounter(std::uint32_t phases) : parts(phases) {}

    void operator()(std::uint32_t phase, const TeamShare& share) {
        if (phase > 0 && parts[phase - 1] != kWhole) {
            ++wrong;
        }
        const TeamShare::Range range = share.of(kWhole);
        parts[phase] += range.end - range.begin;
    }

    static constexpr std::uint32_t kWhole = 840; // into 1 … 8 equal parts
    std::vector<std::atomic<std::uint32_t>> parts;
    std::atomic<int> wrong = 0;
};

class PolicyScope {
public:
    explicit PolicyScope(TeamPolicy policy) { setTeamPolicy(policy); }
    ~PolicyScope() { setTeamPolicy(TeamPolicy::Adaptive); }
    PolicyScope(const PolicyScope&) = delete;
    PolicyScope& operator=(const PolicyScope&) = delete;
};

/// Returns the number of threads.
int expectAllPhases(int threads, std::uint32_t phases) {
    PhaseCounter counter(phases);
    std::uint32_t done = 0;
    const int used = runTeam(
        threads, phases, [&](std::uint32_t phase, const TeamShare& share) { counter(phase, share); },
        [&](std::uint32_t phase) {
            EXPECT_EQ(phase, done++);
            EXPECT_EQ(counter.parts[phase], PhaseCounter::kWhole);
        });
    EXPECT_EQ(counter.wrong, 0);
    EXPECT_EQ(done, phases);
    EXPECT_GE(used, 1);
    EXPECT_LE(used, std::max(threads, 1));
    return used;
}

TEST(ThreadTeam, PhasesFollowEachOther) {
    for (const TeamPolicy policy : {TeamPolicy::Always, TeamPolicy::Adaptive, TeamPolicy::Alone}) {
        const PolicyScope scope(policy);
        for (const int threads : {0, 1, 2, 3, 8, 300, 2}) {
            for (const std::uint32_t phases : {0U, 1U, 2U, 100U}) {
                const int used = expectAllPhases(threads, phases);
                if (policy == TeamPolicy::Always && phases > 0) {
                    EXPECT_EQ(used, std::clamp(threads, 1, TeamPhases::kMostShares));
                }
                if (policy == TeamPolicy::Alone) {
                    EXPECT_EQ(used, 1);
                }
            }
        }
    }
}

TEST(ThreadTeam, ManyRunsOfSeveralCallers) {
    const PolicyScope scope(TeamPolicy::Always);
    const auto call = [] {
        for (int run = 0; run < 200; ++run) {
            expectAllPhases(2, 20);
            wakeTeam(2);
        }
    };
    std::thread other(call);
    call();
    other.join();
}

TEST(ThreadTeam, WithinAShareTheCallerIsAlone) {
    const PolicyScope scope(TeamPolicy::Always);
    std::atomic<int> inner = 0;
    const auto work = [&](std::uint32_t /*phase*/, const TeamShare& share) {
        const int used = runTeam(2, 1, [&](std::uint32_t /*inner*/, const TeamShare& own) { inner += own.count(); });
        EXPECT_EQ(used, 1);
        EXPECT_EQ(threadsWorthUsing(2), 1);
        EXPECT_GE(share.count(), 1);
    };
    const int used = runTeam(2, 1, work);
    EXPECT_EQ(used, 2);
    EXPECT_EQ(inner, 2); // two shares, each with an inner run of one
}

TEST(ThreadTeam, OpenMpHasOneThreadInAShare) {
    const PolicyScope scope(TeamPolicy::Always);
    const int before = omp_get_max_threads();
    for (const int threads : {1, 2}) {
        std::atomic<int> most = 0;
        runTeam(threads, 10,
                [&](std::uint32_t, const TeamShare&) { most = std::max(most.load(), omp_get_max_threads()); });
        EXPECT_EQ(most, 1);
    }
    EXPECT_EQ(omp_get_max_threads(), before);
}

// ---- who comes late ---------------------------------------------------------------------------------------------

TEST(TeamPhases, OneMemberRunsAllShares) {
    TeamPhases phases;
    std::vector<std::pair<std::uint32_t, int>> ran;
    const TeamWork work = [&](std::uint32_t phase, const TeamShare& share) { ran.emplace_back(phase, share.index()); };
    TeamPhases::Ticket ticket = phases.begin(2, 2, work);
    const TeamPhases::Ticket first = ticket;
    EXPECT_EQ(TeamPhases::shares(ticket), 2);
    TeamPhases::Seat leader{.index = 0};
    TeamPhases::Seat other{.index = 1};
    EXPECT_EQ(phases.runShares(ticket, leader), 2);
    EXPECT_TRUE(leader.tookOthers);
    ticket = phases.open();
    EXPECT_NE(ticket, first);
    EXPECT_EQ(phases.runShares(ticket, other), 2); // its own first
    EXPECT_EQ(TeamPhases::shares(phases.open()), 0);
    EXPECT_THAT(ran, ::testing::ElementsAre(std::pair(0U, 0), std::pair(0U, 1), std::pair(1U, 1), std::pair(1U, 0)));
}

TEST(TeamPhases, WhoComesLateRunsNothing) {
    TeamPhases phases;
    TeamPhases::Seat leader{.index = 0};
    TeamPhases::Seat member{.index = 1};
    int ran = 0;
    TeamPhases::Ticket late = 0;
    {
        const TeamWork work = [&](std::uint32_t, const TeamShare&) { ++ran; };
        late = phases.begin(2, 1, work);
        phases.runShares(late, leader);
    }
    EXPECT_EQ(phases.runShares(late, member), 0); // the run's work is gone
    const TeamWork other = [&](std::uint32_t, const TeamShare&) { ran += 10; };
    const TeamPhases::Ticket next = phases.begin(2, 1, other);
    EXPECT_EQ(phases.runShares(late, member), 0);
    EXPECT_EQ(ran, 2);
    EXPECT_EQ(phases.runShares(next, leader), 2);
    EXPECT_EQ(ran, 22);
}

/// What a team does, beside whatever else this machine does: no share twice, none too early, none of a run that is
/// over.
TEST(TeamPhases, AnyOrderOfThreads) {
    constexpr int kMembers = 4;
    constexpr std::uint32_t kPhases = 25;
    TeamPhases phases;
    phases.setMembers(kMembers);
    std::vector<std::thread> helpers;
    for (int member = 1; member < kMembers; ++member) {
        helpers.emplace_back([&phases, member] {
            TeamPhases::Seat seat{.index = member};
            for (TeamPhases::Ticket ticket = phases.open(); !phases.stopped();) {
                phases.runShares(ticket, seat);
                ticket = phases.waitBeyond(ticket, microseconds(20)).ticket;
            }
        });
    }
    TeamPhases::Seat leader;
    for (int run = 0; run < 200; ++run) {
        PhaseCounter counter(kPhases);
        const TeamWork work = [&](std::uint32_t phase, const TeamShare& share) { counter(phase, share); };
        TeamPhases::Ticket ticket = phases.begin(kMembers, kPhases, work);
        if (run % 3 == 2) {
            phases.close(); // somewhere
        }
        while (TeamPhases::shares(ticket) > 0) {
            phases.runShares(ticket, leader);
            ticket = phases.waitBeyond(ticket, microseconds(20)).ticket;
        }
        const std::uint32_t done = phases.done(ticket);
        EXPECT_TRUE(done == kPhases || (run % 3 == 2 && done > 0)) << done;
        for (std::uint32_t phase = 0; phase < kPhases; ++phase) {
            EXPECT_EQ(counter.parts[phase], phase < done ? PhaseCounter::kWhole : 0U);
        }
        EXPECT_EQ(counter.wrong, 0);
    }
    phases.stop();
    for (std::thread& helper : helpers) {
        helper.join();
    }
}

/// A share that another thread holds for long is waited for asleep: the processor is free for that thread.
TEST(TeamPhases, WaitsAsleep) {
    TeamPhases phases;
    std::atomic<bool> isHeld = false;
    std::atomic<bool> isWaitedFor = false;
    const TeamWork work = [&, waiting = testing::thisThread()](std::uint32_t, const TeamShare&) {
        isHeld = true;
        EXPECT_TRUE(testing::waitFor([&] { return isWaitedFor && testing::isAsleep(waiting); }));
    };
    const TeamPhases::Ticket ticket = phases.begin(1, 1, work);
    std::thread other([&] {
        TeamPhases::Seat seat;
        phases.runShares(ticket, seat);
    });
    EXPECT_TRUE(testing::waitFor([&] { return isHeld.load(); }));
    isWaitedFor = true;
    const TeamPhases::Arrival arrival = phases.waitBeyond(ticket, microseconds(40));
    EXPECT_EQ(arrival.waited, TeamPhases::Waited::Asleep);
    EXPECT_EQ(TeamPhases::shares(arrival.ticket), 0);
    other.join();
}

TEST(TeamPhases, SleepersWake) {
    TeamPhases phases;
    phases.setMembers(2);
    std::atomic<int> woken = 0;
    std::atomic<pid_t> sleeping = 0;
    std::thread sleeper([&] {
        sleeping = testing::thisThread();
        phases.waitForPlace(2); // until there are three members
        ++woken;
        const TeamPhases::Ticket before = phases.open();
        EXPECT_EQ(phases.waitBeyond(before, microseconds(1)).ticket, before); // until wake()
        ++woken;
        while (phases.waitBeyond(before, microseconds(1)).ticket ==
               before) { // until begin(); it may be nudged once more
        }
        ++woken;
        phases.waitBeyond(phases.open(), microseconds(1)); // until stop()
        ++woken;
    });
    const auto waitFor = [&](int count, const auto& nudge) {
        (void)testing::waitFor([&] {
            const bool isAwake = woken >= count;
            if (!isAwake) {
                nudge();
            }
            return isAwake;
        });
        return woken.load();
    };
    EXPECT_TRUE(testing::waitFor([&] { return sleeping != 0 && testing::isAsleep(sleeping); }));
    EXPECT_EQ(woken, 0);
    phases.setMembers(3);
    EXPECT_EQ(waitFor(1, [] {}), 1);
    EXPECT_EQ(waitFor(2, [&] { phases.wake(); }), 2);
    const TeamWork work = [](std::uint32_t, const TeamShare&) {};
    phases.begin(1, 1, work);
    EXPECT_EQ(waitFor(3, [] {}), 3);
    phases.stop();
    EXPECT_EQ(waitFor(4, [] {}), 4);
    EXPECT_TRUE(phases.stopped());
    sleeper.join();
}

// ---- when it is alone -------------------------------------------------------------------------------------------

constexpr double kStep = 1e-3;
constexpr TeamGovernor::Outcome kQuiet = {.duration = kStep, .saved = 0.8 * kStep, .lost = 0.0};
constexpr TeamGovernor::Outcome kStalled = {.duration = 4 * kStep, .saved = 0.5 * kStep, .lost = 3 * kStep};

TEST(TeamGovernor, SharesWhenQuiet) {
    TeamGovernor governor;
    for (double now = 0.0; now < 1.0; now += kStep) {
        EXPECT_TRUE(governor.mayShare(now));
        governor.add(now, kQuiet);
    }
}

TEST(TeamGovernor, RestsWhenWaitingCostsMoreThanSharingSaves) {
    TeamGovernor governor;
    EXPECT_TRUE(governor.hasFailed(kStalled));
    governor.add(1.0, kStalled);
    EXPECT_FALSE(governor.mayShare(1.0));
    EXPECT_FALSE(governor.mayShare(1.0 + TeamGovernor::kShortestRest / 2));
    EXPECT_TRUE(governor.mayShare(1.0 + TeamGovernor::kLongestRest));
}

TEST(TeamGovernor, BearsAHiccup) {
    TeamGovernor governor;
    for (int step = 0; step < 10; ++step) {
        governor.add(step * kStep, kQuiet);
    }
    governor.add(0.02, {.duration = 2 * kStep, .saved = 0.8 * kStep, .lost = kStep});
    EXPECT_TRUE(governor.mayShare(0.02));
}

/// Beside a neighbor that stays, trying costs less than three parts in a hundred; once it has gone, the team is back
/// within the longest rest.
TEST(TeamGovernor, TriesAgainButSeldom) {
    TeamGovernor governor;
    double lost = 0.0;
    double now = 0.0;
    while (now < 20.0) {
        if (governor.mayShare(now)) {
            governor.add(now, kStalled);
            lost += kStalled.lost;
        }
        now += kStep;
    }
    EXPECT_GT(lost, 0.0);
    EXPECT_LT(lost / now, 0.03);
    const double gone = now;
    while (!governor.mayShare(now)) {
        now += kStep;
    }
    EXPECT_LE(now - gone, TeamGovernor::kLongestRest);
    for (int step = 0; step < 200; ++step) {
        governor.add(now + step * kStep, kQuiet);
    }
    EXPECT_TRUE(governor.mayShare(now + 1.0));
}

// ---- the load of the machine ------------------------------------------------------------------------------------

TEST(ProcessorLoad, ReadsTheAccounts) {
    constexpr std::string_view kStat = "cpu  1000 0 0 9 9 0 0 0 0 0\n"
                                       "cpu0 100 20 3 7777 8888 4 5 6 50 5\n"
                                       "cpu1 1 0 0 9999 0 0 0 0 0 0\n"
                                       "cpu12 200 0 0 1 1 0 0 0\n"
                                       "intr 1 2 3\n";
    const auto all = [](int) { return true; };
    EXPECT_DOUBLE_EQ(busySeconds(kStat, 100.0, all), (138.0 + 1.0 + 200.0) / 100.0);
    EXPECT_DOUBLE_EQ(busySeconds(kStat, 100.0, [](int processor) { return processor == 12; }), 2.0);
    EXPECT_DOUBLE_EQ(busySeconds("", 100.0, all), 0.0);
    EXPECT_DOUBLE_EQ(busySeconds("cpu", 100.0, all), 0.0);
    EXPECT_DOUBLE_EQ(busySeconds("cpux 1\ncpu0", 100.0, all), 0.0);
    EXPECT_DOUBLE_EQ(busySeconds("intr 1 2 3", 100.0, all), 0.0);
    EXPECT_GT(processorTimes().all, 0.0);
    EXPECT_GT(processorTimes().own, 0.0);
}

TEST(ProcessorLoad, AveragesOverATenthOfASecond) {
    ProcessorTimes times;
    int readings = 0;
    LoadMeter meter([&] {
        ++readings;
        return times;
    });
    EXPECT_EQ(meter.others(10.0), 0.0);
    times = {.all = 0.15, .own = 0.05};
    EXPECT_NEAR(meter.others(10.1), 1.0, 1e-9); // a neighbor that never rests
    EXPECT_NEAR(meter.others(10.15), 1.0, 1e-9);
    EXPECT_EQ(readings, 2);
    times = {.all = 0.30, .own = 0.20};
    EXPECT_NEAR(meter.others(10.25), 0.0, 1e-9); // it has gone
    times = {.all = 0.30, .own = 0.25};
    EXPECT_EQ(meter.others(10.36), 0.0); // the accounts are coarse: never below nothing
}

TEST(OpenMpThreads, AllOfThemRunOnceStarted) {
    const int before = omp_get_max_threads();
    for (const int threads : {3, 1, 2}) {
        setOpenMpThreads(threads);
        EXPECT_EQ(startOpenMpThreads(), threads);
        endOpenMpThreads();
    }
    setOpenMpThreads(before);
}

TEST(ProcessorLoad, LeavesBusyProcessorsToOthers) {
    EXPECT_EQ(threadsThatFit(2, 2, 0.0), 2);
    EXPECT_EQ(threadsThatFit(2, 2, 0.4), 2);
    EXPECT_EQ(threadsThatFit(2, 2, 0.6), 1);
    EXPECT_EQ(threadsThatFit(2, 2, 1.0), 1);
    EXPECT_EQ(threadsThatFit(2, 2, 5.0), 1);
    EXPECT_EQ(threadsThatFit(8, 16, 1.0), 8);
    EXPECT_EQ(threadsThatFit(16, 16, 1.0), 15);
    EXPECT_EQ(threadsThatFit(8, 2, 0.0), 2);
    EXPECT_EQ(threadsThatFit(0, 2, 0.0), 1);
}

} // namespace
} // namespace batchscope
