// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes a zip archive, file after file, uncompressed: numbers hardly shrink, and readers can use the bytes as they
// are. The same content gives the same archive, byte for byte: every file has the date 1980-01-01. The bytes of each
// file are aligned to 64, as PyTorch requires.
#pragma once

#include "core/bytes/file_writer.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace batchscope {

class ZipWriter {
public:
    explicit ZipWriter(FileWriter file);
    /// Appends the archive to `bytes`, which must be empty at first and outlive the writer.
    explicit ZipWriter(std::string& bytes);

    /// Adds a file; names must be unique. Fails like FileWriter; Config error if the archive would exceed 4 GiB or
    /// 65,535 files.
    [[nodiscard]] Status add(std::string_view name, std::string_view bytes);
    /// Writes the directory. Call it once, at the end.
    [[nodiscard]] Status finish();

private:
    [[nodiscard]] Status write(std::string_view bytes);

    std::function<Status(std::string_view bytes)> m_sink;
    std::function<Status()> m_end;
    std::string m_path; ///< for messages
    std::uint64_t m_written = 0;
    std::string m_directory;
    std::uint32_t m_entries = 0;
};

} // namespace batchscope
