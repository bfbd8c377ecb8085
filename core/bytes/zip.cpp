// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/zip.h"

#include "core/base/budget.h"
#include "core/base/check.h"
#include "core/base/text.h"
#include "core/bytes/raw_file.h"
#include "core/words/file_words.h"

#include <fmt/format.h>

#include <zlib.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_set>

namespace batchscope {

namespace {

/// Definitions of the zip format (APPNOTE.TXT of PKWARE, 6.3): signatures, sizes of the fixed parts, and little-endian
/// numbers.
namespace zip {

constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kDirectoryEntry = 0x02014b50;
constexpr std::uint32_t kEndOfDirectory = 0x06054b50;
constexpr std::uint32_t kEndOfDirectory64 = 0x06064b50;
constexpr std::uint32_t kLocator64 = 0x07064b50; ///< locates the zip64 end of directory, before the usual one
constexpr std::size_t kLocalHeaderBytes = 30;
constexpr std::size_t kDirectoryEntryBytes = 46;
constexpr std::size_t kEndOfDirectoryBytes = 22;
constexpr std::size_t kEndOfDirectory64Bytes = 56;
constexpr std::size_t kLocator64Bytes = 20;
constexpr std::size_t kLongestComment = 0xFFFF;
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;
constexpr std::uint16_t kEncryptedFlag = 1;
constexpr std::uint16_t kStreamedFlag = 8;    ///< the sizes and the checksum follow the bytes
constexpr std::uint16_t kMost16 = 0xFFFF;     ///< like kMost32
constexpr std::uint32_t kMost32 = 0xFFFFFFFF; ///< placeholder for a number that is in a zip64 field

/// Appends `number` in `bytes` bytes.
void append(std::string& to, std::uint64_t number, std::size_t bytes) {
    for (std::size_t index = 0; index < bytes; ++index) {
        to += static_cast<char>(number >> (8 * index) & 0xFFU);
    }
}

/// The number in the `bytes` bytes at `at`, which must exist.
std::uint64_t numberAt(std::string_view from, std::size_t at, std::size_t bytes) {
    std::uint64_t number = 0;
    for (std::size_t index = 0; index < bytes; ++index) {
        number |= std::uint64_t{static_cast<unsigned char>(from[at + index])} << (8 * index);
    }
    return number;
}

} // namespace zip

constexpr std::string_view kDamagedDirectory =
    "the directory of the archive is damaged or truncated; copy the file again";
std::string damagedEntry(std::string_view entry) {
    return fmt::format("'{}' in the archive is damaged or truncated; copy the file again", entry);
}

constexpr std::uint64_t kMostInflation = 1032; // the largest factor by which deflate expands a byte
constexpr std::uint64_t kSmallestStep = 64;    // tolerance for nearly empty files

struct EndOfDirectory {
    std::uint64_t entries = 0;
    std::uint64_t size = 0;
    std::uint64_t begin = 0;
    bool isInParts = false;
    std::uint64_t at = 0; ///< position of the signature in the bytes that were searched
};

/// The last end-of-directory record in the last bytes of an archive.
std::optional<EndOfDirectory> endOfDirectory(std::string_view tail) {
    if (tail.size() < zip::kEndOfDirectoryBytes) {
        return std::nullopt;
    }
    for (std::size_t at = tail.size() - zip::kEndOfDirectoryBytes + 1; at-- > 0;) {
        if (zip::numberAt(tail, at, 4) == zip::kEndOfDirectory) {
            const std::uint64_t disks = zip::numberAt(tail, at + 4, 2) | zip::numberAt(tail, at + 6, 2);
            const std::uint64_t here = zip::numberAt(tail, at + 8, 2);
            const std::uint64_t all = zip::numberAt(tail, at + 10, 2);
            return EndOfDirectory{.entries = all,
                                  .size = zip::numberAt(tail, at + 12, 4),
                                  .begin = zip::numberAt(tail, at + 16, 4),
                                  .isInParts = disks != 0 || here != all,
                                  .at = at};
        }
    }
    return std::nullopt;
}

/// Applies the zip64 end of the directory. False if it contradicts the usual one: readers that use only one of the two
/// would see different archives.
bool applyZip64(EndOfDirectory& end, std::string_view end64) {
    if (end64.size() < zip::kEndOfDirectory64Bytes || zip::numberAt(end64, 0, 4) != zip::kEndOfDirectory64) {
        return false;
    }
    const auto agree = [](std::uint64_t& narrow, std::uint64_t most, std::uint64_t wide) {
        const bool isTold = narrow != most;
        const bool isSame = narrow == wide;
        narrow = wide;
        return !isTold || isSame;
    };
    const bool isHere = zip::numberAt(end64, 16, 4) == 0 && zip::numberAt(end64, 20, 4) == 0 &&
                        zip::numberAt(end64, 24, 8) == zip::numberAt(end64, 32, 8);
    return isHere && agree(end.entries, zip::kMost16, zip::numberAt(end64, 32, 8)) &&
           agree(end.size, zip::kMost32, zip::numberAt(end64, 40, 8)) &&
           agree(end.begin, zip::kMost32, zip::numberAt(end64, 48, 8));
}

/// Replaces the numbers of the entry that are stored in the zip64 extra field. False if the field is truncated.
bool applyZip64(ZipEntry& entry, std::string_view extra) {
    constexpr std::uint64_t kZip64 = 1;
    while (extra.size() >= 4) {
        const std::uint64_t identifier = zip::numberAt(extra, 0, 2);
        const std::size_t length = zip::numberAt(extra, 2, 2);
        if (length > extra.size() - 4) {
            return false;
        }
        std::string_view field = extra.substr(4, length);
        extra.remove_prefix(4 + length);
        if (identifier != kZip64) {
            continue;
        }
        for (std::uint64_t* const number : {&entry.size, &entry.packedSize, &entry.header}) {
            if (*number == zip::kMost32) {
                if (field.size() < 8) {
                    return false;
                }
                *number = zip::numberAt(field, 0, 8);
                field.remove_prefix(8);
            }
        }
    }
    return true;
}

/// Nullopt unless the data unpacks to exactly `size` bytes.
std::optional<std::string> inflated(std::string_view packed, std::size_t size) {
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
        return std::nullopt;
    }
    const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, inflateEnd);
    std::string unpacked(size, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(unpacked.data());
    stream.avail_out = static_cast<uInt>(size);
    const bool isWhole = inflate(&stream, Z_SYNC_FLUSH) == Z_STREAM_END && stream.avail_out == 0;
    return isWhole ? std::optional(std::move(unpacked)) : std::nullopt;
}

} // namespace

std::uint32_t checksumOf(std::string_view bytes) {
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

Result<ZipReader> ZipReader::open(const std::string& path) {
    const Result<RawFile> file = RawFile::open(path);
    TRY(file);
    if (!file->isRegular()) {
        return file->error(
            std::string("this is not a regular file; files of arrays are read by position, so save it to disk first"));
    }
    if (file->size() > memoryLimit()) {
        return Error{ErrorCode::Config,
                     fmt::format("the archive takes {}; {}", formatBytes(file->size()),
                                 limitAdvice(memoryLimit(), file->size())),
                     path};
    }
    Result<std::string> bytes = file->slice(0, file->size());
    TRY(bytes);
    return ofBytes(std::move(*bytes), path);
}

Result<ZipReader> ZipReader::ofBytes(std::string bytes, std::string file) {
    ZipReader reader(std::move(bytes), std::move(file));
    TRY(reader.readDirectory());
    return reader;
}

std::string_view ZipReader::slice(std::uint64_t begin, std::uint64_t length) const {
    return std::string_view(m_bytes).substr(std::min<std::uint64_t>(begin, m_bytes.size()), length);
}

const ZipEntry* ZipReader::find(std::string_view name) const {
    const auto found =
        std::find_if(m_entries.begin(), m_entries.end(), [name](const ZipEntry& entry) { return entry.name == name; });
    return found == m_entries.end() ? nullptr : &*found;
}

Status ZipReader::readDirectory() {
    constexpr std::size_t kTail = zip::kLocator64Bytes + zip::kEndOfDirectoryBytes + zip::kLongestComment;
    const std::uint64_t size = m_bytes.size();
    const std::string_view tail = slice(size - std::min<std::uint64_t>(size, kTail), kTail);
    std::optional<EndOfDirectory> end = endOfDirectory(tail);
    if (!end) {
        return error(std::string(words::kNotAZipArchive));
    }
    if (end->isInParts) {
        return error(std::string("the archive is split into parts; join them first"));
    }
    if (end->at >= zip::kLocator64Bytes && zip::numberAt(tail, end->at - zip::kLocator64Bytes, 4) == zip::kLocator64) {
        const std::uint64_t begin = zip::numberAt(tail, end->at - zip::kLocator64Bytes + 8, 8);
        if (!applyZip64(*end, slice(begin, zip::kEndOfDirectory64Bytes))) {
            return error(std::string(kDamagedDirectory));
        }
    }
    if (end->size >= zip::kMost32 || end->begin >= zip::kMost32) {
        return error(std::string(words::kArchiveTooLarge));
    }
    if (end->entries > kMostEntries) {
        return error(fmt::format("the archive holds {} files; at most {} are supported", end->entries, kMostEntries));
    }
    if (end->begin > size || end->size > size - end->begin) {
        return error(std::string(kDamagedDirectory));
    }
    return readEntries(slice(end->begin, end->size), end->entries);
}

Status ZipReader::readEntries(std::string_view directory, std::uint64_t count) {
    std::unordered_set<std::string> names;
    for (std::uint64_t index = 0; index < count; ++index) {
        if (directory.size() < zip::kDirectoryEntryBytes || zip::numberAt(directory, 0, 4) != zip::kDirectoryEntry) {
            return error(std::string(kDamagedDirectory));
        }
        const std::size_t nameLength = zip::numberAt(directory, 28, 2);
        const std::size_t extraLength = zip::numberAt(directory, 30, 2);
        const std::size_t length =
            zip::kDirectoryEntryBytes + nameLength + extraLength + zip::numberAt(directory, 32, 2);
        if (directory.size() < length) {
            return error(std::string(kDamagedDirectory));
        }
        ZipEntry entry{.name = std::string(directory.substr(zip::kDirectoryEntryBytes, nameLength)),
                       .size = zip::numberAt(directory, 24, 4),
                       .packedSize = zip::numberAt(directory, 20, 4),
                       .header = zip::numberAt(directory, 42, 4),
                       .checksum = static_cast<std::uint32_t>(zip::numberAt(directory, 16, 4)),
                       .method = static_cast<std::uint16_t>(zip::numberAt(directory, 10, 2))};
        const auto flags = static_cast<std::uint16_t>(zip::numberAt(directory, 8, 2));
        if (!applyZip64(entry, directory.substr(zip::kDirectoryEntryBytes + nameLength, extraLength))) {
            return error(std::string(kDamagedDirectory));
        }
        TRY(check(entry, flags));
        if (!names.insert(entry.name).second) {
            return error(words::duplicateEntry(entry.name));
        }
        m_entries.push_back(std::move(entry));
        directory.remove_prefix(length);
    }
    return Ok{};
}

Status ZipReader::check(const ZipEntry& entry, std::uint16_t flags) const {
    if ((flags & zip::kEncryptedFlag) != 0) {
        return error(fmt::format("'{}' in the archive is encrypted; save it without a password", entry.name));
    }
    if (entry.method != zip::kStored && entry.method != zip::kDeflated) {
        return error(fmt::format("'{}' in the archive is compressed by method {}; expected 0 (stored) or 8 (deflate)",
                                 entry.name, entry.method));
    }
    if (entry.size > zip::kMost32 || entry.packedSize > zip::kMost32) {
        return error(std::string(words::kArchiveTooLarge));
    }
    const bool isLikely = entry.method == zip::kStored
                              ? entry.size == entry.packedSize
                              : entry.size <= kMostInflation * entry.packedSize + kSmallestStep;
    const bool isInside = entry.header <= m_bytes.size() && entry.packedSize <= m_bytes.size() - entry.header;
    return isLikely && isInside ? Status(Ok{}) : error(damagedEntry(entry.name));
}

Result<std::string_view> ZipReader::packed(const ZipEntry& entry) const {
    const std::string_view header = slice(entry.header, zip::kLocalHeaderBytes);
    const Error damaged = error(damagedEntry(entry.name));
    if (header.size() < zip::kLocalHeaderBytes || zip::numberAt(header, 0, 4) != zip::kLocalHeader) {
        return damaged;
    }
    const std::size_t nameLength = zip::numberAt(header, 26, 2);
    const std::size_t length = nameLength + zip::numberAt(header, 28, 2);
    const std::string_view rest = slice(entry.header + zip::kLocalHeaderBytes, length); // name and extra field
    const std::string_view bytes = slice(entry.header + zip::kLocalHeaderBytes + length, entry.packedSize);
    if (rest.size() < length || zip::numberAt(header, 8, 2) != entry.method ||
        rest.substr(0, nameLength) != entry.name || bytes.size() != entry.packedSize) {
        return damaged;
    }
    // A streamed archive has its numbers after the bytes, and zeros or the same numbers here.
    ZipEntry local = entry;
    local.checksum = static_cast<std::uint32_t>(zip::numberAt(header, 14, 4));
    local.packedSize = zip::numberAt(header, 18, 4);
    local.size = zip::numberAt(header, 22, 4);
    const bool isStreamed = (zip::numberAt(header, 6, 2) & zip::kStreamedFlag) != 0;
    const bool hasNone = isStreamed && local.checksum == 0 && local.packedSize == 0 && local.size == 0;
    const bool agrees = applyZip64(local, rest.substr(nameLength)) && local.checksum == entry.checksum &&
                        local.size == entry.size && local.packedSize == entry.packedSize;
    return hasNone || agrees ? Result<std::string_view>(bytes) : damaged;
}

Result<std::string> ZipReader::read(const ZipEntry& entry) const {
    const std::uint64_t limit = unpackedLimit(m_bytes.size());
    if (entry.method != zip::kStored && entry.size > limit) {
        return error(fmt::format(
            "'{}' in the archive takes {} unpacked, and the limit for a file of this size is {}; save it uncompressed",
            entry.name, formatBytes(entry.size), formatBytes(limit)));
    }
    const Result<std::string_view> stored = packed(entry);
    TRY(stored);
    std::optional<std::string> bytes =
        entry.method == zip::kDeflated ? inflated(*stored, entry.size) : std::string(*stored);
    if (!bytes || checksumOf(*bytes) != entry.checksum) {
        return error(damagedEntry(entry.name));
    }
    return std::move(*bytes);
}

namespace {

constexpr std::uint64_t kVersion = 20;      // format version that a reader needs
constexpr std::uint64_t kUtf8Names = 0x800; // flag: names are UTF-8
constexpr std::uint64_t kFirstDate = 0x21;  // 1980-01-01
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kExtraBytes = 4;               // identifier and length of an extra field
constexpr std::uint64_t kPaddingIdentifier = 0x4246; // "FB", PyTorch's identifier
constexpr std::uint32_t kMostEntries = 0xFFFF;
constexpr std::uint64_t kMostSize = zip::kMost32 - 1;

/// The fields that the local header and the directory entry have in common.
std::string commonFields(std::uint32_t checksum, std::size_t size, std::size_t nameLength, std::size_t extraLength) {
    std::string fields;
    zip::append(fields, kVersion, 2);
    zip::append(fields, kUtf8Names, 2);
    zip::append(fields, zip::kStored, 2);
    zip::append(fields, 0, 2); // time of the last change
    zip::append(fields, kFirstDate, 2);
    zip::append(fields, checksum, 4);
    zip::append(fields, size, 4);
    zip::append(fields, size, 4);
    zip::append(fields, nameLength, 2);
    zip::append(fields, extraLength, 2);
    return fields;
}

} // namespace

ZipWriter::ZipWriter(FileWriter file) : m_path(file.path()) {
    const auto shared = std::make_shared<FileWriter>(std::move(file));
    m_sink = [shared](std::string_view bytes) { return shared->write(bytes); };
    m_end = [shared] { return shared->finish(); };
}

ZipWriter::ZipWriter(std::string& bytes)
    : m_sink([&bytes](std::string_view added) {
          bytes += added;
          return Status(Ok{});
      }),
      m_end([] { return Status(Ok{}); }) {}

Status ZipWriter::add(std::string_view name, std::string_view bytes) {
    BATCHSCOPE_CHECK(name.size() < zip::kLongestComment);
    const std::uint64_t begin = m_written;
    const std::uint64_t fixed = begin + zip::kLocalHeaderBytes + name.size() + kExtraBytes;
    const std::size_t padding = (kAlignment - fixed % kAlignment) % kAlignment;
    const std::uint64_t directory = m_directory.size() + zip::kDirectoryEntryBytes + name.size();
    if (fixed + padding + bytes.size() + directory > kMostSize || m_entries == kMostEntries) {
        return Error{ErrorCode::Config, std::string(words::kArchiveTooLarge), m_path};
    }
    const std::uint32_t checksum = checksumOf(bytes);
    std::string header;
    zip::append(header, zip::kLocalHeader, 4);
    header += commonFields(checksum, bytes.size(), name.size(), kExtraBytes + padding);
    header += name;
    zip::append(header, kPaddingIdentifier, 2);
    zip::append(header, padding, 2);
    header.append(padding, '\0');
    zip::append(m_directory, zip::kDirectoryEntry, 4);
    zip::append(m_directory, kVersion, 2); // version of the program that wrote the file
    m_directory += commonFields(checksum, bytes.size(), name.size(), 0);
    m_directory.append(2 + 2 + 2 + 4, '\0'); // comment, disk, attributes: all empty
    zip::append(m_directory, begin, 4);
    m_directory += name;
    ++m_entries;
    TRY(write(header));
    return write(bytes);
}

Status ZipWriter::finish() {
    const std::uint64_t begin = m_written;
    std::string end = std::move(m_directory);
    const std::size_t directory = end.size();
    zip::append(end, zip::kEndOfDirectory, 4);
    zip::append(end, 0, 2 + 2); // disk numbers
    zip::append(end, m_entries, 2);
    zip::append(end, m_entries, 2);
    zip::append(end, directory, 4);
    zip::append(end, begin, 4);
    zip::append(end, 0, 2); // length of the comment
    const Status written = write(end);
    return written ? m_end() : written;
}

Status ZipWriter::write(std::string_view bytes) {
    m_written += bytes.size();
    return m_sink(bytes);
}

} // namespace batchscope
