// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/load_probe.h"

#include "core/base/clock.h"
#include "core/kernels/processor_load.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace batchscope {

namespace {

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

} // namespace

LoadProbe::Counters LoadProbe::now() {
    const ProcessorTimes times = processorTimes();
    return {waitedSeconds(), times.own, times.all};
}

LoadProbe::LoadProbe(int threads) : m_threads(threads), m_start(Clock::now()), m_before(now()) {}

MachineLoad LoadProbe::load() const {
    const Counters after = now();
    const double seconds = secondsSince(m_start);
    MachineLoad load{.processors = ourProcessors(), .threads = m_threads};
    load.waiting =
        std::max(0.0, (after.waited - m_before.waited) / seconds); // a thread that ended takes its share away
    load.others = std::max(0.0, ((after.everyone - m_before.everyone) - (after.own - m_before.own)) / seconds);
    return load;
}

} // namespace batchscope
