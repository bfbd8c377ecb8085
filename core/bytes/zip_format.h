// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the reader and the writer of zip archives both know of the format (APPNOTE.TXT of PKWARE, 6.3): signatures,
// sizes of the fixed parts, and little-endian numbers.
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
inline constexpr std::uint32_t kLocator64 = 0x07064b50; ///< where the end of zip64's directory is; before the usual end
inline constexpr std::size_t kLocalHeaderBytes = 30;
inline constexpr std::size_t kDirectoryEntryBytes = 46;
inline constexpr std::size_t kEndOfDirectoryBytes = 22;
inline constexpr std::size_t kEndOfDirectory64Bytes = 56;
inline constexpr std::size_t kLocator64Bytes = 20;
inline constexpr std::size_t kLongestComment = 0xFFFF;
inline constexpr std::uint16_t kStored = 0;
inline constexpr std::uint16_t kDeflated = 8;
inline constexpr std::uint16_t kEncryptedFlag = 1;
inline constexpr std::uint16_t kStreamedFlag = 8;    ///< its numbers stand behind its bytes
inline constexpr std::uint16_t kMost16 = 0xFFFF;     ///< as kMost32
inline constexpr std::uint32_t kMost32 = 0xFFFFFFFF; ///< instead of a number that a zip64 field holds

/// Appends a number of `bytes` bytes.
inline void append(std::string& to, std::uint64_t number, std::size_t bytes) {
    for (std::size_t index = 0; index < bytes; ++index) {
        to += static_cast<char>(number >> (8 * index) & 0xFFU);
    }
}

/// The number in `bytes` bytes at `at`, which must be there.
[[nodiscard]] inline std::uint64_t numberAt(std::string_view from, std::size_t at, std::size_t bytes) {
    std::uint64_t number = 0;
    for (std::size_t index = 0; index < bytes; ++index) {
        number |= std::uint64_t{static_cast<unsigned char>(from[at + index])} << (8 * index);
    }
    return number;
}

} // namespace batchscope::zip
