// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/trial.h"

#include "core/base/budget.h"
#include "core/base/clock.h"
#include "core/base/program_files.h"
#include "core/base/text.h"
#include "core/scripts/trial_wire.h"
#include "core/words/script_words.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace batchscope {

namespace {

constexpr int kPollMilliseconds = 20;
constexpr double kSecondsToStart = 60.0;
constexpr const char* kTrialProgram = "batchscope-trial";

/// A child whose standard input is the other end of a socket.
class TrialProcess {
public:
    TrialProcess() = default;
    TrialProcess(const TrialProcess&) = delete;
    TrialProcess& operator=(const TrialProcess&) = delete;
    ~TrialProcess() {
        if (m_child > 0) {
            (void)::kill(m_child, SIGKILL);
            (void)reap();
        }
        if (m_socket >= 0) {
            (void)::close(m_socket);
        }
    }

    Status start() {
        const std::string program = findProgramFile(kTrialProgram);
        if (program.empty()) {
            return Error{ErrorCode::Backend, words::trialProgramMissing(kTrialProgram)};
        }
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
            return Error{ErrorCode::Backend, words::cannotTry(std::strerror(errno))};
        }
        m_socket = ends[0];
        const int failure = spawn(program, ends[1]);
        (void)::close(ends[1]);
        return failure == 0 ? Status(Ok{}) : Error{ErrorCode::Backend, words::cannotTry(std::strerror(failure))};
    }

    [[nodiscard]] int socket() const { return m_socket; }

    /// The status of waitpid. Waits for the end.
    int reap() {
        int status = 0;
        while (::waitpid(m_child, &status, 0) < 0 && errno == EINTR) {
        }
        m_child = 0;
        return status;
    }

private:
    int spawn(const std::string& program, int end) {
        posix_spawn_file_actions_t files{};
        posix_spawnattr_t attributes{};
        sigset_t none{};
        (void)::sigemptyset(&none);
        (void)::posix_spawn_file_actions_init(&files);
        (void)::posix_spawn_file_actions_adddup2(&files, end, STDIN_FILENO);
        (void)::posix_spawnattr_init(&attributes);
        (void)::posix_spawnattr_setsigmask(&attributes, &none);
        (void)::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
        std::string name = kTrialProgram;
        std::array<char*, 2> arguments = {name.data(), nullptr};
        const int failure = ::posix_spawn(&m_child, program.c_str(), &files, &attributes, arguments.data(), ::environ);
        (void)::posix_spawnattr_destroy(&attributes);
        (void)::posix_spawn_file_actions_destroy(&files);
        m_child = failure == 0 ? m_child : 0;
        return failure;
    }

    pid_t m_child = 0;
    int m_socket = -1;
};

/// The parent's end.
class Watch {
public:
    Watch(TrialProcess& process, const TrialLimits& limits, const RunControl& control)
        : m_process(process), m_limits(limits), m_control(control) {}

    /// A child that has ended meanwhile is noticed by wait.
    void ask(const TrialRequest& request) {
        const int socket = m_process.socket();
        const bool sent = sendMessage(socket, TrialMessage::Path, request.path) &&
                          (!request.text || sendMessage(socket, TrialMessage::Text, *request.text)) &&
                          sendMessage(socket, TrialMessage::Recursion, recursionName(request.recursion)) &&
                          sendMessage(socket, TrialMessage::MostBytes, std::to_string(m_limits.bytes)) &&
                          sendMessage(socket, TrialMessage::MemoryLimit, std::to_string(memoryLimit()));
        if (sent) {
            (void)::shutdown(socket, SHUT_WR);
        }
    }

    Result<std::string> wait() {
        while (true) {
            if (m_control.stopRequested()) {
                return cancelledError();
            }
            const double most = m_hasStarted ? m_limits.seconds : kSecondsToStart;
            if (secondsSince(m_start) > most) {
                return failed(words::triedTooLong(m_about, most));
            }
            pollfd ready{m_process.socket(), POLLIN, 0};
            if (::poll(&ready, 1, kPollMilliseconds) <= 0) {
                continue;
            }
            const bool goesOn = m_messages.receive(m_process.socket());
            takeMessages();
            if (!goesOn) {
                return ended();
            }
        }
    }

private:
    void takeMessages() {
        while (std::optional<TrialMessages::Message> message = m_messages.next()) {
            switch (message->kind) {
            case TrialMessage::Doing:
                m_about = std::move(message->text);
                m_start = m_hasStarted ? m_start : Clock::now();
                m_hasStarted = true;
                break;
            case TrialMessage::Found: m_found = std::move(message->text); break;
            case TrialMessage::NoMemory: m_isOutOfMemory = true; break;
            default: break;
            }
        }
    }

    /// Before it has started, the module cannot be the cause.
    [[nodiscard]] Error failed(std::string message) const {
        return Error{m_hasStarted ? ErrorCode::Parse : ErrorCode::Backend, std::move(message)};
    }

    Result<std::string> ended() {
        const int status = m_process.reap();
        if (m_control.stopRequested()) { // Ctrl+C reaches both processes
            return cancelledError();
        }
        if (m_found) {
            return std::move(*m_found);
        }
        if (m_isOutOfMemory) {
            return failed(words::triedTooMuchMemory(m_about, formatBytes(m_limits.bytes)));
        }
        const std::string how =
            WIFSIGNALED(status) ? words::signalText(WTERMSIG(status)) : fmt::format("{}", WEXITSTATUS(status));
        return failed(words::triedAndDied(m_about, how));
    }

    TrialProcess& m_process;
    const TrialLimits& m_limits;
    const RunControl& m_control;
    Clock::time_point m_start = Clock::now();
    bool m_hasStarted = false;
    TrialMessages m_messages;
    std::string m_about = words::kDoingStart;
    std::optional<std::string> m_found;
    bool m_isOutOfMemory = false;
};

} // namespace

Result<std::string> runTrial(const TrialRequest& request, const TrialLimits& limits, const RunControl& control) {
    TrialProcess process;
    if (const Status started = process.start(); !started) {
        return started.error();
    }
    Watch watch(process, limits, control);
    watch.ask(request);
    return watch.wait();
}

} // namespace batchscope
