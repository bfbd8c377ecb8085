// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/command.h"

#include <array>
#include <chrono>
#include <csignal>
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

} // namespace

Finished runCli(const std::vector<std::string>& arguments, const std::string& input, int interruptAfterMs) {
    const TemporaryFile in;
    const TemporaryFile out;
    const TemporaryFile err;
    in.write(input);
    const pid_t child = fork();
    if (child == 0) {
        dup2(in.descriptor(), STDIN_FILENO);
        dup2(out.descriptor(), STDOUT_FILENO);
        dup2(err.descriptor(), STDERR_FILENO);
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
    if (interruptAfterMs > 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(interruptAfterMs));
        kill(child, SIGINT);
    }
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), out.read(), err.read(), usage.ru_maxrss};
}

} // namespace batchscope::testing
