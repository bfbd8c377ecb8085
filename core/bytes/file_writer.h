// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes a file from beginning to end; every write is checked. A new file that is not finished is removed again, so
// that an error leaves no half of a file behind.
//
//     Result<FileWriter> file = FileWriter::create(path);
//     if (Status written = file->write(bytes); !written) return written;
//     return file->finish();
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace batchscope {

/// Move-only.
class FileWriter {
public:
    /// Replaces what is in the file. Io error: it cannot be written.
    [[nodiscard]] static Result<FileWriter> create(const std::string& path);
    FileWriter(FileWriter&& other) noexcept = default;
    FileWriter& operator=(FileWriter&&) = delete;
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;
    ~FileWriter();

    /// Backend error when the disk is full or the reader of a pipe has gone.
    [[nodiscard]] Status write(std::string_view bytes);
    /// Once, at the end; errors as write().
    [[nodiscard]] Status finish();
    /// Bytes so far.
    [[nodiscard]] std::uint64_t written() const { return m_written; }
    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    struct Close {
        void operator()(std::FILE* file) const { (void)std::fclose(file); }
    };
    FileWriter(std::string path, std::FILE* file, bool isNew) : m_path(std::move(path)), m_file(file), m_isNew(isNew) {}
    [[nodiscard]] Error failed() const;

    std::string m_path;
    std::unique_ptr<std::FILE, Close> m_file;
    bool m_isNew = false;
    std::uint64_t m_written = 0;
};

} // namespace batchscope
