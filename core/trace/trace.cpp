// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace.h"

namespace batchscope {

const char* phaseName(Phase phase) {
    switch (phase) {
    case Phase::Gather: return "gather";
    case Phase::Compute: return "compute";
    case Phase::Scatter: return "scatter";
    }
    return "";
}

BatchTime Trace::timeOf(BatchId batch) const {
    BatchTime time;
    for (const Event& event : events) {
        if (event.batch == batch) {
            time.phases[static_cast<std::size_t>(event.phase)] += event.duration;
            time.total += event.duration;
        }
    }
    return time;
}

std::vector<std::chrono::nanoseconds> Trace::batchDurations(std::size_t count) const {
    std::vector<std::chrono::nanoseconds> durations(count, std::chrono::nanoseconds{0});
    for (const Event& event : events) {
        durations[event.batch.index()] += event.duration;
    }
    return durations;
}

} // namespace batchscope
