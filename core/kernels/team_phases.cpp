// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/team_phases.h"

#include "core/base/clock.h"

#include <algorithm>

namespace batchscope {

namespace {

/// Pauses between two reads of a cache line that other threads write.
void pauseBriefly() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

} // namespace

TeamPhases::Ticket TeamPhases::begin(int shares, std::uint32_t phases, const TeamWork& work) {
    m_work = &work;
    m_first = phaseOf(open()) + 1;
    m_last = m_first + phases - 1;
    m_closing.store(false, std::memory_order_relaxed);
    publish(word(m_first, shares));
    return word(m_first, shares) & ~kCountMask;
}

bool TeamPhases::take(int share, Ticket phase) {
    // Phases only grow, so a late thread, even one from an earlier run, finds a later phase here.
    std::atomic<Ticket>& claim = m_claims[static_cast<std::size_t>(share)].phase;
    Ticket last = claim.load(std::memory_order_relaxed);
    return last < phase &&
           claim.compare_exchange_strong(last, phase, std::memory_order_acq_rel, std::memory_order_relaxed);
}

int TeamPhases::runShares(Ticket ticket, Seat& seat) {
    const int count = shares(ticket);
    const Ticket phase = phaseOf(ticket);
    int ran = 0;
    if (seat.index < count && take(seat.index, phase)) {
        runShare(ticket, seat.index);
        ++ran;
    }
    // Reading another member's claim takes the cache line away from that member and so delays it. A member that is
    // about to finish, or to begin, gets a short grace period, unless one was away in the phase before.
    constexpr int kLooks = 8;
    for (int look = 0; look < kLooks && !seat.tookOthers && open() == ticket; ++look) {
        pauseBriefly();
    }
    const int own = ran;
    for (int next = 1; next < count && open() == ticket; ++next) {
        const int share = (seat.index + next) % count;
        if (take(share, phase)) {
            runShare(ticket, share);
            ++ran;
        }
    }
    seat.tookOthers = ran > own;
    return ran;
}

void TeamPhases::runShare(Ticket ticket, int share) {
    const Ticket phase = phaseOf(ticket);
    (*m_work)(static_cast<std::uint32_t>(phase - m_first), TeamShare(share, shares(ticket)));
    const bool isLast = phase == m_last; // read before the share counts as done, because then the run may be over
    if ((m_open.fetch_sub(1, std::memory_order_acq_rel) & kCountMask) == 1) {
        const bool isOver = isLast || m_closing.load(std::memory_order_relaxed);
        publish(word(phase + 1, isOver ? 0 : shares(ticket)));
    }
}

void TeamPhases::publish(Ticket newWord) {
    // Either this thread sees the sleeper, or the thread that goes to sleep sees the word.
    m_open.store(newWord, std::memory_order_seq_cst);
    if (m_sleepers.load(std::memory_order_seq_cst) > 0) {
        { const std::lock_guard lock(m_mutex); }
        m_changed.notify_all();
    }
}

void TeamPhases::wake() {
    if (m_sleepers.load(std::memory_order_relaxed) > 0) {
        {
            const std::lock_guard lock(m_mutex);
            ++m_wakes;
        }
        m_changed.notify_all();
    }
}

void TeamPhases::setMembers(int members) {
    if (members == m_members.load(std::memory_order_relaxed)) {
        return;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_members.store(members, std::memory_order_relaxed);
    }
    m_placeFree.notify_all();
}

void TeamPhases::stop() {
    {
        const std::lock_guard lock(m_mutex);
        m_stopped.store(true, std::memory_order_release);
    }
    m_changed.notify_all();
    m_placeFree.notify_all();
}

void TeamPhases::waitForPlace(int member) {
    if (member < m_members.load(std::memory_order_relaxed)) {
        return;
    }
    std::unique_lock lock(m_mutex);
    m_placeFree.wait(lock, [&] {
        return member < m_members.load(std::memory_order_relaxed) || m_stopped.load(std::memory_order_relaxed);
    });
}

TeamPhases::Arrival TeamPhases::waitBeyond(Ticket seen, std::chrono::microseconds spin) {
    constexpr int kLooksAtOnce = 16;
    Clock::time_point until; // set after the first looks failed; usually they succeed
    do {
        for (int look = 0; look < kLooksAtOnce; ++look) {
            if (const Ticket now = open(); now != seen || stopped()) {
                return {now, Waited::Spinning};
            }
            pauseBriefly();
        }
        if (until == Clock::time_point()) {
            until = Clock::now() + spin;
        }
    } while (Clock::now() < until);
    std::unique_lock lock(m_mutex);
    const std::uint64_t wakes = m_wakes;
    m_sleepers.fetch_add(1, std::memory_order_seq_cst);
    m_changed.wait(lock, [&] {
        return (m_open.load(std::memory_order_seq_cst) & ~kCountMask) != seen || m_wakes != wakes ||
               m_stopped.load(std::memory_order_relaxed);
    });
    m_sleepers.fetch_sub(1, std::memory_order_relaxed);
    return {open(), Waited::Asleep};
}

namespace {

/// The most savings that count: enough for one hiccup of the system, too little to hide a busy process that stays.
constexpr double kMostCredit = 2e-3;
constexpr double kMostDebt = 0.5e-3;

/// A busy process takes whole time slices, in which nothing is saved either, so losses weigh more than savings.
constexpr double kLossWeight = 1.5;

/// A rest lasts this many times the loss of the attempt before it.
constexpr double kRestForLoss = 20.0;

/// An attempt that lasts this long is a success: the busy process is gone.
constexpr double kSuccess = 0.1;

} // namespace

double TeamGovernor::balanceAfter(const Outcome& outcome) const {
    return m_balance + outcome.saved - kLossWeight * outcome.lost;
}

bool TeamGovernor::hasFailed(const Outcome& soFar) const {
    return balanceAfter(soFar) < -kMostDebt;
}

void TeamGovernor::add(double now, const Outcome& outcome) {
    m_triedFor += outcome.duration;
    m_lost += outcome.lost;
    if (m_triedFor > kSuccess) {
        m_failures = 0;
        m_triedFor = 0.0;
        m_lost = outcome.lost;
    }
    if (!hasFailed(outcome)) {
        m_balance = std::min(balanceAfter(outcome), kMostCredit);
        return;
    }
    const double rest = kRestForLoss * m_lost * static_cast<double>(1U << static_cast<unsigned>(m_failures));
    m_aloneUntil = now + std::clamp(rest, kShortestRest, kLongestRest);
    m_failures = std::min(m_failures + 1, 6);
    m_balance = 0.0;
    m_triedFor = 0.0;
    m_lost = 0.0;
}

} // namespace batchscope
