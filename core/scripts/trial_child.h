// SPDX-License-Identifier: GPL-3.0-or-later
//
// The other side of a trial (trial.h): the process that reads a module and calls its methods for the first time.
#pragma once

namespace batchscope {

/// Serves the one request that comes through standard input, a socket. Returns only where it is no socket: the exit
/// code.
[[nodiscard]] int tryAsAsked();

} // namespace batchscope
