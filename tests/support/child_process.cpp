// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/child_process.h"

#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace batchscope::testing {

MemoryFile::MemoryFile(std::string_view text) : m_descriptor(memfd_create("batchscope-test", MFD_CLOEXEC)) {
    if (m_descriptor < 0 || write(m_descriptor, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
        throw std::runtime_error("cannot make a file in memory");
    }
    lseek(m_descriptor, 0, SEEK_SET);
}

MemoryFile::~MemoryFile() {
    if (m_descriptor >= 0) {
        close(m_descriptor);
    }
}

MemoryFile::MemoryFile(MemoryFile&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

bool MemoryFile::empty() const {
    struct stat facts {};
    return fstat(m_descriptor, &facts) != 0 || facts.st_size == 0;
}

std::string MemoryFile::text() const {
    // Does not seek, because the child shares the position in the file.
    struct stat facts {};
    std::string text(fstat(m_descriptor, &facts) == 0 ? static_cast<std::size_t>(facts.st_size) : 0, '\0');
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t got = pread(m_descriptor, text.data() + done, text.size() - done, static_cast<off_t>(done));
        if (got <= 0) {
            break;
        }
        done += static_cast<std::size_t>(got);
    }
    text.resize(done);
    return text;
}

ArgumentVector::ArgumentVector(const std::string& program, const std::vector<std::string>& arguments)
    : m_words{program} {
    m_words.insert(m_words.end(), arguments.begin(), arguments.end());
    for (std::string& word : m_words) {
        m_pointers.push_back(word.data());
    }
    m_pointers.push_back(nullptr);
}

pid_t beginChild(const Streams& streams, const std::function<int()>& run) {
    (void)std::fflush(nullptr); // otherwise the child would write the buffered output, too
    const pid_t child = fork();
    if (child < 0) {
        throw std::runtime_error("cannot fork");
    }
    if (child == 0) {
        dup2(streams.in, STDIN_FILENO);
        dup2(streams.out, STDOUT_FILENO);
        dup2(streams.err, STDERR_FILENO);
        const int code = run();
        (void)std::fflush(nullptr);
        _exit(code);
    }
    return child;
}

bool hasEnded(pid_t child) {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == child;
}

double processorSecondsOf(pid_t child) {
    std::ifstream file("/proc/" + std::to_string(child) + "/stat");
    std::string line;
    std::getline(file, line);
    const std::size_t name = line.rfind(')');
    if (name == std::string::npos) {
        return 0.0;
    }
    std::istringstream fields(line.substr(name + 1));
    std::string skipped;
    constexpr int kBeforeTimes = 11; // fields between the name and the time in user mode
    for (int field = 0; field < kBeforeTimes; ++field) {
        fields >> skipped;
    }
    double user = 0.0;
    double system = 0.0;
    fields >> user >> system;
    return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

ChildEnd endOf(pid_t child) {
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), usage.ru_maxrss};
}

} // namespace batchscope::testing
