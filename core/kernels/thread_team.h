// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: one pool of threads for everything. LibTorch and oneDNN both use OpenMP's team; a second pool would fight it for
// the cores. A step of the engine is one parallel region: each thread does its share of every launch and waits for the
// others where the next launch needs their rows.
#pragma once

#include <cstdint>
#include <functional>

namespace batchscope {

/// One thread's view of the team.
class TeamMember {
public:
    TeamMember(int thread, int threads) : m_thread(thread), m_threads(threads) {}
    [[nodiscard]] int thread() const { return m_thread; }
    [[nodiscard]] int threads() const { return m_threads; }
    /// Returns when all have called it; what each wrote before, all may read after.
    void barrier() const;
    /// The part of [0, count) that is this thread's, in multiples of `grain` but for the last.
    struct Range {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };
    [[nodiscard]] Range share(std::uint32_t count, std::uint32_t grain = 1) const;

private:
    int m_thread;
    int m_threads;
};

/// Runs `work` on each of `threads` threads, on the caller's alone when it is 1: what oneDNN and LibTorch do in it then
/// uses one thread too. Within another team there are no more threads than one. `work` must not throw.
void runTeam(int threads, const std::function<void(const TeamMember&)>& work);

} // namespace batchscope
