// SPDX-License-Identifier: GPL-3.0-or-later
//
// A team of threads that works through phases. A phase is cut into as many shares as there are threads; the next phase
// begins when all of its shares are done. Any thread of the team may run any share: each prefers its own and then takes
// those that no thread has begun. A thread that the system has put aside for another process therefore holds up no
// other unless it is within a share.
//
// Threads that wait spin for some microseconds and then sleep, so they leave the processor to the threads that they
// wait for. The team takes no more threads than other processes leave processors free (processor_load.h), and none for
// a while where waiting has eaten what they saved (team_governor.h).
//
// There is one pool of threads in the process. What oneDNN and LibTorch do within a share uses one thread.
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

/// Does one share of one phase, on any thread of the team. Must not throw.
using TeamWork = std::function<void(std::uint32_t phase, const TeamShare& share)>;
/// Called on the caller's thread when a phase is done, in order; the next phase may have begun on other threads.
using PhaseDone = std::function<void(std::uint32_t phase)>;

/// Which threads take part in runs.
enum class TeamPolicy : std::uint8_t {
    Adaptive, ///< as many threads as pay
    Always,   ///< as many as the caller says, whatever else the processors do: for tests of what shares do
    Alone,    ///< the caller
};
void setTeamPolicy(TeamPolicy policy);

/// Runs phases [0, phases), each in as many shares as there are threads in the team: at most `threads`, fewer when
/// other processes use the processors. What a phase has written, the next may read. Returns when all are done: the
/// number of threads. Within a share, or while another thread's team is at work, the caller works alone, in one share.
int runTeam(int threads, std::uint32_t phases, const TeamWork& work, const PhaseDone& done = {});

/// A run of `threads` threads comes soon: those that sleep wake up, so that they need not be waited for. Costs nothing
/// when they are awake.
void wakeTeam(int threads);

/// How many of `threads` a team would use now: for LibTorch, which has threads of its own.
[[nodiscard]] int threadsWorthUsing(int threads);

/// OpenMP's threads for what the calling thread runs from now on; LibTorch asks for this number at each call. Its own
/// at::set_num_threads would also start another pool, whose threads spin for some 20 ms.
void setOpenMpThreads(int threads);
[[nodiscard]] int openMpThreads();

/// Ends the threads that OpenMP keeps for the calling thread: after their work they spin for milliseconds, and a team
/// would have to share the processors with them. The next parallel region of OpenMP starts them again.
void endOpenMpThreads();
/// Starts them now, so that no run that is timed pays for it. Returns how many there are, with the calling one.
int startOpenMpThreads();

} // namespace batchscope
