// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the threads of a team share (see thread_team.h): which phase is open, who runs which of its shares, and sleeping
// until the next one opens. Whoever finishes the last share of a phase opens the next.
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
    [[nodiscard]] static int shares(Ticket ticket) { return static_cast<int>(ticket & kSharesMask); }
    [[nodiscard]] Ticket open() const { return m_open.load(std::memory_order_acquire); }

    // ---- the leader's, one at a time ----

    /// Opens the first of `phases`, at least one, with `shares` in [1, kMostShares], for as many members. `work` must
    /// live until a ticket without shares is open.
    Ticket begin(int shares, std::uint32_t phases, const TeamWork& work);
    /// How many phases of the run that begin() began are done when this ticket is open.
    [[nodiscard]] std::uint32_t done(Ticket ticket) const {
        return static_cast<std::uint32_t>((ticket >> kShareBits) - m_first);
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

    /// Runs the shares that nobody has begun, that of `member` first; returns how many. Runs none, and looks at nothing
    /// that belongs to a run, when the phase is over.
    int runShares(Ticket ticket, int member);

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
    static constexpr unsigned kShareBits = 16;
    static constexpr Ticket kSharesMask = (Ticket{1} << kShareBits) - 1;
    static constexpr std::size_t kLine = 64; // of a cache: what one thread writes does not slow another's reads

    struct alignas(kLine) Claim {
        std::atomic<Ticket> phase = 0; ///< the last in which somebody took the share
    };

    [[nodiscard]] bool take(std::size_t share, Ticket phase);
    void finishShare(Ticket ticket);
    void publish(Ticket ticket);

    alignas(kLine) std::atomic<Ticket> m_open = 0;
    alignas(kLine) std::atomic<int> m_left = 0; ///< shares of the open phase that are not done
    std::array<Claim, kMostShares> m_claims;

    // Of the run: written by the leader while nothing is open, read by who has taken a share.
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

} // namespace batchscope
