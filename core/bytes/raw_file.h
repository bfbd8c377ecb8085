// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads from a descriptor that may be a pipe; waiting for data ends when the user asks for it.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"

#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

namespace batchscope {

/// An open file, or standard input as "-", closed with the object (standard input stays open). When nothing came for a
/// second, the stage words::kWaitingForDataFrom and the name are reported, once.
class RawFile {
public:
    /// Io errors: missing, a directory.
    [[nodiscard]] static Result<RawFile> open(const std::string& path);
    RawFile(RawFile&& other) noexcept;
    RawFile& operator=(RawFile&&) = delete;
    RawFile(const RawFile&) = delete;
    RawFile& operator=(const RawFile&) = delete;
    ~RawFile();

    /// Appends at most `most` bytes; how many, 0 at the end. Cancelled when stopped while waiting.
    [[nodiscard]] Result<std::size_t> read(std::string& to, std::size_t most, const RunControl& control);
    /// Bytes by place, of a regular file; less where it ends before. Io error when it was changed since it was opened.
    /// Any thread.
    [[nodiscard]] Result<std::string> slice(std::uint64_t begin, std::size_t wanted) const;
    /// Gives the descriptor back: a folder may hold more files than a process may have open. `slice` opens the file for
    /// as long as it needs it, and does not mistake another one for it. To be called when all was read.
    void rest();
    /// Whether its bytes can be read by place.
    [[nodiscard]] bool isRegular() const { return m_regular; }
    /// Of a regular file when it was opened, else 0.
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    [[nodiscard]] std::uint64_t consumed() const { return m_consumed; }
    [[nodiscard]] Error error(std::string message) const { return Error{ErrorCode::Io, std::move(message), m_path}; }

private:
    RawFile(std::string path, int descriptor);
    [[nodiscard]] bool waitForData(const RunControl& control);
    [[nodiscard]] std::size_t likelyLeft() const;
    [[nodiscard]] Result<std::string> sliceOf(int descriptor, std::uint64_t begin, std::size_t wanted) const;

    std::string m_path;
    int m_descriptor;
    bool m_regular = false;
    bool m_toldWaiting = false;
    std::uint64_t m_size = 0;
    std::uint64_t m_consumed = 0;
    timespec m_modified{};
    std::uint64_t m_device = 0; // with m_inode: which file it is, whatever its name
    std::uint64_t m_inode = 0;
};

} // namespace batchscope
