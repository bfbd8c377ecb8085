// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts about a method of the user's module, for lists and beside its source.
#pragma once

#include "core/nets/user_net.h"

#include <cstddef>
#include <string>

namespace batchscope {

/// How a method runs, and why, in one line: `compose (encoder.py:12): translated into primitives`.
[[nodiscard]] std::string methodLine(const UserMethod& method);
/// The source line that the method's hazard or reason names; otherwise its first line.
[[nodiscard]] std::size_t lineNamedIn(const UserMethod& method);

} // namespace batchscope
