// SPDX-License-Identifier: GPL-3.0-or-later
//
// Describes the machine, without which a time means nothing, and sets the thread count.
#pragma once

#include "core/base/clock.h"
#include "core/trace/speed_report.h"

#include <string>

namespace batchscope {

/// Sets the threads of the engine, of LibTorch and of OpenBLAS; 0 means as many as there are cores. Returns the number
/// in force. Counts for what the calling thread runs. A run may use fewer: see thread_team.h.
int setThreadCount(int threads);
[[nodiscard]] int threadCount();

/// OpenBLAS chooses its kernels when it is loaded, by the model of the processor, and takes old ones for a model that
/// is younger than it is: version 0.3.21 runs SSE3 or AVX2 where there is AVX-512, two or three times slower. This has
/// it choose by the instructions, unless OPENBLAS_CORETYPE says which. At the beginning of a program: before it has
/// threads, and before LibTorch is loaded.
void chooseBlasKernels();
/// What that chooses here, as OPENBLAS_CORETYPE spells it; "" where any choice will do.
[[nodiscard]] const char* bestBlasKernels();

/// For example "AMD EPYC"; "unknown" where the system does not tell.
[[nodiscard]] std::string cpuName();
/// Both open LibTorch (torch_parts.h); "none" where that fails.
[[nodiscard]] std::string torchVersion();
/// The library that runs LibTorch's matrix products, with its kernel set where it tells.
[[nodiscard]] std::string blasName();

// How much other processes used the machine while something was timed: read from the kernel before and after, so the
// timed work itself pays nothing.

/// Watches from its construction on. Where the system does not tell (no /proc), no other process is seen.
class LoadProbe {
public:
    /// `threads` are those that the work may use.
    explicit LoadProbe(int threads);
    /// Since construction. Others are counted in ticks of a hundredth of a second: watch for a tenth at least.
    [[nodiscard]] MachineLoad load() const;

private:
    struct Counters {
        double waited = 0.0;   ///< seconds that threads of this process were ready and had no processor
        double own = 0.0;      ///< processor seconds of this process
        double everyone = 0.0; ///< processor seconds of all, stolen ones among them
    };
    [[nodiscard]] static Counters now();

    int m_threads;
    Clock::time_point m_start;
    Counters m_before;
};

} // namespace batchscope
