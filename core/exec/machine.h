// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a time means nothing without the machine it was taken on, and the thread count must be set on purpose: LibTorch
// may start with one thread, and its own call does not reach OpenBLAS.
#pragma once

#include <string>

namespace batchscope {

/// Sets the threads of LibTorch and of OpenBLAS; 0 means as many as there are cores. Returns the number in force.
int setThreadCount(int threads);
[[nodiscard]] int threadCount();

/// For example "AMD EPYC"; "unknown" where the system does not tell.
[[nodiscard]] std::string cpuName();
[[nodiscard]] std::string torchVersion();
/// The library that runs the matrix products, with its kernel set where it tells.
[[nodiscard]] std::string blasName();

} // namespace batchscope
