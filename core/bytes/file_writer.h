// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one way in which a file is written: into a hidden file beside its place, which takes that place when it is whole
// and on the disk. Whatever happens before, what was there stays as it was.
//
//     Result<FileWriter> file = FileWriter::create(path);
//     if (Status written = file->write(bytes); !written) return written;
//     return file->finish();
//
// A link is followed: the file that it names is replaced. A pipe or a device is written to directly.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace batchscope {

/// What may be there already.
enum class Replaces {
    Outputs, ///< no file that this process has read
    Opened,  ///< that too: a session or a schedule is opened, changed and saved again
};

/// Move-only.
class FileWriter {
public:
    /// Backend error: it cannot be written there. Config error: it is an input.
    [[nodiscard]] static Result<FileWriter> create(const std::string& path, Replaces replaces = Replaces::Outputs);
    FileWriter(FileWriter&& other) noexcept = default;
    FileWriter& operator=(FileWriter&&) = delete;
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;
    /// Without finish() before: nothing has happened.
    ~FileWriter();

    /// Backend error when the disk is full or the reader of a pipe has gone.
    [[nodiscard]] Status write(std::string_view bytes);
    /// Once, at the end; errors as write().
    [[nodiscard]] Status finish();
    /// Bytes so far.
    [[nodiscard]] std::uint64_t written() const { return m_written; }
    [[nodiscard]] const std::string& path() const { return m_path; }
    /// The name under which another program writes the same file before finish(), for a program that takes names only.
    [[nodiscard]] const std::string& nameForOthers() const { return m_place.isDirect ? m_place.target : m_place.part; }

private:
    struct Close {
        void operator()(std::FILE* file) const { (void)std::fclose(file); }
    };
    using Stream = std::unique_ptr<std::FILE, Close>;

    struct Place {
        std::string target; ///< the end of all links
        std::string part;   ///< the hidden file; empty once it has taken the place
        bool isDirect = false;
    };

    FileWriter(std::string path, Place place, Stream file)
        : m_path(std::move(path)), m_place(std::move(place)), m_file(std::move(file)) {}
    [[nodiscard]] Error failed() const;
    [[nodiscard]] bool takePlace();

    std::string m_path; ///< as it was given, for messages
    Place m_place;
    Stream m_file;
    std::uint64_t m_written = 0;
};

/// Writes a whole file. Errors as those of FileWriter.
[[nodiscard]] Status writeFile(const std::string& path, std::string_view bytes, Replaces replaces = Replaces::Outputs);

/// Checks that a file can be written there, so that an error comes before minutes of work. Changes nothing. Errors:
/// those of FileWriter::create.
[[nodiscard]] Status checkWritable(const std::string& path);

/// False for a pipe or a device, where a second write would follow the first instead of replacing it.
[[nodiscard]] bool isRewritable(const std::string& path);

} // namespace batchscope
