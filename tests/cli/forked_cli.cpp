// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/forked_cli.h"

#include "app/cli_program.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <thread>
#include <utility>

namespace batchscope::testing {

namespace {

/// A file in memory.
class MemoryFile {
public:
    MemoryFile() : m_descriptor(memfd_create("batchscope-test", MFD_CLOEXEC)) {}
    ~MemoryFile() {
        if (m_descriptor >= 0) {
            close(m_descriptor);
        }
    }
    MemoryFile(MemoryFile&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
    MemoryFile& operator=(MemoryFile&&) = delete;
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    [[nodiscard]] int descriptor() const { return m_descriptor; }
    void write(const std::string& text) const {
        (void)!::write(m_descriptor, text.data(), text.size());
        lseek(m_descriptor, 0, SEEK_SET);
    }
    [[nodiscard]] std::string read() const {
        std::string text(static_cast<std::size_t>(lseek(m_descriptor, 0, SEEK_END)), '\0');
        const ssize_t got = pread(m_descriptor, text.data(), text.size(), 0);
        text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        return text;
    }

private:
    int m_descriptor;
};

struct Running {
    std::size_t line;
    MemoryFile in;
    MemoryFile out;
    MemoryFile err;
};

[[noreturn]] void runHere(const CommandLine& line, const Running& files) {
    dup2(files.in.descriptor(), STDIN_FILENO);
    dup2(files.out.descriptor(), STDOUT_FILENO);
    dup2(files.err.descriptor(), STDERR_FILENO);
    const char* const binary = std::getenv("BATCHSCOPE_CLI_BINARY");
    std::vector<std::string> words = {binary != nullptr ? binary : "batchscope-cli"};
    words.insert(words.end(), line.arguments.begin(), line.arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    if (binary != nullptr) {
        execv(binary, pointers.data());
        _exit(127);
    }
    const int code = runCommandLine(static_cast<int>(words.size()), pointers.data(), {.rooflineSeconds = 0.0});
    (void)std::fflush(nullptr);
    _exit(code);
}

} // namespace

std::vector<Finished> runAll(const std::vector<CommandLine>& lines) {
    const std::size_t most = std::max(2U, std::thread::hardware_concurrency());
    std::vector<Finished> finished(lines.size());
    std::map<pid_t, Running> running;
    (void)std::fflush(nullptr); // what is buffered here must not be written by each copy
    for (std::size_t next = 0; next < lines.size() || !running.empty();) {
        if (next < lines.size() && running.size() < most) {
            Running files{next, {}, {}, {}};
            files.in.write(lines[next].input);
            const pid_t child = fork();
            if (child == 0) {
                runHere(lines[next], files);
            }
            running.emplace(child, std::move(files));
            ++next;
            continue;
        }
        int status = 0;
        const auto done = running.find(waitpid(-1, &status, 0));
        if (done == running.end()) {
            continue;
        }
        const Running& files = done->second;
        finished[files.line] = {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), files.out.read(),
                                files.err.read()};
        running.erase(done);
    }
    return finished;
}

} // namespace batchscope::testing
