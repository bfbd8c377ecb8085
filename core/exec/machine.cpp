// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/machine.h"

#include "core/base/clock.h"
#include "core/exec/torch_parts.h"
#include "core/kernels/instruction_set.h"
#include "core/kernels/processor_load.h"
#include "core/kernels/thread_team.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace batchscope {

namespace {

std::string tell(std::string (*InterpreterPart::*fact)()) {
    const Result<const TorchParts*> parts = torchParts();
    return parts ? ((*parts)->interpreter->*fact)() : "none";
}

} // namespace

int setThreadCount(int threads) {
    const int wanted = threads > 0 ? threads : ourProcessors();
    setOpenMpThreads(wanted);                     // LibTorch follows: see interpreter/library_threads_torch.h
    static_cast<void>(threadsWorthUsing(wanted)); // takes a first reading of the machine's load, which is an average
    return threadCount();
}

int threadCount() {
    return openMpThreads();
}

const char* bestBlasKernels() {
    switch (bestInstructionSet()) {
    case InstructionSet::Avx512: return "SkylakeX";
    case InstructionSet::Avx2: return "Haswell";
    case InstructionSet::Portable: return "";
    }
    return "";
}

void chooseBlasKernels() {
    constexpr int kKeep = 0; // do not overwrite the user's setting
    if (const char* const best = bestBlasKernels(); *best != '\0') {
        ::setenv("OPENBLAS_CORETYPE", best, kKeep);
    }
}

std::string cpuName() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return "unknown";
}

std::string torchVersion() {
    return tell(&InterpreterPart::torchVersion);
}

std::string blasName() {
    return tell(&InterpreterPart::blasName);
}

namespace {

/// Sums the second number of each thread's schedstat: the time spent waiting on a run queue, in nanoseconds.
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
    load.waiting = std::max(0.0, (after.waited - m_before.waited) /
                                     seconds); // may be negative: a thread that ended takes its share away
    load.others = std::max(0.0, ((after.everyone - m_before.everyone) - (after.own - m_before.own)) / seconds);
    return load;
}

} // namespace batchscope
