// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs batchscope-cli as a script would, and keeps what it wrote and how it ended. Loading LibTorch costs ten times
// what a small command does, so most lines run in a copy (fork) of the test's process, which has loaded it: no thread
// may have been started there.
#pragma once

#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope::testing {

struct CommandLine {
    std::vector<std::string> arguments;
    std::string input = {}; ///< standard input
};

struct Finished {
    int code = -1; ///< exit code, or 128 + signal
    std::string out;
    std::string err;
    long peakKiB = 0; ///< the most memory that it held
};

/// In a copy of this process.
[[nodiscard]] Finished runCli(const std::vector<std::string>& arguments, const std::string& input = {});

/// Each in a copy of this process, some at a time; in the order of the lines. With BATCHSCOPE_CLI_BINARY in the
/// environment that program is started instead: how an older one is held against the same table.
[[nodiscard]] std::vector<Finished> runAll(const std::vector<CommandLine>& lines);

/// Starts the binary: for its memory.
[[nodiscard]] Finished runProgram(const std::vector<std::string>& arguments, const std::string& input = {});

/// A binary that runs, as whoever wants to interrupt it sees it.
struct Running {
    std::function<std::string()> err;         ///< what it wrote to standard error
    std::function<bool()> hasWritten;         ///< to standard output
    std::function<double()> processorSeconds; ///< that it has used
};

/// Starts the binary; SIGINT comes as soon as `isTime`, or after a minute. The code is -1 when the time never came,
/// also where the program ended by itself before it.
[[nodiscard]] Finished interruptProgram(const CommandLine& line, const std::function<bool(const Running&)>& isTime);

/// With a pipe as standard input that gives nothing; SIGINT comes when standard error holds this text.
[[nodiscard]] Finished interruptWaiting(const std::vector<std::string>& arguments, std::string_view text);

/// As in `… | head` when head has ended: nobody reads what it writes to standard output.
[[nodiscard]] Finished runCliIntoClosedPipe(const std::vector<std::string>& arguments, const std::string& input);

/// The one JSON document on standard output; expects that there is nothing else.
[[nodiscard]] nlohmann::json documentOf(const Finished& finished);
/// The same of a command that must have succeeded.
[[nodiscard]] nlohmann::json jsonOf(const Finished& finished);

} // namespace batchscope::testing
