// SPDX-License-Identifier: GPL-3.0-or-later
//
// Children of the test's process: copies of it, or programs started from a copy, with files in memory as their standard
// streams. Pipes could fill up and block a child; files on disk would need names.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace batchscope::testing {

/// A file without a name, which disappears with this object and with the last child that has it open.
class MemoryFile {
public:
    /// Throws std::runtime_error if the file cannot be made.
    explicit MemoryFile(std::string_view text = {});
    ~MemoryFile();
    MemoryFile(MemoryFile&& other) noexcept;
    MemoryFile& operator=(MemoryFile&&) = delete;
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    [[nodiscard]] int descriptor() const { return m_descriptor; }
    [[nodiscard]] bool empty() const;
    /// The whole contents; a child may still be writing.
    [[nodiscard]] std::string text() const;

private:
    int m_descriptor;
};

/// Descriptors that become a child's standard streams.
struct Streams {
    int in;
    int out;
    int err;
};

/// The arguments of a program's `main`. Valid as long as this object.
class ArgumentVector {
public:
    ArgumentVector(const std::string& program, const std::vector<std::string>& arguments);
    [[nodiscard]] int count() const { return static_cast<int>(m_words.size()); }
    [[nodiscard]] char** words() { return m_pointers.data(); }

private:
    std::vector<std::string> m_words;
    std::vector<char*> m_pointers; ///< pointers into m_words, then a null pointer
};

/// Starts a copy of this process, which exits with the code that `run()` returns. This process must not have started a
/// thread. Throws std::runtime_error if the system cannot fork.
[[nodiscard]] pid_t beginChild(const Streams& streams, const std::function<int()>& run);

/// True if the child has ended, even if it has not been waited for yet.
[[nodiscard]] bool hasEnded(pid_t child);
/// Processor seconds that a running child has used; 0 if the system does not provide them (no /proc).
[[nodiscard]] double processorSecondsOf(pid_t child);

/// How a child ended.
struct ChildEnd {
    int code = -1; ///< exit code, or 128 + signal
    long peakKiB = 0;
};
/// Waits until the child ends.
[[nodiscard]] ChildEnd endOf(pid_t child);

} // namespace batchscope::testing
