// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs batchscope-cli like a script, and keeps what it wrote and how it ended. Loading LibTorch costs ten times as much
// as a small command, so most command lines run in a copy (fork) of the test's process, which has loaded it. That
// process must not have started a thread.
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
    long peakKiB = 0; ///< peak memory
};

/// Runs in a copy of this process.
[[nodiscard]] Finished runCli(const std::vector<std::string>& arguments, const std::string& input = {});

/// Runs each line in a copy of this process, several at a time. The results are in the order of the lines. If
/// BATCHSCOPE_CLI_BINARY is set, that program is started instead, to check an older one against the same table.
[[nodiscard]] std::vector<Finished> runAll(const std::vector<CommandLine>& lines);

/// Starts the binary, for tests of its memory.
[[nodiscard]] Finished runProgram(const std::vector<std::string>& arguments, const std::string& input = {});

/// A running binary, as the test that interrupts it sees it.
struct Running {
    std::function<std::string()> err;         ///< what it has written to standard error
    std::function<bool()> hasWritten;         ///< true once it has written to standard output
    std::function<double()> processorSeconds; ///< used so far
};

/// Starts the binary and sends SIGINT as soon as `isTime` returns true, or after a minute. The code is -1 if `isTime`
/// was never true, for example because the program ended before.
[[nodiscard]] Finished interruptProgram(const CommandLine& line, const std::function<bool(const Running&)>& isTime);

/// Starts the binary with an input that never delivers, and sends SIGINT when standard error contains `text`.
[[nodiscard]] Finished interruptWaiting(const std::vector<std::string>& arguments, std::string_view text);

/// As in `… | head` after head has ended: standard output is a pipe without a reader.
[[nodiscard]] Finished runCliIntoClosedPipe(const std::vector<std::string>& arguments, const std::string& input);

/// The JSON document on standard output; expects that there is nothing else.
[[nodiscard]] nlohmann::json documentOf(const Finished& finished);
/// Like documentOf(), for a command that must have succeeded.
[[nodiscard]] nlohmann::json jsonOf(const Finished& finished);

} // namespace batchscope::testing
