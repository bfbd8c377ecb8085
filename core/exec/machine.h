// SPDX-License-Identifier: GPL-3.0-or-later
//
// Describes the machine, without which a time means nothing, and sets the thread count. LibTorch may start with one
// thread, and its own setter does not reach OpenBLAS.
#pragma once

#include <string>

namespace batchscope {

/// Sets the threads of LibTorch, of OpenBLAS and of the engine; 0 means as many as there are cores. Returns the number
/// in force. Counts for what the calling thread runs. A run may use fewer: see LibraryThreads and thread_team.h.
int setThreadCount(int threads);
[[nodiscard]] int threadCount();

/// Within its scope, LibTorch and OpenBLAS use no more of the threads that were set than other processes leave
/// processors free (thread_team.h). One at a time.
class LibraryThreads {
public:
    LibraryThreads();
    ~LibraryThreads();
    LibraryThreads(const LibraryThreads&) = delete;
    LibraryThreads& operator=(const LibraryThreads&) = delete;

private:
    int m_set;
    int m_used;
};

/// For example "AMD EPYC"; "unknown" where the system does not tell.
[[nodiscard]] std::string cpuName();
[[nodiscard]] std::string torchVersion();
/// The library that runs the matrix products, with its kernel set where it tells.
[[nodiscard]] std::string blasName();

} // namespace batchscope
