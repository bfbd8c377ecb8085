// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a zip archive: the directory first, then each file when it is asked for. Made for files that others wrote
// (numpy.savez, torch.save) and for any bytes at all: nothing is allocated because a header says so, and whatever does
// not fit together is an error that names the file in the archive, also where another reader would take another part's
// word for it.
//
//     Result<ZipReader> archive = ZipReader::open("weights.npz");
//     if (const ZipEntry* entry = archive->find("W.npy")) { Result<std::string> bytes = archive->read(*entry); }
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace batchscope {

/// A file in an archive, as the directory has it.
struct ZipEntry {
    std::string name;
    std::uint64_t size = 0;       ///< unpacked
    std::uint64_t packedSize = 0; ///< in the archive
    std::uint64_t header = 0;     ///< where its local header begins
    std::uint32_t checksum = 0;   ///< CRC-32 of the unpacked bytes
    std::uint16_t method = 0;     ///< 0 stored, 8 deflate
};

/// Reading does not change it; any thread may read.
class ZipReader {
public:
    static constexpr std::uint64_t kMostEntries = 100'000;

    /// The archive is kept in memory. Io errors: missing, unreadable, no regular file. Config error: it takes more than
    /// memoryLimit(). Parse errors: no zip archive, damaged, in parts, encrypted, compressed by another method, more
    /// than kMostEntries files, larger than 4 GiB, two files of one name, zip64's directory and the other one differ.
    [[nodiscard]] static Result<ZipReader> open(const std::string& path);
    /// The same of bytes in memory; `file` names them in messages.
    [[nodiscard]] static Result<ZipReader> ofBytes(std::string bytes, std::string file);

    /// In the order of the directory.
    [[nodiscard]] const std::vector<ZipEntry>& entries() const { return m_entries; }
    /// Null when there is no such file.
    [[nodiscard]] const ZipEntry* find(std::string_view name) const;
    /// All bytes of a file of this archive, unpacked, with the right checksum. Parse errors: they are damaged, or take
    /// more than unpackedLimit() (core/base/budget.h).
    [[nodiscard]] Result<std::string> read(const ZipEntry& entry) const;

    /// For messages.
    [[nodiscard]] const std::string& file() const { return m_file; }
    [[nodiscard]] Error error(std::string message) const { return Error{ErrorCode::Parse, std::move(message), m_file}; }

private:
    ZipReader(std::string bytes, std::string file) : m_bytes(std::move(bytes)), m_file(std::move(file)) {}
    [[nodiscard]] Status readDirectory();
    [[nodiscard]] Status readEntries(std::string_view directory, std::uint64_t count);
    [[nodiscard]] Status check(const ZipEntry& entry, std::uint16_t flags) const;
    /// Bytes by position; fewer where the archive ends.
    [[nodiscard]] std::string_view slice(std::uint64_t begin, std::uint64_t length) const;
    /// Its packed bytes. Parse error where its local header says something else than the directory.
    [[nodiscard]] Result<std::string_view> packed(const ZipEntry& entry) const;

    std::string m_bytes;
    std::string m_file;
    std::vector<ZipEntry> m_entries;
};

} // namespace batchscope
