// SPDX-License-Identifier: GPL-3.0-or-later
//
// The state that the threads of a team share (see thread_team.h): the open phase, which thread runs which of its
// shares, and sleeping until the next phase opens. The thread that finishes the last share of a phase opens the next
// phase.
//
// A thread that arrives late finds the shares of its phase taken and touches nothing else, so a run may end, and the
// next begin, before the thread arrives.
#pragma once

#include "core/kernels/thread_team.h"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace batchscope {

class TeamPhases {
public:
    static constexpr int kMostShares = 256;

    /// A phase, numbered over all runs, and its number of shares: 0 if there is nothing to do.
    using Ticket = std::uint64_t;
    [[nodiscard]] static int shares(Ticket ticket) { return static_cast<int>(ticket >> kCountBits & kCountMask); }
    [[nodiscard]] Ticket open() const { return m_open.load(std::memory_order_acquire) & ~kCountMask; }

    // ---- for the leader, one call at a time ----

    /// Opens the first of `phases` phases, at least one, with `shares` shares in [1, kMostShares], for as many members.
    /// `work` must live until a ticket without shares is open.
    Ticket begin(int shares, std::uint32_t phases, const TeamWork& work);
    /// The number of phases of the current run that are done when this ticket is open.
    [[nodiscard]] std::uint32_t done(Ticket ticket) const {
        return static_cast<std::uint32_t>(phaseOf(ticket) - m_first);
    }
    /// Lets no phase open after the current one or the next one; the leader runs the remaining phases itself.
    void close() { m_closing.store(true, std::memory_order_relaxed); }
    /// Wakes the threads that sleep in waitBeyond().
    void wake();
    /// From the next run on, only members below `members` take part; others sleep in waitForPlace(). Not to be called
    /// during a run.
    void setMembers(int members);
    /// Makes every wait return at once.
    void stop();

    // ---- for every member ----

    /// A member's place in the team.
    struct Seat {
        int index = 0;           ///< 0 is the leader
        bool tookOthers = false; ///< ran shares of others in the last phase it took part in: another member is away
    };
    /// Runs the shares that no member has begun, starting with that of the seat; returns their number. If the phase is
    /// over, runs none and reads nothing that belongs to a run.
    int runShares(Ticket ticket, Seat& seat);

    enum class Waited : std::uint8_t { Spinning, Asleep };
    struct Arrival {
        Ticket ticket = 0;
        Waited waited = Waited::Spinning;
    };
    /// Sleeps until `member` may take part.
    void waitForPlace(int member);
    /// Waits until the open ticket differs from `seen`; wake() and stop() end the wait, too, with the same ticket.
    Arrival waitBeyond(Ticket seen, std::chrono::microseconds spin);
    [[nodiscard]] bool stopped() const { return m_stopped.load(std::memory_order_acquire); }

private:
    // A word holds the phase, its number of shares, and how many of these are unfinished; a ticket has 0 for the last.
    static constexpr unsigned kCountBits = 12;
    static constexpr Ticket kCountMask = (Ticket{1} << kCountBits) - 1;
    [[nodiscard]] static Ticket phaseOf(Ticket ticket) { return ticket >> (2 * kCountBits); }
    [[nodiscard]] static Ticket word(Ticket phase, int shares) {
        const auto count = static_cast<Ticket>(shares);
        return phase << (2 * kCountBits) | count << kCountBits | count;
    }
    static constexpr std::size_t kLine = 64; // a cache line: writes of one thread do not slow another's reads

    struct alignas(kLine) Claim {
        std::atomic<Ticket> phase = 0; ///< the last phase in which the share was taken
    };

    [[nodiscard]] bool take(int share, Ticket phase);
    void runShare(Ticket ticket, int share);
    void publish(Ticket newWord);

    alignas(kLine) std::atomic<Ticket> m_open = 0;
    std::array<Claim, kMostShares> m_claims;

    // Data of the run: written by the leader while no phase is open, read by members that have taken a share.
    alignas(kLine) const TeamWork* m_work = nullptr;
    Ticket m_first = 0; ///< numbers of phases, without shares
    Ticket m_last = 0;
    std::atomic<bool> m_closing = false;

    alignas(kLine) std::atomic<int> m_sleepers = 0;
    std::atomic<bool> m_stopped = false;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::condition_variable m_placeFree;
    std::uint64_t m_wakes = 0; ///< guarded by m_mutex
    std::atomic<int> m_members = 1;
};

// Decides whether a team of threads pays off. Each run reports what sharing saved and what waiting cost. If the cost
// exceeds the savings by more than a hiccup of the system, the team works alone for a while and then tries again. The
// pause grows with each failure: next to a process that stays busy, trying costs about a percent.
//
// All times are in seconds. Not synchronized: the caller must guard it.

class TeamGovernor {
public:
    /// The gain and loss of a run of several threads compared with one thread.
    struct Outcome {
        double duration = 0.0; ///< duration of the run
        double saved = 0.0;    ///< time of shares that other threads ran while the caller ran its own
        double lost = 0.0;     ///< time that the caller waited for shares that took longer than its own
    };

    /// True if a run that begins at `now` may use several threads.
    [[nodiscard]] bool mayShare(double now) const { return now >= m_aloneUntil; }
    /// True if the current run should continue alone.
    [[nodiscard]] bool hasFailed(const Outcome& soFar) const;
    /// Records a run of several threads that ended at `now`.
    void add(double now, const Outcome& outcome);

    static constexpr double kShortestRest = 0.02;
    static constexpr double kLongestRest = 1.0;

private:
    [[nodiscard]] double balanceAfter(const Outcome& outcome) const;

    double m_balance = 0.0; ///< saved minus lost, bounded above
    double m_aloneUntil = 0.0;
    double m_triedFor = 0.0; ///< duration of runs since the last rest
    double m_lost = 0.0;     ///< lost in these runs
    int m_failures = 0;      ///< failures in succession
};

} // namespace batchscope
