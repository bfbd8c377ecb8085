// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/load_probe.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace batchscope {

namespace {

double ownSeconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Second number of each thread's schedstat: nanoseconds on a run queue.
double waitedSeconds() {
    double waited = 0.0;
    std::error_code noProc;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", noProc)) {
        std::ifstream file(task.path() / "schedstat");
        double ran = 0.0;
        double waiting = 0.0;
        if (file >> ran >> waiting) {
            waited += 1e-9 * waiting;
        }
    }
    return waited;
}

/// Of the line "cpu user nice system idle iowait irq softirq steal": all but idle and iowait.
double everyonesSeconds() {
    std::ifstream file("/proc/stat");
    std::string name;
    double user = 0.0;
    double nice = 0.0;
    double system = 0.0;
    double idle = 0.0;
    double ioWait = 0.0;
    double interrupts = 0.0;
    double softInterrupts = 0.0;
    double stolen = 0.0;
    if (!(file >> name >> user >> nice >> system >> idle >> ioWait >> interrupts >> softInterrupts >> stolen)) {
        return 0.0;
    }
    const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
    return (user + nice + system + interrupts + softInterrupts + stolen) / ticks;
}

} // namespace

LoadProbe::Counters LoadProbe::now() {
    return {waitedSeconds(), ownSeconds(), everyonesSeconds()};
}

LoadProbe::LoadProbe(int threads) : m_threads(threads), m_start(std::chrono::steady_clock::now()), m_before(now()) {}

MachineLoad LoadProbe::load() const {
    const Counters after = now();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    MachineLoad load{.processors = static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN))), .threads = m_threads};
    load.waiting =
        std::max(0.0, (after.waited - m_before.waited) / seconds); // a thread that ended takes its share away
    load.others = std::max(0.0, ((after.everyone - m_before.everyone) - (after.own - m_before.own)) / seconds);
    return load;
}

} // namespace batchscope
