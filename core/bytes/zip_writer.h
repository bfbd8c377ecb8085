// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes a zip archive, file after file, uncompressed: numbers hardly shrink, and readers can use the bytes as they
// are. The same content gives the same archive, byte for byte: every file has the date 1980-01-01. The bytes of each
// file begin at a multiple of 64, as PyTorch wants them.
#pragma once

#include "core/bytes/file_writer.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope {

class ZipWriter {
public:
    explicit ZipWriter(FileWriter file) : m_file(std::move(file)) {}

    /// One file; no two may have one name. Errors: those of FileWriter; Config when the archive would exceed 4 GiB or
    /// 65,535 files.
    [[nodiscard]] Status add(std::string_view name, std::string_view bytes);
    /// Writes the directory. Once, at the end.
    [[nodiscard]] Status finish();

private:
    FileWriter m_file;
    std::string m_directory;
    std::uint32_t m_entries = 0;
};

} // namespace batchscope
