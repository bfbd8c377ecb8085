// SPDX-License-Identifier: GPL-3.0-or-later
//
// Many command lines in little time: loading LibTorch costs ten times what a small command does, so each runs in a copy
// (fork) of this process, which has loaded it, some at a time. With BATCHSCOPE_CLI_BINARY in the environment that
// program is started instead: how an older one is held against the same table.
#pragma once

#include "tests/cli/command.h"

#include <string>
#include <vector>

namespace batchscope::testing {

struct CommandLine {
    std::vector<std::string> arguments;
    std::string input; ///< standard input
};

/// In the order of the lines. No thread may have been started in this process.
[[nodiscard]] std::vector<Finished> runAll(const std::vector<CommandLine>& lines);

} // namespace batchscope::testing
