// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_line.h"

#include "app/cli/program.h"
#include "tests/support/child_process.h"
#include "tests/support/waiting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <map>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace batchscope::testing {

namespace {

constexpr double kRooflineSeconds = 0.02;

/// The standard streams of a child that writes to memory.
struct Files {
    explicit Files(std::string_view input) : in(input) {}
    [[nodiscard]] Streams streams() const { return {in.descriptor(), out.descriptor(), err.descriptor()}; }

    MemoryFile in;
    MemoryFile out;
    MemoryFile err;
};

Finished finishedOf(const ChildEnd& end, const Files& files) {
    return {end.code, files.out.text(), files.err.text(), end.peakKiB};
}

int startProgram(const std::string& binary, const std::vector<std::string>& arguments) {
    ArgumentVector words(binary, arguments);
    execv(binary.c_str(), words.words());
    return 127;
}

/// Blocks SIGINT until the program handles it: a sanitizer build takes seconds to start.
int startOurs(const std::vector<std::string>& arguments) {
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigprocmask(SIG_BLOCK, &interrupt, nullptr);
    return startProgram(BATCHSCOPE_CLI, arguments);
}

/// No test asserts the machine's limits or waits until the machine is quiet, so a short `rooflineSeconds` will do.
int runHere(const std::vector<std::string>& arguments, double rooflineSeconds) {
    ArgumentVector words("batchscope-cli", arguments);
    return runCommandLine(words.count(), words.words(), {.rooflineSeconds = rooflineSeconds});
}

int runOneOfMany(const std::vector<std::string>& arguments) {
    const char* const binary = std::getenv("BATCHSCOPE_CLI_BINARY");
    return binary != nullptr ? startProgram(binary, arguments) : runHere(arguments, 0.0);
}

Finished interrupted(pid_t child, const Files& files, const std::function<bool(const Running&)>& isTime) {
    const Running running{.err = [&] { return files.err.text(); },
                          .hasWritten = [&] { return !files.out.empty(); },
                          .processorSeconds = [&] { return processorSecondsOf(child); }};
    bool came = false;
    (void)waitFor([&] {
        const bool hasGone = hasEnded(child); // checked first, so that its output is complete
        came = isTime(running);
        return came || hasGone;
    });
    kill(child, SIGINT); // the id is not reused before the child is waited for
    Finished finished = finishedOf(endOf(child), files);
    finished.code = came ? finished.code : -1;
    return finished;
}

} // namespace

Finished runCli(const std::vector<std::string>& arguments, const std::string& input) {
    const Files files(input);
    const pid_t child = beginChild(files.streams(), [&] { return runHere(arguments, kRooflineSeconds); });
    return finishedOf(endOf(child), files);
}

std::vector<Finished> runAll(const std::vector<CommandLine>& lines) {
    struct Begun {
        std::size_t line;
        Files files;
    };
    const std::size_t most = std::max(2U, std::thread::hardware_concurrency());
    std::vector<Finished> finished(lines.size());
    std::map<pid_t, Begun> begun;
    for (std::size_t next = 0; next < lines.size() || !begun.empty();) {
        if (next < lines.size() && begun.size() < most) {
            Files files(lines[next].input);
            const pid_t child = beginChild(files.streams(), [&] { return runOneOfMany(lines[next].arguments); });
            begun.emplace(child, Begun{next, std::move(files)});
            ++next;
            continue;
        }
        siginfo_t ended{};
        waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT);
        const auto done = begun.find(ended.si_pid);
        if (done == begun.end()) {
            ADD_FAILURE() << "a child that was not begun here, or none";
            return finished;
        }
        finished[done->second.line] = finishedOf(endOf(done->first), done->second.files);
        begun.erase(done);
    }
    return finished;
}

Finished runProgram(const std::vector<std::string>& arguments, const std::string& input) {
    const Files files(input);
    const pid_t child = beginChild(files.streams(), [&] { return startOurs(arguments); });
    return finishedOf(endOf(child), files);
}

Finished interruptProgram(const CommandLine& line, const std::function<bool(const Running&)>& isTime) {
    const Files files(line.input);
    const pid_t child = beginChild(files.streams(), [&] { return startOurs(line.arguments); });
    return interrupted(child, files, isTime);
}

Finished interruptWaiting(const std::vector<std::string>& arguments, std::string_view text) {
    std::array<int, 2> silent{};
    if (pipe2(silent.data(), O_CLOEXEC) != 0) {
        return {};
    }
    const Files files("");
    const pid_t child =
        beginChild({silent[0], files.out.descriptor(), files.err.descriptor()}, [&] { return startOurs(arguments); });
    Finished finished = interrupted(
        child, files, [&](const Running& running) { return running.err().find(text) != std::string::npos; });
    close(silent[0]);
    close(silent[1]);
    return finished;
}

Finished runCliIntoClosedPipe(const std::vector<std::string>& arguments, const std::string& input) {
    std::array<int, 2> closed{};
    if (pipe2(closed.data(), O_CLOEXEC) != 0) {
        return {};
    }
    close(closed[0]);
    const Files files(input);
    const pid_t child =
        beginChild({files.in.descriptor(), closed[1], files.err.descriptor()}, [&] { return startOurs(arguments); });
    close(closed[1]);
    return finishedOf(endOf(child), files);
}

nlohmann::json documentOf(const Finished& finished) {
    nlohmann::json document = nlohmann::json::parse(finished.out, nullptr, false);
    EXPECT_FALSE(document.is_discarded())
        << "stdout holds one JSON document and nothing else: " << finished.out << finished.err;
    return document;
}

nlohmann::json jsonOf(const Finished& finished) {
    EXPECT_EQ(finished.code, 0) << finished.err;
    return documentOf(finished);
}

} // namespace batchscope::testing
