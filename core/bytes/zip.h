// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a zip archive: first the directory, then each file on request. It reads files of other programs (numpy.savez,
// torch.save) and tolerates arbitrary bytes: no allocation relies on a header alone, and every inconsistency is an
// error that names the file in the archive, even if other readers would accept it.
//
//     Result<ZipReader> archive = ZipReader::open("weights.npz");
//     if (const ZipEntry* entry = archive->find("W.npy")) { Result<std::string> bytes = archive->read(*entry); }
//
// Writes a zip archive, file after file, uncompressed: numbers hardly shrink, and readers can use the bytes as they
// are. The same content gives the same archive, byte for byte: every file has the date 1980-01-01. The bytes of each
// file are aligned to 64, as PyTorch requires.
#pragma once

#include "core/base/result.h"
#include "core/bytes/file_writer.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace batchscope {

/// CRC-32 (ISO 3309), as zip archives and gzip use it.
[[nodiscard]] std::uint32_t checksumOf(std::string_view bytes);

/// A file in an archive, as the directory describes it.
struct ZipEntry {
    std::string name;
    std::uint64_t size = 0;       ///< unpacked size
    std::uint64_t packedSize = 0; ///< size in the archive
    std::uint64_t header = 0;     ///< position of its local header
    std::uint32_t checksum = 0;   ///< CRC-32 of the unpacked bytes
    std::uint16_t method = 0;     ///< 0 stored, 8 deflate
};

/// Immutable after opening; any thread may read.
class ZipReader {
public:
    static constexpr std::uint64_t kMostEntries = 100'000;

    /// Keeps the archive in memory. Io errors: missing, unreadable, not a regular file. Config error: larger than
    /// memoryLimit(). Parse errors: not a zip archive, damaged, in parts, encrypted, compressed by another method, more
    /// than kMostEntries files, larger than 4 GiB, duplicate names, a zip64 directory that contradicts the usual one.
    [[nodiscard]] static Result<ZipReader> open(const std::string& path);
    /// Like open(), for bytes in memory; `file` names them in messages.
    [[nodiscard]] static Result<ZipReader> ofBytes(std::string bytes, std::string file);

    /// The files in the order of the directory.
    [[nodiscard]] const std::vector<ZipEntry>& entries() const { return m_entries; }
    /// Null if there is no such file.
    [[nodiscard]] const ZipEntry* find(std::string_view name) const;
    /// All bytes of a file of this archive, unpacked, after the checksum was verified. Parse errors: the bytes are
    /// damaged or take more than unpackedLimit() (core/base/budget.h).
    [[nodiscard]] Result<std::string> read(const ZipEntry& entry) const;

    /// The name of the archive, for messages.
    [[nodiscard]] const std::string& file() const { return m_file; }
    [[nodiscard]] Error error(std::string message) const { return Error{ErrorCode::Parse, std::move(message), m_file}; }

private:
    ZipReader(std::string bytes, std::string file) : m_bytes(std::move(bytes)), m_file(std::move(file)) {}
    [[nodiscard]] Status readDirectory();
    [[nodiscard]] Status readEntries(std::string_view directory, std::uint64_t count);
    [[nodiscard]] Status check(const ZipEntry& entry, std::uint16_t flags) const;
    /// Bytes by position; fewer if the archive ends earlier.
    [[nodiscard]] std::string_view slice(std::uint64_t begin, std::uint64_t length) const;
    /// The packed bytes of a file. Parse error if its local header contradicts the directory.
    [[nodiscard]] Result<std::string_view> packed(const ZipEntry& entry) const;

    std::string m_bytes;
    std::string m_file;
    std::vector<ZipEntry> m_entries;
};

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
