// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the threads of a team share (see thread_team.h): which phase is open, who runs which of its shares, and sleeping
// until the next one opens. The thread that finishes the last share of a phase opens the next.
//
// A thread that arrives late finds the shares of its phase taken and touches nothing else, so a run may end, and the
// next begin, while it is still on its way.
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

    /// A phase of a run, in order over all runs, and its number of shares: 0 when nothing is to be done.
    using Ticket = std::uint64_t;
    [[nodiscard]] static int shares(Ticket ticket) { return static_cast<int>(ticket >> kCountBits & kCountMask); }
    [[nodiscard]] Ticket open() const { return m_open.load(std::memory_order_acquire) & ~kCountMask; }

    // ---- the leader's, one at a time ----

    /// Opens the first of `phases`, at least one, with `shares` in [1, kMostShares], for as many members. `work` must
    /// live until a ticket without shares is open.
    Ticket begin(int shares, std::uint32_t phases, const TeamWork& work);
    /// How many phases of the run that begin() began are done when this ticket is open.
    [[nodiscard]] std::uint32_t done(Ticket ticket) const {
        return static_cast<std::uint32_t>(phaseOf(ticket) - m_first);
    }
    /// The phases after the one that is open, or after the next, do not open: the leader runs them itself.
    void close() { m_closing.store(true, std::memory_order_relaxed); }
    /// Wakes the threads that sleep in waitBeyond.
    void wake();
    /// Lets members below `members` take part from the next run on; others sleep in waitForPlace. Not while a run is
    /// under way.
    void setMembers(int members);
    /// Every wait returns at once.
    void stop();

    // ---- every member's ----

    /// A member's place in the team.
    struct Seat {
        int index = 0;           ///< the leader's is 0
        bool tookOthers = false; ///< in the last phase that it had a share of: another member is away
    };
    /// Runs the shares that no member has begun, that of the seat first; returns how many. Runs none, and looks at
    /// nothing that belongs to a run, when the phase is over.
    int runShares(Ticket ticket, Seat& seat);

    enum class Waited : std::uint8_t { Spinning, Asleep };
    struct Arrival {
        Ticket ticket = 0;
        Waited waited = Waited::Spinning;
    };
    /// Sleeps until `member` may take part.
    void waitForPlace(int member);
    /// Waits for another ticket than `seen`; also returns after wake() and stop(), with the same.
    Arrival waitBeyond(Ticket seen, std::chrono::microseconds spin);
    [[nodiscard]] bool stopped() const { return m_stopped.load(std::memory_order_acquire); }

private:
    // A word holds the phase, its number of shares, and how many of them are not done; a ticket has 0 for the last.
    static constexpr unsigned kCountBits = 12;
    static constexpr Ticket kCountMask = (Ticket{1} << kCountBits) - 1;
    [[nodiscard]] static Ticket phaseOf(Ticket ticket) { return ticket >> (2 * kCountBits); }
    [[nodiscard]] static Ticket word(Ticket phase, int shares) {
        const auto count = static_cast<Ticket>(shares);
        return phase << (2 * kCountBits) | count << kCountBits | count;
    }
    static constexpr std::size_t kLine = 64; // of a cache: what one thread writes does not slow another's reads

    struct alignas(kLine) Claim {
        std::atomic<Ticket> phase = 0; ///< the last in which the share was taken
    };

    [[nodiscard]] bool take(int share, Ticket phase);
    void runShare(Ticket ticket, int share);
    void publish(Ticket newWord);

    alignas(kLine) std::atomic<Ticket> m_open = 0;
    std::array<Claim, kMostShares> m_claims;

    // Of the run: written by the leader while nothing is open, read by members that have taken a share.
    alignas(kLine) const TeamWork* m_work = nullptr;
    Ticket m_first = 0; ///< phases, without shares
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

// Decides whether a team of threads pays. Each run tells what sharing has saved and what waiting has cost; when the
// cost exceeds the savings by more than a hiccup of the system, the team works alone for a while and then tries again.
// The more often trying has failed, the longer the while: next to a process that stays busy, trying costs about a
// percent.
//
// All times are in seconds. Plain data: the caller guards it.

class TeamGovernor {
public:
    /// What a run of several threads gained and lost against one thread.
    struct Outcome {
        double duration = 0.0; ///< of the run
        double saved = 0.0;    ///< time of shares that other threads did while the caller did its own
        double lost = 0.0;     ///< time that the caller waited for shares that took longer than its own
    };

    /// Whether a run that begins at `now` may use several threads.
    [[nodiscard]] bool mayShare(double now) const { return now >= m_aloneUntil; }
    /// Whether a run that is under way should go on alone.
    [[nodiscard]] bool hasFailed(const Outcome& soFar) const;
    /// A run of several threads ended at `now`.
    void add(double now, const Outcome& outcome);

    static constexpr double kShortestRest = 0.02;
    static constexpr double kLongestRest = 1.0;

private:
    [[nodiscard]] double balanceAfter(const Outcome& outcome) const;

    double m_balance = 0.0; ///< saved less lost, bounded above
    double m_aloneUntil = 0.0;
    double m_triedFor = 0.0; ///< duration of runs since the last rest
    double m_lost = 0.0;     ///< of these
    int m_failures = 0;      ///< in succession
};

} // namespace batchscope
