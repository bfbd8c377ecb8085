// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks what no compiler does: that every file states its license, and that a header proves in its own source that it
// needs no other one before it.
//
// Each function gives one line for each fault below root, in order of path, and nothing when all is well.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope::house {

/// Paths of all C++ files below these top folders of root, relative to root, sorted. Hidden ones do not count.
[[nodiscard]] std::vector<std::string> sourceFiles(const std::filesystem::path& root,
                                                   const std::vector<std::string>& tops);

/// C++ files in core, views, app and tests whose first line is not the SPDX license line.
[[nodiscard]] std::vector<std::string> unlicensedFiles(const std::filesystem::path& root);

/// Sources of core, views and app that do not include the header of their own name first, where there is one: only
/// then the compiler proves that the header needs no other one before it.
[[nodiscard]] std::vector<std::string> lateOwnHeaders(const std::filesystem::path& root);

} // namespace batchscope::house
