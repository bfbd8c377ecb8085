// SPDX-License-Identifier: GPL-3.0-or-later
//
// Takes from this process, for good, everything that a computation does not need: files, network, other programs and
// other processes. Two locks, because either may have a hole: seccomp allows a list of system calls, and Landlock
// forbids the files that an allowed one might still reach.
#pragma once

#include "core/base/result.h"

#include <string>

namespace batchscope {

/// What holds from now on, for people: `seccomp and Landlock (version 7)`. All threads that there are must be those of
/// the caller. Backend error: the kernel has no seccomp, so that nothing holds.
[[nodiscard]] Result<std::string> confineProcess();

} // namespace batchscope
