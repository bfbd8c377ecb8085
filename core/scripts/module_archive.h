// SPDX-License-Identifier: GPL-3.0-or-later
//
// What can be known of a module's file before LibTorch reads any of it: that it is an archive of a module and not
// something else that ends with .pt, that reading it runs no code of its own, and what is in it beside the module.
// Needs no LibTorch and is made for any bytes.
//
// LibTorch never gets the user's file: it finds entries whatever their case and follows other headers than we do, so
// that it may read another archive than the one that was looked at. It gets a new one with the entries that were.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

struct ModuleArchive {
    std::vector<std::uint64_t> records = {};  ///< bytes of each stored tensor, the largest first
    std::vector<std::string> vocabulary = {}; ///< lines of extra/vocabulary.txt; empty without
    std::uint64_t unpacked = 0;               ///< bytes of all files in it
    std::string stamp = {};                   ///< changes when the file does
    std::string packed = {};                  ///< what LibTorch is given
};

/// Parse errors say what the file is instead and what to do: a pickled Python object, weights alone, no archive, a
/// damaged one, one with names that only differ in case, one with code that runs while it is read (`__setstate__`,
/// defaults and constants that are computed), one with objects of C++. Io error: cannot be read. Config error: it takes
/// more than memoryLimit().
[[nodiscard]] Result<ModuleArchive> inspectArchive(const std::string& path);

/// The same of bytes in memory, without stamp; `file` names them in messages.
[[nodiscard]] Result<ModuleArchive> inspectArchiveBytes(std::string bytes, const std::string& file);

/// As ModuleArchive::stamp; empty where there is no file.
[[nodiscard]] std::string stampOf(const std::string& path);

} // namespace batchscope
