// SPDX-License-Identifier: GPL-3.0-or-later
//
// batchscope-cli as a function, so that tests can run many command lines in copies of one loaded process.
#pragma once

#include "core/bench/bench.h"

namespace batchscope {

/// Settings for tests that the command line does not offer.
struct CliSurroundings {
    double rooflineSeconds = 0.3; ///< time for bench to measure the machine's limits; 0: they are not measured
};

/// Runs the whole program: reads standard input, writes standard output and standard error, and returns the exit code.
/// Call it once per process: it blocks SIGINT and SIGTERM, which then request the work to stop.
[[nodiscard]] int runCommandLine(int argc, char** argv, const CliSurroundings& surroundings = {});

} // namespace batchscope
