// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks that every file is short, named in the README of its room, and states its license, so that readers find their
// way. Rules that nobody checks are soon broken.
//
// Each function gives one line for each fault below root, in order of path, and nothing when all is well.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope::house {

inline constexpr std::size_t kLongestHeader = 250;
inline constexpr std::size_t kLongestSource = 450;

/// Paths of all C++ files below these top folders of root, relative to root, sorted. Hidden ones do not count.
[[nodiscard]] std::vector<std::string> sourceFiles(const std::filesystem::path& root,
                                                   const std::vector<std::string>& tops);

/// Headers above kLongestHeader and sources above kLongestSource lines, in core, views and app.
[[nodiscard]] std::vector<std::string> longFiles(const std::filesystem::path& root);

/// Rooms (each folder in core, views and tests; app, resources, sample_data) without README.md, and files that their
/// room's README does not name. `fold.cpp` counts as named where `fold.h` is; a file in a folder of the room where
/// the README names the folder (`icons/`). CMakeLists.txt needs no naming.
[[nodiscard]] std::vector<std::string> unnamedFiles(const std::filesystem::path& root);

/// C++ files in core, views, app and tests whose first line is not the SPDX license line.
[[nodiscard]] std::vector<std::string> unlicensedFiles(const std::filesystem::path& root);

/// Sources of core, views and app that do not include the header of their own name first, where there is one: only
/// then the compiler proves that the header needs no other one before it.
[[nodiscard]] std::vector<std::string> lateOwnHeaders(const std::filesystem::path& root);

} // namespace batchscope::house
