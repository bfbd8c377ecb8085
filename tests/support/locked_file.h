// SPDX-License-Identifier: GPL-3.0-or-later
//
// A process that keeps SQLite's lock of a file, as a program does that is writing to it.
#pragma once

#include <array>
#include <csignal>
#include <string>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace batchscope::testing {

/// Where SQLite's documentation of the file format has the lock. Until the object goes.
class LockedFile {
public:
    explicit LockedFile(const std::string& file) {
        std::array<int, 2> told = {};
        if (pipe(told.data()) != 0) {
            return;
        }
        m_child = fork();
        if (m_child == 0) {
            constexpr off_t kLockByte = 0x40000000;
            constexpr off_t kLockBytes = 512;
            struct flock lock = {};
            lock.l_type = F_WRLCK;
            lock.l_whence = SEEK_SET;
            lock.l_start = kLockByte;
            lock.l_len = kLockBytes;
            const int open = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
            const char isLocked = fcntl(open, F_SETLK, &lock) == 0 ? 'y' : 'n';
            (void)!write(told[1], &isLocked, 1);
            pause();
            _exit(0);
        }
        (void)!read(told[0], &m_answer, 1);
        close(told[0]);
        close(told[1]);
    }
    ~LockedFile() {
        if (m_child > 0) {
            kill(m_child, SIGKILL);
            waitpid(m_child, nullptr, 0);
        }
    }
    LockedFile(const LockedFile&) = delete;
    LockedFile& operator=(const LockedFile&) = delete;

    [[nodiscard]] bool isLocked() const { return m_answer == 'y'; }

private:
    pid_t m_child = -1;
    char m_answer = 'n';
};

} // namespace batchscope::testing
