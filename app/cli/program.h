// SPDX-License-Identifier: GPL-3.0-or-later
//
// batchscope-cli as a function, so that tests can run many command lines in copies of one loaded process.
#pragma once

#include "core/bench/bench.h"

namespace batchscope {

/// What a test may set that a command line may not.
struct CliSurroundings {
    double rooflineSeconds = 0.3; ///< what bench spends on measuring the machine's limits; 0: nothing measures them
};

/// The whole program: reads standard input, writes standard output and standard error, gives the exit code. Once a
/// process: it blocks SIGINT and SIGTERM, which then ask the work to stop.
[[nodiscard]] int runCommandLine(int argc, char** argv, const CliSurroundings& surroundings = {});

} // namespace batchscope
