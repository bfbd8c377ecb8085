// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/zip_writer.h"

#include "core/base/check.h"
#include "core/bytes/checksum.h"
#include "core/bytes/zip_format.h"
#include "core/words/file_words.h"

namespace batchscope {

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
