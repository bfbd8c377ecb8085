// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of a method of the user's module, in a list and beside its source.
#pragma once

#include "core/nets/user_net.h"

#include <cstddef>
#include <string>

namespace batchscope {

/// How a method runs, and why, in one line: `compose (encoder.py:12): translated into primitives`.
[[nodiscard]] std::string methodLine(const UserMethod& method);
/// The line that its reason or hazard names, as the source counts; else that of its first line.
[[nodiscard]] std::size_t lineNamedIn(const UserMethod& method);

} // namespace batchscope
