// SPDX-License-Identifier: GPL-3.0-or-later
//
// Describes the machine, since timings mean nothing without it, and sets the thread count.
#pragma once

#include "core/base/clock.h"
#include "core/trace/speed_report.h"

#include <string>

namespace batchscope {

/// Sets the number of threads of the engine, LibTorch and OpenBLAS for work started by the calling thread; 0 means one
/// for each processor that this process may use. Returns the number in effect. A run may use fewer: see thread_team.h.
int setThreadCount(int threads);
[[nodiscard]] int threadCount();

/// Makes OpenBLAS choose its kernels by the instructions of the processor, unless OPENBLAS_CORETYPE is set. By default
/// OpenBLAS chooses them by processor model when it is loaded, and uses old kernels for models newer than itself:
/// version 0.3.21 runs SSE3 or AVX2 kernels on processors with AVX-512, two or three times slower. Call this at program
/// start, before there are threads and before LibTorch is loaded.
void chooseBlasKernels();
/// The kernels that chooseBlasKernels() selects here, as spelled in OPENBLAS_CORETYPE; "" if it selects none.
[[nodiscard]] const char* bestBlasKernels();

/// The name of the processor, for example "AMD EPYC"; "unknown" if the system does not report it.
[[nodiscard]] std::string cpuName();
/// LibTorch's version; "none" if it cannot be loaded. The first call of this or blasName() loads it (torch_parts.h).
[[nodiscard]] std::string torchVersion();
/// The library that runs LibTorch's matrix products, with its kernel set if it is OpenBLAS; "none" like torchVersion().
[[nodiscard]] std::string blasName();

/// Measures, from its construction, how much other processes use the machine. Reads kernel counters only then and in
/// load(), so it adds no cost to timed work in between. Without /proc, no other processes are detected.
class LoadProbe {
public:
    /// `threads` is the number of threads that the measured work may use.
    explicit LoadProbe(int threads);
    /// The load since construction. Other processes are counted in ticks of 10 ms, so measure for at least 100 ms.
    [[nodiscard]] MachineLoad load() const;

private:
    struct Counters {
        double waited = 0.0;   ///< seconds that threads of this process were ready to run but had no processor
        double own = 0.0;      ///< processor seconds used by this process
        double everyone = 0.0; ///< processor seconds used by all processes, stolen time included
    };
    [[nodiscard]] static Counters now();

    int m_threads;
    Clock::time_point m_start;
    Counters m_before;
};

} // namespace batchscope
