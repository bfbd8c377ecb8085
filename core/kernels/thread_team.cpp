// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/thread_team.h"

#include <omp.h>

#include <algorithm>

namespace batchscope {

namespace {

/// Alone means alone: outside of a team, oneDNN and LibTorch would make one of all processors for themselves.
class OneThread {
public:
    OneThread() { omp_set_num_threads(1); }
    ~OneThread() { omp_set_num_threads(m_before); }
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

private:
    int m_before = omp_get_max_threads();
};

} // namespace

void TeamMember::barrier() const {
    // Alone there may be an outer team, which is none of ours: its barrier would wait for ever.
    if (m_threads > 1) {
#pragma omp barrier
    }
}

TeamMember::Range TeamMember::share(std::uint32_t count, std::uint32_t grain) const {
    const std::uint64_t step = std::max(grain, 1U);
    const std::uint64_t grains = (count + step - 1) / step;
    const auto threads = static_cast<std::uint64_t>(m_threads);
    const auto border = [&](std::uint64_t thread) {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(grains * thread / threads * step, count));
    };
    const auto thread = static_cast<std::uint64_t>(m_thread);
    return {border(thread), border(thread + 1)};
}

void runTeam(int threads, const std::function<void(const TeamMember&)>& work) {
    if (threads <= 1) {
        const OneThread alone;
        work(TeamMember(0, 1));
        return;
    }
#pragma omp parallel num_threads(threads)
    work(TeamMember(omp_get_thread_num(), omp_get_num_threads()));
}

} // namespace batchscope
