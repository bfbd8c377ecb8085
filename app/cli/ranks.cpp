// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ranks.h"

#include "core/kernels/processor_load.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

extern char** environ; // NOLINT(readability-redundant-declaration)

namespace batchscope {

namespace {

namespace fs = std::filesystem;

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) {
        pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

std::vector<std::string> ownArguments() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> arguments;
    for (std::string argument; std::getline(file, argument, '\0');) {
        arguments.push_back(argument);
    }
    return arguments;
}

/// "it was killed by signal 9 (Killed)", "it ended with exit code 5: " and the last line that it wrote.
std::string reasonOf(int status, const std::string& written) {
    if (WIFSIGNALED(status)) {
        return fmt::format("it was killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
    }
    std::ifstream file(written);
    std::string last;
    for (std::string line; std::getline(file, line);) {
        last = line.empty() ? last : line;
    }
    return fmt::format("it ended with exit code {}{}{}", WEXITSTATUS(status), last.empty() ? "" : ": ", last);
}

class Ranks {
public:
    explicit Ranks(int count) : m_children(static_cast<std::size_t>(count), 0) {}
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;
    ~Ranks() {
        signalAll(SIGKILL);
        for (const pid_t child : m_children) {
            if (child > 0) {
                (void)::waitpid(child, nullptr, 0);
            }
        }
        if (!m_folder.empty()) {
            std::error_code ignored;
            fs::remove_all(m_folder, ignored);
        }
    }

    Status start() {
        std::string folder = (fs::temp_directory_path() / "batchscope-ranks-XXXXXX").string();
        if (::mkdtemp(folder.data()) == nullptr) {
            return Error{ErrorCode::Backend, fmt::format("cannot make a folder: {}", std::strerror(errno)), folder};
        }
        m_folder = folder;
        for (std::size_t rank = 0; rank < m_children.size(); ++rank) {
            TRY(startRank(rank));
        }
        return Ok{};
    }

    /// The status of a rank that has ended since the last call.
    std::optional<std::pair<std::size_t, int>> ended() {
        for (std::size_t rank = 0; rank < m_children.size(); ++rank) {
            int status = 0;
            if (m_children[rank] > 0 && ::waitpid(m_children[rank], &status, WNOHANG) == m_children[rank]) {
                m_children[rank] = 0;
                return std::pair(rank, status);
            }
        }
        return std::nullopt;
    }

    void signalAll(int number) const {
        for (const pid_t child : m_children) {
            if (child > 0) {
                (void)::kill(child, number);
            }
        }
    }
    [[nodiscard]] bool areOver() const {
        return std::all_of(m_children.begin(), m_children.end(), [](pid_t child) { return child == 0; });
    }
    [[nodiscard]] std::string errorsOf(std::size_t rank) const {
        return (fs::path(m_folder) / fmt::format("rank-{}.txt", rank)).string();
    }

private:
    Status startRank(std::size_t rank) {
        std::vector<std::string> arguments = ownArguments();
        if (std::find(arguments.begin(), arguments.end(), "--threads") == arguments.end()) {
            arguments.insert(
                arguments.end(),
                {"--threads", std::to_string(std::max(1, ourProcessors() / static_cast<int>(m_children.size())))});
        }
        std::vector<std::string> variables;
        for (char** variable = environ; *variable != nullptr; ++variable) {
            variables.emplace_back(*variable);
        }
        variables.push_back(fmt::format("RANK={}", rank));
        variables.push_back(fmt::format("WORLD_SIZE={}", m_children.size()));
        variables.push_back(fmt::format("BATCHSCOPE_GROUP_FILE={}", (fs::path(m_folder) / "group").string()));
        posix_spawn_file_actions_t files{};
        (void)::posix_spawn_file_actions_init(&files);
        if (rank > 0) { // what all ranks say is said once
            const std::string errors = errorsOf(rank);
            (void)::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
            (void)::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
            (void)::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT, 0600);
        }
        const int failure = ::posix_spawn(&m_children[rank], "/proc/self/exe", &files, nullptr,
                                          pointersTo(arguments).data(), pointersTo(variables).data());
        (void)::posix_spawn_file_actions_destroy(&files);
        if (failure != 0) {
            m_children[rank] = 0;
            return Error{ErrorCode::Backend, fmt::format("cannot start rank {}: {}", rank, std::strerror(failure))};
        }
        return Ok{};
    }

    std::vector<pid_t> m_children; // by rank; 0: has ended
    std::string m_folder;
};

} // namespace

Result<ExitCode> runInRanks(int processes, const RunControl& control) {
    constexpr auto kPause = std::chrono::milliseconds(20);
    Ranks ranks(processes);
    TRY(ranks.start());
    ExitCode code = ExitCode::Done;
    while (!ranks.areOver()) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const auto ended = ranks.ended();
        if (!ended) {
            std::this_thread::sleep_for(kPause);
            continue;
        }
        const auto [rank, status] = *ended;
        const bool isDifferent = WIFEXITED(status) && WEXITSTATUS(status) == static_cast<int>(ExitCode::Different);
        if (isDifferent) {
            code = ExitCode::Different;
        } else if (status != 0) {
            return Error{ErrorCode::Backend, fmt::format("rank {} of {}: {}; the others were stopped", rank, processes,
                                                         reasonOf(status, ranks.errorsOf(rank)))};
        }
    }
    return code;
}

} // namespace batchscope
