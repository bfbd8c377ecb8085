// SPDX-License-Identifier: GPL-3.0-or-later
//
// Permanently takes from this process everything that a computation does not need: files, network, other programs and
// other processes. There are two locks, since each may have a hole: seccomp allows only listed system calls, and
// Landlock forbids files that an allowed call might still reach.
#pragma once

#include "core/base/result.h"

#include <string>

namespace batchscope {

/// Returns the locks that are active, as text for users: `seccomp and Landlock 7`. All existing threads must belong to
/// the caller. Backend error: the kernel has no seccomp, so nothing is locked.
[[nodiscard]] Result<std::string> confineProcess();

} // namespace batchscope
