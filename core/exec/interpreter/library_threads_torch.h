// SPDX-License-Identifier: GPL-3.0-or-later
//
// The threads of LibTorch and OpenBLAS. LibTorch sets its own default when a thread first asks for its number of
// threads, and its setter does not reach OpenBLAS. For this room and core/scripts.
#pragma once

#include <string>

namespace batchscope {

/// Makes the number of threads that was set (machine.h) count for LibTorch and OpenBLAS on the calling thread, too. To
/// be called before LibTorch computes there.
void useSetThreads();

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

/// See InterpreterPart.
[[nodiscard]] std::string blasInUse();

} // namespace batchscope
