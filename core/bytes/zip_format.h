// SPDX-License-Identifier: GPL-3.0-or-later
//
// Definitions of the zip format (APPNOTE.TXT of PKWARE, 6.3) for the reader and the writer: signatures, sizes of the
// fixed parts, and little-endian numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::zip {

inline constexpr std::uint32_t kLocalHeader = 0x04034b50;
inline constexpr std::uint32_t kDirectoryEntry = 0x02014b50;
inline constexpr std::uint32_t kEndOfDirectory = 0x06054b50;
inline constexpr std::uint32_t kEndOfDirectory64 = 0x06064b50;
inline constexpr std::uint32_t kLocator64 = 0x07064b50; ///< locates the zip64 end of directory, before the usual one
inline constexpr std::size_t kLocalHeaderBytes = 30;
inline constexpr std::size_t kDirectoryEntryBytes = 46;
inline constexpr std::size_t kEndOfDirectoryBytes = 22;
inline constexpr std::size_t kEndOfDirectory64Bytes = 56;
inline constexpr std::size_t kLocator64Bytes = 20;
inline constexpr std::size_t kLongestComment = 0xFFFF;
inline constexpr std::uint16_t kStored = 0;
inline constexpr std::uint16_t kDeflated = 8;
inline constexpr std::uint16_t kEncryptedFlag = 1;
inline constexpr std::uint16_t kStreamedFlag = 8;    ///< the sizes and the checksum follow the bytes
inline constexpr std::uint16_t kMost16 = 0xFFFF;     ///< like kMost32
inline constexpr std::uint32_t kMost32 = 0xFFFFFFFF; ///< placeholder for a number that is in a zip64 field

/// Appends `number` in `bytes` bytes.
inline void append(std::string& to, std::uint64_t number, std::size_t bytes) {
    for (std::size_t index = 0; index < bytes; ++index) {
        to += static_cast<char>(number >> (8 * index) & 0xFFU);
    }
}

/// The number in the `bytes` bytes at `at`, which must exist.
[[nodiscard]] inline std::uint64_t numberAt(std::string_view from, std::size_t at, std::size_t bytes) {
    std::uint64_t number = 0;
    for (std::size_t index = 0; index < bytes; ++index) {
        number |= std::uint64_t{static_cast<unsigned char>(from[at + index])} << (8 * index);
    }
    return number;
}

} // namespace batchscope::zip
