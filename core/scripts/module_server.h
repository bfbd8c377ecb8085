// SPDX-License-Identifier: GPL-3.0-or-later
//
// The process that holds a module (batchscope-trial): it reads the module, makes its ops and calls its methods, behind
// the locks of sandbox.h. The other side is module_child.h.
#pragma once

namespace batchscope {

/// Serves the requests that come through standard input, a socket. Returns the exit code only where it is no socket.
[[nodiscard]] int serveModule();

} // namespace batchscope
