// SPDX-License-Identifier: GPL-3.0-or-later
//
// A team of threads that works through phases. A phase is cut into as many shares as there are threads; the next phase
// begins when all of its shares are done. Any thread of the team may run any share: it prefers its own and then takes
// shares that no thread has begun. A thread that the system has descheduled therefore delays the others only if it is
// within a share.
//
// Waiting threads spin for some microseconds and then sleep, which leaves the processor to the threads they wait for.
// The team uses no more threads than other processes leave processors free (processor_load.h), and works alone for a
// while if waiting has cost more than sharing saved (TeamGovernor in team_phases.h).
//
// There is one pool of threads in the process. Within a share, oneDNN and LibTorch use one thread.
#pragma once

#include <cstdint>
#include <functional>

namespace batchscope {

/// One of the equal shares of a phase.
class TeamShare {
public:
    TeamShare(int index, int count) : m_index(index), m_count(count) {}
    [[nodiscard]] int index() const { return m_index; } ///< below count()
    [[nodiscard]] int count() const { return m_count; } ///< 1: the whole phase
    /// The part of [0, count) that belongs to this share, in multiples of `grain` except for the last.
    struct Range {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };
    [[nodiscard]] Range of(std::uint32_t count, std::uint32_t grain = 1) const;

private:
    int m_index;
    int m_count;
};

/// Runs one share of one phase, on any thread of the team. Must not throw.
using TeamWork = std::function<void(std::uint32_t phase, const TeamShare& share)>;
/// Called on the caller's thread when a phase is done, in order; the next phase may have begun on other threads.
using PhaseDone = std::function<void(std::uint32_t phase)>;

/// Controls which threads take part in runs.
enum class TeamPolicy : std::uint8_t {
    Adaptive, ///< as many threads as pay off
    Always,   ///< as many as the caller requests, whatever the load: for tests of what shares do
    Alone,    ///< only the calling thread
};
void setTeamPolicy(TeamPolicy policy);

/// Runs phases [0, phases), each in as many shares as there are threads in the team: at most `threads`, fewer if other
/// processes use the processors. A phase may read what the one before it wrote. Returns the number of threads when all
/// phases are done. Within a share, or while the team works for another thread, the caller works alone, in one share.
int runTeam(int threads, std::uint32_t phases, const TeamWork& work, const PhaseDone& done = {});

/// Wakes sleeping threads for a run of `threads` threads that starts soon, so that it need not wait for them. Costs
/// nothing if they are awake.
void wakeTeam(int threads);

/// The number of threads, at most `threads`, that a team would use now. For LibTorch, which has its own threads.
[[nodiscard]] int threadsWorthUsing(int threads);

/// Sets the number of OpenMP threads for work of the calling thread; LibTorch reads it at each call. LibTorch's own
/// at::set_num_threads would also start another pool, whose threads spin for some 20 ms.
void setOpenMpThreads(int threads);
[[nodiscard]] int openMpThreads();

/// Ends the threads that OpenMP keeps for the calling thread: after their work they spin for milliseconds and would
/// compete with a team for the processors. The next parallel region of OpenMP starts them again.
void endOpenMpThreads();
/// Starts these threads now, so that no timed run pays for it. Returns their number, including the calling thread.
int startOpenMpThreads();

} // namespace batchscope
