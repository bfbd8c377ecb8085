// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes every file of the program. The bytes go to a hidden file next to the target, which replaces the target once it
// is complete and on disk. If anything fails before that, the previous file stays unchanged.
//
//     Result<FileWriter> file = FileWriter::create(path);
//     if (Status written = file->write(bytes); !written) return written;
//     return file->finish();
//
// A symbolic link is followed: the file that it points to is replaced. A pipe or a device is written to directly.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace batchscope {

/// The existing files that may be replaced.
enum class Replaces {
    Outputs, ///< any file except those that this process has read
    Opened,  ///< also files that were read: a session or a schedule is opened, changed and saved again
};

/// Move-only.
class FileWriter {
public:
    /// Backend error: the path cannot be written. Config error: it is an input file.
    [[nodiscard]] static Result<FileWriter> create(const std::string& path, Replaces replaces = Replaces::Outputs);
    FileWriter(FileWriter&& other) noexcept = default;
    FileWriter& operator=(FileWriter&&) = delete;
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;
    /// Discards everything if finish() was not called.
    ~FileWriter();

    /// Backend error if the disk is full or the reader of a pipe has gone.
    [[nodiscard]] Status write(std::string_view bytes);
    /// Completes the file. Call it once, at the end; errors like write().
    [[nodiscard]] Status finish();
    /// The number of bytes written so far.
    [[nodiscard]] std::uint64_t written() const { return m_written; }
    [[nodiscard]] const std::string& path() const { return m_path; }
    /// The path for another program that takes only names and writes the same file before finish().
    [[nodiscard]] const std::string& nameForOthers() const { return m_place.isDirect ? m_place.target : m_place.part; }

private:
    struct Close {
        void operator()(std::FILE* file) const { (void)std::fclose(file); }
    };
    using Stream = std::unique_ptr<std::FILE, Close>;

    struct Place {
        std::string target; ///< the path after all links were followed
        std::string part;   ///< the hidden file; empty once it has replaced the target
        bool isDirect = false;
    };

    FileWriter(std::string path, Place place, Stream file)
        : m_path(std::move(path)), m_place(std::move(place)), m_file(std::move(file)) {}
    [[nodiscard]] Error failed() const;
    [[nodiscard]] bool takePlace();

    std::string m_path; ///< the path given by the caller, for messages
    Place m_place;
    Stream m_file;
    std::uint64_t m_written = 0;
};

/// Writes a whole file. Fails like FileWriter.
[[nodiscard]] Status writeFile(const std::string& path, std::string_view bytes, Replaces replaces = Replaces::Outputs);

/// Checks that a file can be written at this path, so that the error does not come after minutes of work. Changes
/// nothing. Fails like FileWriter::create.
[[nodiscard]] Status checkWritable(const std::string& path);

/// False for a pipe or a device, for which a second write would follow the first instead of replacing it.
[[nodiscard]] bool isRewritable(const std::string& path);

} // namespace batchscope
