// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said while files become one treebank: files that do not go together, files cut at a limit, nothing found; and
// of damage whose text is not at hand.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

/// Of a tree that holds traces only.
inline constexpr std::string_view kEmptyWithoutTraces = "this tree is empty without its traces (-NONE-)";
inline constexpr std::string_view kProgramStandsAlone =
    "a program cannot be opened together with other files; open it alone";
inline constexpr std::string_view kFolderHasNoTreebank =
    "the folder contains no treebank; to read plain sentences, open the file itself";
inline constexpr std::string_view kNoTreesFound = "no trees found";
inline constexpr std::string_view kStandardInputTwice = "standard input can be read only once";
inline constexpr std::string_view kTextNotAvailable = "the text of this file is not available";

[[nodiscard]] std::string earlierFilesTooLarge(std::string_view format);
[[nodiscard]] std::string leafKindsDiffer(std::string_view format, std::string_view formatBefore);
/// `limit` and the others below in bytes, as text; `advice`: how to raise the limit.
[[nodiscard]] std::string fileOfFormatTooLarge(std::string_view limit, std::string_view format,
                                               std::string_view advice);
[[nodiscard]] std::string treesUseTooMuchMemory(std::string_view trees, std::string_view used, std::string_view advice);
[[nodiscard]] std::string noTreeInText(std::string_view text, std::string_view advice);
/// Why the rest of a file was not read, and what becomes of its beginning.
[[nodiscard]] std::string beginningIsKept(std::string_view why);
/// The first error, and how many more there are where there are any.
[[nodiscard]] std::string withMoreErrors(std::string_view first, std::size_t more);

} // namespace batchscope::words
