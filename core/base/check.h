// SPDX-License-Identifier: GPL-3.0-or-later
//
// BATCHSCOPE_CHECK: an invariant of the program. If it is broken, the program prints the place and stops at once, also
// in release builds, because a wrong picture is worse than none. Errors in user input never reach it; see result.h. The
// prefix avoids a clash with glog's CHECK, which LibTorch's headers define.
#pragma once

namespace batchscope {

/// Prints the failed condition and its place to stderr and aborts.
[[noreturn]] void checkFailed(const char* condition, const char* file, int line);

} // namespace batchscope

#define BATCHSCOPE_CHECK(condition)                                                                                    \
    (static_cast<bool>(condition) ? static_cast<void>(0) : ::batchscope::checkFailed(#condition, __FILE__, __LINE__))
