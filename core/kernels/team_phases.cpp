// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/team_phases.h"

namespace batchscope {

namespace {

using Clock = std::chrono::steady_clock;

/// Between two looks at a line that others write.
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
    m_first = (open() >> kShareBits) + 1;
    m_last = m_first + phases - 1;
    m_closing.store(false, std::memory_order_relaxed);
    m_left.store(shares, std::memory_order_relaxed);
    const Ticket ticket = m_first << kShareBits | static_cast<Ticket>(shares);
    publish(ticket);
    return ticket;
}

bool TeamPhases::take(std::size_t share, Ticket phase) {
    // Phases only grow, so a thread that comes late, from an earlier run even, finds a later one here.
    Ticket last = m_claims[share].phase.load(std::memory_order_relaxed);
    return last < phase && m_claims[share].phase.compare_exchange_strong(last, phase, std::memory_order_acq_rel,
                                                                         std::memory_order_relaxed);
}

int TeamPhases::runShares(Ticket ticket, int member) {
    const int count = shares(ticket);
    const Ticket phase = ticket >> kShareBits;
    int ran = 0;
    for (int next = 0; next < count; ++next) {
        const int share = (member + next) % count;
        if (take(static_cast<std::size_t>(share), phase)) {
            (*m_work)(static_cast<std::uint32_t>(phase - m_first), TeamShare(share, count));
            finishShare(ticket);
            ++ran;
        }
    }
    return ran;
}

void TeamPhases::finishShare(Ticket ticket) {
    const bool isLast = (ticket >> kShareBits) == m_last; // before the share counts as done, and the run may end
    if (m_left.fetch_sub(1, std::memory_order_acq_rel) > 1) {
        return;
    }
    const Ticket next = ((ticket >> kShareBits) + 1) << kShareBits;
    if (isLast || m_closing.load(std::memory_order_relaxed)) {
        publish(next);
    } else {
        m_left.store(shares(ticket), std::memory_order_relaxed);
        publish(next | static_cast<Ticket>(shares(ticket)));
    }
}

void TeamPhases::publish(Ticket ticket) {
    // Either this sees who goes to sleep, or who goes to sleep sees the ticket.
    m_open.store(ticket, std::memory_order_seq_cst);
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
    const Clock::time_point until = Clock::now() + spin;
    do {
        for (int look = 0; look < kLooksAtOnce; ++look) {
            if (const Ticket now = open(); now != seen || stopped()) {
                return {now, Waited::Spinning};
            }
            pauseBriefly();
        }
    } while (Clock::now() < until);
    std::unique_lock lock(m_mutex);
    const std::uint64_t wakes = m_wakes;
    m_sleepers.fetch_add(1, std::memory_order_seq_cst);
    m_changed.wait(lock, [&] {
        return m_open.load(std::memory_order_seq_cst) != seen || m_wakes != wakes ||
               m_stopped.load(std::memory_order_relaxed);
    });
    m_sleepers.fetch_sub(1, std::memory_order_relaxed);
    return {open(), Waited::Asleep};
}

} // namespace batchscope
