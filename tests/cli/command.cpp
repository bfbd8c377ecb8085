// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/command.h"

#include "app/cli_program.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace batchscope::testing {

namespace {

/// A file that is gone with the object: pipes could fill up and block the child.
class TemporaryFile {
public:
    TemporaryFile() : m_descriptor(mkstemp(m_name.data())) {}
    ~TemporaryFile() {
        close(m_descriptor);
        unlink(m_name.data());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    [[nodiscard]] int descriptor() const { return m_descriptor; }
    void write(const std::string& text) const { std::ofstream(m_name.data()) << text; }
    [[nodiscard]] std::string read() const {
        std::ostringstream text;
        text << std::ifstream(m_name.data()).rdbuf();
        return text.str();
    }

private:
    std::array<char, 32> m_name = {"/tmp/batchscope-cli-XXXXXX"};
    int m_descriptor;
};

enum class How {
    Program, ///< started, as by a shell
    Copy, ///< in a copy of this process, which has loaded LibTorch already: starting takes ten times what most lines do
};

int runHere(const std::vector<std::string>& arguments) {
    std::vector<char*> pointers = {const_cast<char*>("batchscope-cli")};
    for (const std::string& argument : arguments) {
        pointers.push_back(const_cast<char*>(argument.c_str()));
    }
    pointers.push_back(nullptr);
    const int code = runCommandLine(static_cast<int>(pointers.size()) - 1, pointers.data());
    (void)std::fflush(nullptr);
    return code;
}

/// With these as its standard streams.
pid_t start(How how, const std::vector<std::string>& arguments, int in, int out, int err) {
    (void)std::fflush(nullptr); // what is buffered here must not be written by the child, too
    const pid_t child = fork();
    if (child == 0) {
        dup2(in, STDIN_FILENO);
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        if (how == How::Copy) {
            _exit(runHere(arguments));
        }
        std::vector<char*> pointers = {const_cast<char*>(BATCHSCOPE_CLI)};
        for (const std::string& argument : arguments) {
            pointers.push_back(const_cast<char*>(argument.c_str()));
        }
        pointers.push_back(nullptr);
        // An interrupt that comes before the program listens waits for it: a sanitizer build takes seconds to start.
        sigset_t interrupt;
        sigemptyset(&interrupt);
        sigaddset(&interrupt, SIGINT);
        sigprocmask(SIG_BLOCK, &interrupt, nullptr);
        execv(BATCHSCOPE_CLI, pointers.data());
        _exit(127);
    }
    return child;
}

/// Waits for its end.
void finish(pid_t child, Finished& finished) {
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    finished.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    finished.peakKiB = usage.ru_maxrss;
}

Finished run(How how, const std::vector<std::string>& arguments, const std::string& input, int interruptAfterMs) {
    const TemporaryFile in;
    const TemporaryFile out;
    const TemporaryFile err;
    in.write(input);
    const pid_t child = start(how, arguments, in.descriptor(), out.descriptor(), err.descriptor());
    if (interruptAfterMs > 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(interruptAfterMs));
        kill(child, SIGINT);
    }
    Finished finished;
    finish(child, finished);
    finished.out = out.read();
    finished.err = err.read();
    return finished;
}

} // namespace

Finished runCli(const std::vector<std::string>& arguments, const std::string& input) {
    return run(How::Copy, arguments, input, 0);
}

Finished runProgram(const std::vector<std::string>& arguments, const std::string& input, int interruptAfterMs) {
    return run(How::Program, arguments, input, interruptAfterMs);
}

Finished runCliUntil(const std::vector<std::string>& arguments, const std::string& text) {
    constexpr int kMostPolls = 1200;
    constexpr std::chrono::milliseconds kPoll(50);
    const TemporaryFile out;
    const TemporaryFile err;
    std::array<int, 2> silent{};
    if (pipe2(silent.data(), O_CLOEXEC) != 0) {
        return {};
    }
    const pid_t child = start(How::Program, arguments, silent[0], out.descriptor(), err.descriptor());
    for (int polls = 0; polls < kMostPolls && err.read().find(text) == std::string::npos; ++polls) {
        std::this_thread::sleep_for(kPoll);
    }
    kill(child, SIGINT);
    Finished finished;
    finish(child, finished);
    finished.out = out.read();
    finished.err = err.read();
    finished.code = finished.err.find(text) == std::string::npos ? -1 : finished.code;
    close(silent[0]);
    close(silent[1]);
    return finished;
}

Finished runCliIntoClosedPipe(const std::vector<std::string>& arguments, const std::string& input) {
    const TemporaryFile in;
    const TemporaryFile err;
    in.write(input);
    std::array<int, 2> closed{};
    if (pipe2(closed.data(), O_CLOEXEC) != 0) {
        return {};
    }
    close(closed[0]);
    const pid_t child = start(How::Program, arguments, in.descriptor(), closed[1], err.descriptor());
    close(closed[1]);
    Finished finished;
    finish(child, finished);
    finished.err = err.read();
    return finished;
}

} // namespace batchscope::testing
