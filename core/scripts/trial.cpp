// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/trial.h"

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/words/script_words.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace batchscope {

namespace {

// Messages of the child: a letter, the length, the text.
constexpr char kAbout = 'a';
constexpr char kFound = 'f';
constexpr char kNoMemory = 'm';
constexpr int kPollMilliseconds = 20;
constexpr std::uint64_t kMostText = std::uint64_t{64} << 20U;

void writeAll(int file, const char* bytes, std::size_t count) {
    while (count > 0) {
        const ssize_t written = ::write(file, bytes, count);
        if (written <= 0) {
            if (written < 0 && errno == EINTR) {
                continue;
            }
            ::_exit(1);
        }
        bytes += written;
        count -= static_cast<std::size_t>(written);
    }
}

void sendMessage(int file, char kind, const std::string& text) {
    const std::uint64_t length = text.size();
    writeAll(file, &kind, 1);
    writeAll(file, reinterpret_cast<const char*>(&length), sizeof length); // NOLINT: the bytes of a number
    writeAll(file, text.data(), text.size());
}

std::uint64_t presentBytes() {
    std::FILE* const file = std::fopen("/proc/self/statm", "r");
    unsigned long long pages = 0;
    if (file != nullptr) {
        (void)(std::fscanf(file, "%llu", &pages) == 1);
        (void)std::fclose(file);
    }
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void bindChild(const TrialLimits& limits) {
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL); // it must not outlive a program that is closed
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        (void)::dup2(nowhere, standard);
    }
    const rlim_t most = presentBytes() + limits.bytes;
    const rlimit memory{most, most};
    (void)::setrlimit(RLIMIT_AS, &memory);
    const rlimit none{0, 0};
    (void)::setrlimit(RLIMIT_CORE, &none);
    (void)::setrlimit(RLIMIT_FSIZE, &none); // no file can be written, whatever is called
    (void)std::signal(SIGXFSZ, SIG_IGN);
    for (const int deadly : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) {
        (void)std::signal(deadly, SIG_DFL);
    }
}

[[noreturn]] void runChild(const TriedWork& trial, const TrialLimits& limits, int pipe) {
    bindChild(limits);
    try {
        sendMessage(pipe, kFound, trial([pipe](const std::string& text) { sendMessage(pipe, kAbout, text); }));
        ::_exit(0);
    } catch (const std::bad_alloc&) {
        sendMessage(pipe, kNoMemory, "");
    } catch (...) { // trials catch what they expect
        ::_exit(2);
    }
    ::_exit(1);
}

/// The parent's end.
class Watch {
public:
    Watch(pid_t child, int pipe, const TrialLimits& limits, const RunControl& control)
        : m_child(child), m_pipe(pipe), m_limits(limits), m_control(control) {}
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch() {
        if (m_child > 0) {
            (void)::kill(m_child, SIGKILL);
            (void)reap();
        }
        (void)::close(m_pipe);
    }

    Result<std::string> wait() {
        const auto start = Clock::now();
        while (true) {
            if (m_control.stopRequested()) {
                return cancelledError();
            }
            if (secondsSince(start) > m_limits.seconds) {
                return Error{ErrorCode::Backend, words::triedTooLong(m_about, m_limits.seconds)};
            }
            pollfd ready{m_pipe, POLLIN, 0};
            if (::poll(&ready, 1, kPollMilliseconds) <= 0) {
                continue;
            }
            std::array<char, 65536> bytes{};
            const ssize_t count = ::read(m_pipe, bytes.data(), bytes.size());
            if (count < 0 && errno == EINTR) {
                continue;
            }
            if (count <= 0 || m_received.size() > kMostText) {
                return ended();
            }
            m_received.append(bytes.data(), static_cast<std::size_t>(count));
            takeMessages();
        }
    }

private:
    void takeMessages() {
        constexpr std::size_t kHead = 1 + sizeof(std::uint64_t);
        while (m_received.size() >= kHead) {
            std::uint64_t length = 0;
            std::memcpy(&length, m_received.data() + 1, sizeof length);
            if (m_received.size() - kHead < length) {
                return;
            }
            std::string text = m_received.substr(kHead, length);
            switch (m_received.front()) {
            case kAbout: m_about = std::move(text); break;
            case kFound: m_found = std::move(text); break;
            default: m_isOutOfMemory = true;
            }
            m_received.erase(0, kHead + length);
        }
    }

    int reap() {
        int status = 0;
        while (::waitpid(m_child, &status, 0) < 0 && errno == EINTR) {
        }
        m_child = 0;
        return status;
    }

    Result<std::string> ended() {
        const int status = reap();
        if (m_found) {
            return std::move(*m_found);
        }
        if (m_isOutOfMemory) {
            return Error{ErrorCode::Backend, words::triedTooMuchMemory(m_about, formatBytes(m_limits.bytes), "")};
        }
        const std::string how =
            WIFSIGNALED(status) ? words::signalText(WTERMSIG(status)) : fmt::format("{}", WEXITSTATUS(status));
        return Error{ErrorCode::Backend, words::triedAndDied(m_about, how)};
    }

    pid_t m_child;
    int m_pipe;
    const TrialLimits& m_limits;
    const RunControl& m_control;
    std::string m_received;
    std::string m_about = words::kDoingRead;
    std::optional<std::string> m_found;
    bool m_isOutOfMemory = false;
};

} // namespace

Result<std::string> runTrial(const TriedWork& trial, const TrialLimits& limits, const RunControl& control) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return Error{ErrorCode::Backend, words::cannotTry(std::strerror(errno))};
    }
    const pid_t child = ::fork();
    if (child < 0) {
        const int why = errno;
        (void)::close(ends[0]);
        (void)::close(ends[1]);
        return Error{ErrorCode::Backend, words::cannotTry(std::strerror(why))};
    }
    if (child == 0) {
        (void)::close(ends[0]);
        runChild(trial, limits, ends[1]);
    }
    (void)::close(ends[1]);
    return Watch(child, ends[0], limits, control).wait();
}

} // namespace batchscope
