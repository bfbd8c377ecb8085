// SPDX-License-Identifier: GPL-3.0-or-later
//
// batchscope-cli as a function, so that tests can run many command lines in copies of one loaded process.
#pragma once

namespace batchscope {

/// The whole program: reads standard input, writes standard output and standard error, gives the exit code. Once a
/// process: it blocks SIGINT and SIGTERM, which then ask the work to stop.
[[nodiscard]] int runCommandLine(int argc, char** argv);

} // namespace batchscope
