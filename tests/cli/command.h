// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs batchscope-cli as a script would, and keeps what it wrote and how it ended.
#pragma once

#include <string>
#include <vector>

namespace batchscope::testing {

struct Finished {
    int code = -1; ///< exit code, or 128 + signal
    std::string out;
    std::string err;
    long peakKiB = 0; ///< the most memory that it held
};

/// Runs a command line with this standard input in a copy (fork) of this process. No thread may have been started here.
[[nodiscard]] Finished runCli(const std::vector<std::string>& arguments, const std::string& input = {});

/// Starts the binary: for its memory, and for signals. When `interruptAfterMs` > 0 it gets SIGINT then.
[[nodiscard]] Finished runProgram(const std::vector<std::string>& arguments, const std::string& input = {},
                                  int interruptAfterMs = 0);

/// With a pipe as standard input that gives nothing. SIGINT comes when standard error holds this text, at the latest
/// after a minute.
[[nodiscard]] Finished runCliUntil(const std::vector<std::string>& arguments, const std::string& text);

/// As in `… | head` when head has ended: nobody reads what it writes to standard output.
[[nodiscard]] Finished runCliIntoClosedPipe(const std::vector<std::string>& arguments, const std::string& input);

} // namespace batchscope::testing
