// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages about opening, reading and unpacking files and folders. Reasons are the system's or the library's own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kFileHasChanged = "the file has changed since it was opened; open it again";
inline constexpr std::string_view kFolderInsteadOfFile = "this is a folder; open the treebank files in it";
inline constexpr std::string_view kEmptyFolder =
    "the folder contains no files; open a treebank or a folder of treebanks";
inline constexpr std::string_view kCannotReadUnpackedAgain = "cannot read the decompressed text again";
inline constexpr std::string_view kCannotStartGzip = "cannot start gzip decompression";
inline constexpr std::string_view kUnexpectedEndOfData = "unexpected end of data"; ///< a reason for damaged data

/// The stage that waits for a pipe: this, followed by the name of the file.
inline constexpr std::string_view kWaitingForDataFrom = "waiting for data from ";
inline constexpr std::string_view kStandardInput = "standard input";

[[nodiscard]] std::string cannotOpenFile(std::string_view reason);
[[nodiscard]] std::string cannotOpenFileAgain(std::string_view reason);
[[nodiscard]] std::string cannotReadFile(std::string_view reason);
[[nodiscard]] std::string cannotReadFolder(std::string_view reason);
[[nodiscard]] std::string cannotStoreUnpacked(std::string_view reason);
/// `packer`: "gzip", "zstd".
[[nodiscard]] std::string damagedData(std::string_view packer, std::uint64_t byte, std::string_view reason);

} // namespace batchscope::words
