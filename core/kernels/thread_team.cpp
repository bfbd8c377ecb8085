// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/thread_team.h"

#include "core/base/clock.h"
#include "core/kernels/processor_load.h"
#include "core/kernels/team_phases.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <mutex>
#include <thread>
#include <vector>

namespace batchscope {

namespace {

/// How long an idle thread waits for the next run before it sleeps; planning a run usually takes less.
constexpr std::chrono::microseconds kIdleSpin(300);

/// Spin time at the end of a phase: usually the slowest share has ended by then. Waking a thread takes about as long.
constexpr std::chrono::microseconds kPhaseSpin(40);

/// A wait that is not a loss: how far apart two equal shares end.
constexpr double kNormalWait = 5e-6;

double secondsNow() {
    return inSeconds(Clock::now().time_since_epoch());
}

/// The time for which this thread has had a processor.
double processorSeconds() {
    timespec time = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// True on threads that are within a run.
thread_local bool isTeamMember = false;

/// Within a run, oneDNN and LibTorch use one thread for calls of this thread; otherwise each would start a team on all
/// processors.
class MemberScope {
public:
    MemberScope() {
        isTeamMember = true;
        omp_set_num_threads(1);
    }
    ~MemberScope() {
        omp_set_num_threads(m_openMpThreads);
        isTeamMember = m_wasMember;
    }
    MemberScope(const MemberScope&) = delete;
    MemberScope& operator=(const MemberScope&) = delete;

private:
    bool m_wasMember = isTeamMember;
    int m_openMpThreads = omp_get_max_threads();
};

void runAlone(std::uint32_t first, std::uint32_t phases, const TeamWork& work, const PhaseDone& done) {
    for (std::uint32_t phase = first; phase < phases; ++phase) {
        work(phase, TeamShare(0, 1));
        if (done) {
            done(phase);
        }
    }
}

/// Ticks of a clock that costs next to nothing to read; only their ratios are meaningful.
std::uint64_t ticksNow() {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    return static_cast<std::uint64_t>(Clock::now().time_since_epoch().count());
#endif
}

/// The leader's measurements during a run.
class RunClock {
public:
    RunClock()
        : m_start(secondsNow()), m_processorStart(processorSeconds()), m_startTicks(ticksNow()),
          m_phaseStart(m_startTicks) {}

    /// Ends a phase in which the leader has run `own` of the shares and has not waited.
    void endPhase(int own, int shares) {
        const std::uint64_t now = ticksNow();
        m_saved += ticks(m_phaseStart, now) * savedPart(own, shares);
        m_phaseStart = now;
    }
    /// Like endPhase(), but the leader has waited since `idle`. Returns true if the wait was a loss.
    bool endPhaseAfterWait(std::uint64_t idle, int own, int shares, TeamPhases::Waited waited) {
        const std::uint64_t now = ticksNow();
        const double ownTime = ticks(m_phaseStart, idle);
        const double wait = ticks(idle, now);
        m_saved += ownTime * savedPart(own, shares);
        m_slept += waited == TeamPhases::Waited::Asleep ? wait : 0.0;
        m_phaseStart = now;
        // Equal shares differ by little. A leader that comes too late for its own share waits for work it need not do.
        if (own == 0 || wait <= 2 * ownTime || wait * secondsPerTick() < ownTime * secondsPerTick() + kNormalWait) {
            return false;
        }
        m_lost += wait - ownTime;
        return true;
    }
    [[nodiscard]] TeamGovernor::Outcome outcome() const {
        // Time in which the leader had no processor inflates its shares, and with them the apparent savings.
        const double duration = secondsNow() - m_start;
        const double second = secondsPerTick();
        const double stolen = std::max(0.0, duration - m_slept * second - (processorSeconds() - m_processorStart));
        return {.duration = duration, .saved = std::max(0.0, m_saved * second - stolen), .lost = m_lost * second};
    }

private:
    static double ticks(std::uint64_t from, std::uint64_t to) { return static_cast<double>(to - from); }
    static double savedPart(int own, int shares) {
        return own == 0 ? 0.0 : static_cast<double>(shares - own) / static_cast<double>(own);
    }
    [[nodiscard]] double secondsPerTick() const {
        const double passed = ticks(m_startTicks, ticksNow());
        return passed > 0.0 ? (secondsNow() - m_start) / passed : 0.0;
    }

    double m_start;
    double m_processorStart;
    std::uint64_t m_startTicks;
    std::uint64_t m_phaseStart;
    double m_saved = 0.0; // in ticks, like the next two
    double m_lost = 0.0;
    double m_slept = 0.0;
};

/// The threads that help the leader, which is the thread that calls runTeam().
class Pool {
public:
    static Pool& instance() {
        static Pool pool;
        return pool;
    }
    ~Pool() {
        m_phases.stop();
        for (std::thread& helper : m_helpers) {
            helper.join();
        }
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    int run(int threads, std::uint32_t phases, const TeamWork& work, const PhaseDone& done) {
        const std::unique_lock lock(m_leading, std::try_to_lock);
        const int members = lock ? membersNow(threads) : 1;
        if (members == 1) {
            runAlone(0, phases, work, done);
            return 1;
        }
        gatherHelpers(members);
        lead(members, phases, work, done);
        return members;
    }

    void wake(int threads) {
        const std::unique_lock lock(m_leading, std::try_to_lock);
        if (const int members = lock ? membersNow(threads) : 1; members > 1) {
            gatherHelpers(members);
            m_phases.wake();
        }
    }

    void setPolicy(TeamPolicy policy) { m_policy.store(policy, std::memory_order_relaxed); }

    int worthUsing(int threads) {
        const std::unique_lock lock(m_leading, std::try_to_lock);
        return lock ? membersNow(threads) : 1;
    }

private:
    Pool() = default;

    /// The number of members, including the leader.
    int membersNow(int threads) {
        const int most = std::min(threads, TeamPhases::kMostShares);
        switch (m_policy.load(std::memory_order_relaxed)) {
        case TeamPolicy::Always: return most;
        case TeamPolicy::Alone: return 1;
        case TeamPolicy::Adaptive: break;
        }
        const double now = secondsNow();
        const int members = threadsThatFit(most, m_processors, m_load.others(now));
        return m_governor.mayShare(now) ? members : 1;
    }

    void gatherHelpers(int members) {
        m_phases.setMembers(members);
        while (static_cast<int>(m_helpers.size()) + 1 < members) {
            m_helpers.emplace_back([this, index = static_cast<int>(m_helpers.size()) + 1] { help(index); });
        }
    }

    void help(int index) {
        omp_set_num_threads(1); // for this thread, permanently
        isTeamMember = true;
        TeamPhases::Seat seat{.index = index};
        for (TeamPhases::Ticket ticket = m_phases.open(); !m_phases.stopped();) {
            m_phases.waitForPlace(index);
            m_phases.runShares(ticket, seat);
            ticket = m_phases.waitBeyond(ticket, TeamPhases::shares(ticket) > 0 ? kPhaseSpin : kIdleSpin).ticket;
        }
    }

    void lead(int shares, std::uint32_t phases, const TeamWork& work, const PhaseDone& done) {
        RunClock clock;
        TeamPhases::Seat seat;
        std::uint32_t phase = 0;
        for (TeamPhases::Ticket ticket = m_phases.begin(shares, phases, work); TeamPhases::shares(ticket) > 0;) {
            const int own = m_phases.runShares(ticket, seat);
            if (const TeamPhases::Ticket next = m_phases.open(); next != ticket) {
                clock.endPhase(own, shares);
                ticket = next;
            } else {
                ticket = waitForOthers(ticket, own, shares, clock);
            }
            // Several phases are done if this thread was descheduled and the others continued without it.
            for (; phase < m_phases.done(ticket); ++phase) {
                if (done) {
                    done(phase);
                }
            }
        }
        m_governor.add(secondsNow(), clock.outcome());
        runAlone(phase, phases, work, done);
    }

    TeamPhases::Ticket waitForOthers(TeamPhases::Ticket ticket, int own, int shares, RunClock& clock) {
        const std::uint64_t idle = ticksNow();
        const TeamPhases::Arrival arrival = m_phases.waitBeyond(ticket, kPhaseSpin);
        if (clock.endPhaseAfterWait(idle, own, shares, arrival.waited) &&
            m_policy.load(std::memory_order_relaxed) == TeamPolicy::Adaptive && m_governor.hasFailed(clock.outcome())) {
            m_phases.close();
        }
        return arrival.ticket;
    }

    TeamPhases m_phases;
    std::vector<std::thread> m_helpers;
    std::mutex m_leading; // guards all but the policy; of m_phases, only the functions for the leader
    TeamGovernor m_governor;
    LoadMeter m_load{processorTimes};
    const int m_processors = ourProcessors();
    std::atomic<TeamPolicy> m_policy = TeamPolicy::Adaptive;
};

} // namespace

TeamShare::Range TeamShare::of(std::uint32_t count, std::uint32_t grain) const {
    const std::uint64_t step = std::max(grain, 1U);
    const std::uint64_t grains = (count + step - 1) / step;
    const auto shares = static_cast<std::uint64_t>(m_count);
    const auto border = [&](std::uint64_t share) {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(grains * share / shares * step, count));
    };
    const auto share = static_cast<std::uint64_t>(m_index);
    return {border(share), border(share + 1)};
}

void setTeamPolicy(TeamPolicy policy) {
    Pool::instance().setPolicy(policy);
}

int runTeam(int threads, std::uint32_t phases, const TeamWork& work, const PhaseDone& done) {
    const bool isInner = isTeamMember;
    const MemberScope member;
    if (threads > 1 && phases > 0 && !isInner) {
        return Pool::instance().run(threads, phases, work, done);
    }
    runAlone(0, phases, work, done);
    return 1;
}

void wakeTeam(int threads) {
    if (threads > 1 && !isTeamMember) {
        Pool::instance().wake(threads);
    }
}

int threadsWorthUsing(int threads) {
    return threads > 1 && !isTeamMember ? Pool::instance().worthUsing(threads) : 1;
}

void setOpenMpThreads(int threads) {
    omp_set_num_threads(threads);
}

int openMpThreads() {
    return omp_get_max_threads();
}

void endOpenMpThreads() {
#if defined(__GNUC__) && __GNUC__ >= 9
    omp_pause_resource(omp_pause_soft, omp_get_initial_device());
#endif
}

int startOpenMpThreads() {
    std::atomic<int> threads = 0;
    // The compiler would remove an empty region, and no thread would start.
#pragma omp parallel default(none) shared(threads)
    threads.fetch_add(1, std::memory_order_relaxed);
    return threads.load(std::memory_order_relaxed);
}

} // namespace batchscope
