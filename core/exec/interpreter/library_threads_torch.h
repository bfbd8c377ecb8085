// SPDX-License-Identifier: GPL-3.0-or-later
//
// The threads of LibTorch and OpenBLAS. LibTorch sets its own default when a thread first queries its number of
// threads, and its setter does not affect OpenBLAS. Used only in this folder and in core/scripts.
#pragma once

#include <string>

namespace batchscope {

/// Applies the number of threads set in machine.h to LibTorch and OpenBLAS on the calling thread. Must be called before
/// LibTorch computes on that thread.
void useSetThreads();

/// While this object exists, LibTorch and OpenBLAS use the set number of threads, or fewer if other processes leave
/// fewer processors free (threadsWorthUsing()). Only one may exist at a time.
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

/// See InterpreterPart::blasName.
[[nodiscard]] std::string blasInUse();

} // namespace batchscope
