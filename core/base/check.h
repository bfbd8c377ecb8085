// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a broken invariant is a fault of the program, not of its user. BATCHSCOPE_CHECK stops at once, says where, and
// stays on in release builds, because a wrong picture is worse than none. User input never reaches BATCHSCOPE_CHECK;
// see result.h. The prefix keeps it apart from glog's CHECK, which LibTorch's headers bring in.
#pragma once

namespace batchscope {

/// Prints the failed condition with its place to stderr and aborts.
[[noreturn]] void checkFailed(const char* condition, const char* file, int line);

} // namespace batchscope

#define BATCHSCOPE_CHECK(condition)                                                                                    \
    (static_cast<bool>(condition) ? static_cast<void>(0) : ::batchscope::checkFailed(#condition, __FILE__, __LINE__))
