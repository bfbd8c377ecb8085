// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/raw_file.h"

#include "core/bytes/input_files.h"
#include "core/words/file_words.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace batchscope {

namespace {

std::string cannotReadFile(std::string_view reason) {
    return fmt::format("cannot read: {}", reason);
}

constexpr int kResting = -1; // the descriptor after rest()

} // namespace

Result<RawFile> RawFile::open(const std::string& path) {
    // Nonblocking, because a pipe may not have any data yet.
    const int descriptor = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) {
        return Error{ErrorCode::Io, fmt::format("cannot open: {}", std::strerror(errno)), path};
    }
    noteInput(descriptor);
    return RawFile(path, descriptor);
}

RawFile::RawFile(std::string path, int descriptor) : m_path(std::move(path)), m_descriptor(descriptor) {
    struct stat facts {};
    if (fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode)) {
        // Standard input may start in the middle of a file that a shell has open.
        m_regular = m_descriptor != STDIN_FILENO;
        m_size = static_cast<std::uint64_t>(facts.st_size);
        m_modified = facts.st_mtim;
        m_device = facts.st_dev;
        m_inode = facts.st_ino;
    }
}

RawFile::RawFile(RawFile&& other) noexcept
    : m_path(std::move(other.m_path)), m_descriptor(std::exchange(other.m_descriptor, STDIN_FILENO)),
      m_regular(other.m_regular), m_toldWaiting(other.m_toldWaiting), m_size(other.m_size),
      m_consumed(other.m_consumed), m_modified(other.m_modified), m_device(other.m_device), m_inode(other.m_inode) {}

RawFile::~RawFile() {
    if (m_descriptor > STDIN_FILENO) {
        close(m_descriptor);
    }
}

/// Waits until data can be read; false if stopped.
bool RawFile::waitForData(const RunControl& control) {
    constexpr int kPatienceMs = 50;
    constexpr int kSilentPolls = 20; // one second in total
    pollfd wanted{m_descriptor, POLLIN, 0};
    for (int polls = 0; !control.stopRequested(); ++polls) {
        if (poll(&wanted, 1, kPatienceMs) != 0) {
            return true;
        }
        if (polls == kSilentPolls && !std::exchange(m_toldWaiting, true)) {
            control.report(std::string(words::kWaitingForDataFrom)
                               .append(m_path == "-" ? std::string_view("standard input") : std::string_view(m_path)),
                           0, 0);
        }
    }
    return false;
}

/// The largest useful buffer for a read: clearing megabytes takes longer than reading a small file into them.
std::size_t RawFile::likelyLeft() const {
    constexpr std::size_t kGrown = 4096; // the file may have grown since it was opened, or report size 0, as in /proc
    return m_regular ? std::max(m_size - std::min(m_consumed, m_size), std::uint64_t{kGrown}) : std::string::npos;
}

Result<std::size_t> RawFile::read(std::string& to, std::size_t most, const RunControl& control) {
    const std::size_t used = to.size();
    const std::size_t room = std::min(most, likelyLeft());
    for (;;) {
        if (!waitForData(control)) {
            return cancelledError();
        }
        to.resize(used + room);
        const ssize_t got = ::read(m_descriptor, to.data() + used, room);
        to.resize(used + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got >= 0) {
            m_consumed += static_cast<std::uint64_t>(got);
            return static_cast<std::size_t>(got);
        }
        if (errno == EISDIR) {
            return error(std::string("this is a folder; open the treebank files in it"));
        }
        if (errno != EAGAIN && errno != EINTR) {
            return error(cannotReadFile(std::strerror(errno)));
        }
    }
}

void RawFile::rest() {
    if (m_regular && m_descriptor > STDIN_FILENO) {
        close(m_descriptor);
        m_descriptor = kResting;
    }
}

Result<std::string> RawFile::slice(std::uint64_t begin, std::size_t wanted) const {
    if (m_descriptor != kResting) {
        return sliceOf(m_descriptor, begin, wanted);
    }
    const int descriptor = ::open(m_path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) {
        return error(fmt::format("cannot open again: {}", std::strerror(errno)));
    }
    Result<std::string> bytes = sliceOf(descriptor, begin, wanted);
    close(descriptor);
    return bytes;
}

Result<std::string> RawFile::sliceOf(int descriptor, std::uint64_t begin, std::size_t wanted) const {
    struct stat now {};
    if (fstat(descriptor, &now) != 0 || now.st_dev != m_device || now.st_ino != m_inode ||
        static_cast<std::uint64_t>(now.st_size) != m_size || now.st_mtim.tv_sec != m_modified.tv_sec ||
        now.st_mtim.tv_nsec != m_modified.tv_nsec) {
        return error(std::string(words::kFileHasChanged));
    }
    const std::size_t length = std::min<std::uint64_t>(wanted, m_size - std::min(begin, m_size));
    std::string bytes(length, '\0');
    std::size_t done = 0;
    while (done < length) {
        const ssize_t got = pread(descriptor, bytes.data() + done, length - done, static_cast<off_t>(begin + done));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return got == 0 ? error(std::string(words::kFileHasChanged)) : error(cannotReadFile(std::strerror(errno)));
        }
        done += static_cast<std::size_t>(got);
    }
    return bytes;
}

} // namespace batchscope
