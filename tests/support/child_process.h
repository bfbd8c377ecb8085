// SPDX-License-Identifier: GPL-3.0-or-later
//
// Children of the test's process: copies of it, or programs started from one, with files in memory as their standard
// streams. Pipes could fill up and block a child; files on disk would need names.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace batchscope::testing {

/// A file without a name, gone with the object and with the last child that has it.
class MemoryFile {
public:
    /// Throws std::runtime_error where none can be made.
    explicit MemoryFile(std::string_view text = {});
    ~MemoryFile();
    MemoryFile(MemoryFile&& other) noexcept;
    MemoryFile& operator=(MemoryFile&&) = delete;
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    [[nodiscard]] int descriptor() const { return m_descriptor; }
    [[nodiscard]] bool empty() const;
    /// All of it; a child may still be writing.
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

/// What a program's `main` gets. Valid as long as the object.
class ArgumentVector {
public:
    ArgumentVector(const std::string& program, const std::vector<std::string>& arguments);
    [[nodiscard]] int count() const { return static_cast<int>(m_words.size()); }
    [[nodiscard]] char** words() { return m_pointers.data(); }

private:
    std::vector<std::string> m_words;
    std::vector<char*> m_pointers; ///< into m_words, and a null pointer
};

/// Begins a copy of this process that ends with the exit code `run()`. No thread may have been started here. Throws
/// std::runtime_error where the system refuses.
[[nodiscard]] pid_t beginChild(const Streams& streams, const std::function<int()>& run);

/// True when the child has ended, also before somebody has waited for it.
[[nodiscard]] bool hasEnded(pid_t child);
/// Processor seconds of a child that runs; 0 where the system does not tell (no /proc).
[[nodiscard]] double processorSecondsOf(pid_t child);

/// How a child ended.
struct ChildEnd {
    int code = -1; ///< exit code, or 128 + signal
    long peakKiB = 0;
};
/// Waits for it.
[[nodiscard]] ChildEnd endOf(pid_t child);

} // namespace batchscope::testing
