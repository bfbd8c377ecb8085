// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a zip archive by position: the directory first, then each file when it is asked for. Made for files that
// others wrote (numpy.savez, torch.save) and for any bytes at all: nothing is allocated because a header says so, and
// whatever does not fit together is an error that names the file in the archive, also where another reader would take
// another part's word for it.
//
//     Result<ZipReader> archive = ZipReader::open("weights.npz");
//     if (const ZipEntry* entry = archive->find("W.npy")) { Result<std::string> bytes = archive->read(*entry); }
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
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

    /// Io errors: missing, unreadable, no regular file. Parse errors: no zip archive, damaged, in parts, encrypted,
    /// compressed by another method, more than kMostEntries files, larger than 4 GiB, two files of one name, zip64's
    /// directory and the other one differ.
    [[nodiscard]] static Result<ZipReader> open(const std::string& path);
    /// The same of bytes in memory; `file` names them in messages.
    [[nodiscard]] static Result<ZipReader> ofBytes(std::string bytes, std::string file);

    /// In the order of the directory.
    [[nodiscard]] const std::vector<ZipEntry>& entries() const { return m_entries; }
    /// Null when there is no such file.
    [[nodiscard]] const ZipEntry* find(std::string_view name) const;
    /// All bytes of a file of this archive, unpacked, with the right checksum. Errors: Parse when they are damaged or
    /// take more than unpackedLimit() (core/base/budget.h); Io when the archive was changed meanwhile.
    [[nodiscard]] Result<std::string> read(const ZipEntry& entry) const;
    /// At most the first `most` bytes; the checksum cannot be verified. Errors as read().
    [[nodiscard]] Result<std::string> beginning(const ZipEntry& entry, std::size_t most) const;

    /// For messages.
    [[nodiscard]] const std::string& file() const { return m_file; }
    [[nodiscard]] Error error(std::string message) const { return Error{ErrorCode::Parse, std::move(message), m_file}; }

private:
    /// Bytes by position; fewer where the archive ends.
    using Slice = std::function<Result<std::string>(std::uint64_t begin, std::size_t length)>;

    ZipReader(Slice slice, std::uint64_t size, std::string file)
        : m_slice(std::move(slice)), m_size(size), m_file(std::move(file)) {}
    [[nodiscard]] Status readDirectory();
    [[nodiscard]] Status readEntries(std::string_view directory, std::uint64_t count);
    [[nodiscard]] Status check(const ZipEntry& entry, std::uint16_t flags) const;
    /// Where its packed bytes begin. Parse error where its local header says something else than the directory.
    [[nodiscard]] Result<std::uint64_t> beginOf(const ZipEntry& entry) const;
    /// The packed bytes, at most `most` of them.
    [[nodiscard]] Result<std::string> packed(const ZipEntry& entry, std::uint64_t most) const;
    /// At most `most` bytes of the deflated ones.
    [[nodiscard]] Result<std::string> inflated(const ZipEntry& entry, std::string_view bytes, std::size_t most) const;

    Slice m_slice;
    std::uint64_t m_size;
    std::string m_file;
    std::vector<ZipEntry> m_entries;
};

} // namespace batchscope
