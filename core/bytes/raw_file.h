// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads from a descriptor that may be a pipe; waiting for data ends when the user cancels.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"

#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

namespace batchscope {

/// An open file, or standard input as "-". The destructor closes it (but not standard input). If no data arrives for a
/// second, the stage words::kWaitingForDataFrom with the name is reported, once.
class RawFile {
public:
    /// Io errors: the file is missing or cannot be opened.
    [[nodiscard]] static Result<RawFile> open(const std::string& path);
    RawFile(RawFile&& other) noexcept;
    RawFile& operator=(RawFile&&) = delete;
    RawFile(const RawFile&) = delete;
    RawFile& operator=(const RawFile&) = delete;
    ~RawFile();

    /// Appends at most `most` bytes. Returns their number, 0 at the end. Cancelled if stopped; Io error for a folder.
    [[nodiscard]] Result<std::size_t> read(std::string& to, std::size_t most, const RunControl& control);
    /// Bytes of a regular file by position; fewer if the file ends earlier. Io error if the file has changed since it
    /// was opened. Any thread.
    [[nodiscard]] Result<std::string> slice(std::uint64_t begin, std::size_t wanted) const;
    /// Closes the descriptor, since a folder may hold more files than a process may have open. `slice` then opens the
    /// file for each call and checks that it is still the same file. Call this after reading the whole file.
    void rest();
    /// True if the bytes can be read by position.
    [[nodiscard]] bool isRegular() const { return m_regular; }
    /// The size of a regular file when it was opened, else 0.
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
    std::uint64_t m_device = 0; // identifies the file together with m_inode, whatever its name
    std::uint64_t m_inode = 0;
};

} // namespace batchscope
