// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages about files that several readers and writers share: opening, limits, archives and arrays. Names, shapes and
// reasons come as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kFileHasChanged = "the file has changed since it was opened; open it again";

/// The stage that waits for a pipe: this, followed by the name of the file.
inline constexpr std::string_view kWaitingForDataFrom = "waiting for data from ";
inline constexpr std::string_view kEmptyBrackets = "found ')' right after '('; expected a word or a constituent";

[[nodiscard]] std::string treesUseTooMuchMemory(std::string_view trees, std::string_view used, std::string_view advice);

inline constexpr std::string_view kNotAZipArchive =
    "not a zip archive; expected a file that numpy.savez or torch.save wrote (torch.save since "
    "PyTorch 1.6)";
inline constexpr std::string_view kArchiveTooLarge =
    "the archive is larger than 4 GiB, which is not supported; save fewer arrays in a file";
[[nodiscard]] std::string duplicateEntry(std::string_view entry);

[[nodiscard]] std::string unknownElements(std::string_view array, std::string_view found);
[[nodiscard]] std::string wrongByteCount(std::string_view array, std::uint64_t found, std::uint64_t expected);
[[nodiscard]] std::string tensorOutsideStorage(std::string_view array);
[[nodiscard]] std::string tooManyAxes(std::string_view array, std::size_t axes, std::size_t most);

// Writing.
inline constexpr std::string_view kAlsoInput = "this is also an input file; write to a different file";
/// To a pipe or a device; a file stays as it was.
[[nodiscard]] std::string incompleteOutput(std::string_view reason);

} // namespace batchscope::words
