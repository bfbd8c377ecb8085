// SPDX-License-Identifier: GPL-3.0-or-later
//
// Describes the machine, without which a time means nothing, and sets the thread count.
#pragma once

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

} // namespace batchscope
