// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/machine.h"

#include "core/exec/torch_parts.h"
#include "core/kernels/instruction_set.h"
#include "core/kernels/processor_load.h"
#include "core/kernels/thread_team.h"

#include <cstdlib>
#include <fstream>

namespace batchscope {

namespace {

std::string tell(std::string (*InterpreterPart::*fact)()) {
    const Result<const TorchParts*> parts = torchParts();
    return parts ? ((*parts)->interpreter->*fact)() : "none";
}

} // namespace

int setThreadCount(int threads) {
    const int wanted = threads > 0 ? threads : ourProcessors();
    setOpenMpThreads(wanted);                     // LibTorch's follow: interpreter/library_threads_torch.h
    static_cast<void>(threadsWorthUsing(wanted)); // the load of the machine is an average: its first reading is now
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
    constexpr int kKeep = 0; // what the user has set
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

} // namespace batchscope
