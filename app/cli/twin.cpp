// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/twin.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <spawn.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace batchscope {

namespace {

namespace fs = std::filesystem;

constexpr const char* kTwin = "batchscope";

bool isProgram(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

/// A file in memory, gone with the object: nothing is left behind, whatever ends this process.
class InputFile {
public:
    explicit InputFile(std::string_view text) : m_descriptor(memfd_create(kTwin, MFD_CLOEXEC)) {
        m_isWhole = m_descriptor >= 0;
        while (m_isWhole && !text.empty()) {
            const ssize_t written = write(m_descriptor, text.data(), text.size());
            m_isWhole = written > 0 || errno == EINTR;
            text.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
        }
        m_isWhole = m_isWhole && lseek(m_descriptor, 0, SEEK_SET) == 0;
    }
    ~InputFile() {
        if (m_descriptor >= 0) {
            close(m_descriptor);
        }
    }
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    [[nodiscard]] bool isWhole() const { return m_isWhole; }
    [[nodiscard]] int descriptor() const { return m_descriptor; }

private:
    int m_descriptor;
    bool m_isWhole = false;
};

/// What the child begins with: its standard streams, and signals that end it. This process blocks them
/// (InterruptWatch).
class ChildSetup {
public:
    explicit ChildSetup(int input) {
        posix_spawn_file_actions_init(&m_streams);
        posix_spawn_file_actions_adddup2(&m_streams, input, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&m_streams, STDERR_FILENO, STDOUT_FILENO); // stdout is for our document
        posix_spawnattr_init(&m_signals);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&m_signals, &none);
        posix_spawnattr_setflags(&m_signals, POSIX_SPAWN_SETSIGMASK);
    }
    ~ChildSetup() {
        posix_spawnattr_destroy(&m_signals);
        posix_spawn_file_actions_destroy(&m_streams);
    }
    ChildSetup(const ChildSetup&) = delete;
    ChildSetup& operator=(const ChildSetup&) = delete;

    /// 0, or the reason why there is no child.
    [[nodiscard]] int start(const std::string& program, std::vector<std::string> words, pid_t& child) const {
        std::vector<char*> pointers(words.size() + 1, nullptr);
        std::transform(words.begin(), words.end(), pointers.begin(), [](std::string& word) { return word.data(); });
        return posix_spawn(&child, program.c_str(), &m_streams, &m_signals, pointers.data(), environ);
    }

private:
    posix_spawn_file_actions_t m_streams{};
    posix_spawnattr_t m_signals{};
};

Error twinError(const std::string& program, const std::string& message) {
    return Error{ErrorCode::Backend, message, program};
}

} // namespace

std::string findTwin() {
    std::error_code unknown;
    const fs::path self = fs::read_symlink("/proc/self/exe", unknown);
    if (!unknown && isProgram(self.parent_path() / kTwin)) {
        return self.parent_path() / kTwin;
    }
    const char* const folders = std::getenv("PATH");
    for (const std::string& folder : split(folders == nullptr ? "" : folders, ':')) {
        if (!folder.empty() && isProgram(fs::path(folder) / kTwin)) {
            return fs::path(folder) / kTwin;
        }
    }
    return {};
}

Status runTwin(const std::string& program, const std::vector<std::string>& arguments, const std::string& input) {
    const InputFile file(input);
    if (!file.isWhole()) {
        return twinError(program, fmt::format("cannot hand over the figures: {}", std::strerror(errno)));
    }
    std::vector<std::string> words = {program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    pid_t child = 0;
    if (const int failure = ChildSetup(file.descriptor()).start(program, std::move(words), child); failure != 0) {
        return twinError(program, fmt::format("cannot be started: {}", std::strerror(failure)));
    }
    int ended = 0;
    while (waitpid(child, &ended, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(ended)) {
        return twinError(program, fmt::format("was ended by signal {} while it drew", WTERMSIG(ended)));
    }
    return WEXITSTATUS(ended) == 0 ? Status(Ok{}) : Status(twinError(program, "not everything could be drawn"));
}

} // namespace batchscope
