// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks a module's file before LibTorch reads it: that it is the archive of a module and not another kind of .pt file,
// and that reading it runs none of its code; also lists what it contains besides the module. Needs no LibTorch and
// tolerates arbitrary bytes.
//
// LibTorch never gets the user's file: it ignores the case of entry names and uses other headers than this program, so
// it might read another archive than the one that was checked. It gets a new archive with the checked entries.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

struct ModuleArchive {
    std::vector<std::uint64_t> records = {};  ///< size of each stored tensor in bytes, the largest first
    std::vector<std::string> vocabulary = {}; ///< lines of extra/vocabulary.txt; empty without that file
    std::uint64_t unpacked = 0;               ///< unpacked size of all its files in bytes
    std::string stamp = {};                   ///< changes whenever the file changes
    std::string packed = {};                  ///< the new archive for LibTorch
};

/// Parse errors say what the file is instead and what to do: a pickled Python object, weights only, not an archive,
/// damaged, names that differ only in case, code that would run during reading (`__setstate__`, computed defaults and
/// constants), or C++ objects. Io error: the file cannot be read. Config error: larger than memoryLimit().
[[nodiscard]] Result<ModuleArchive> inspectArchive(const std::string& path);

/// Like inspectArchive, for bytes in memory and without a stamp; `file` names them in messages.
[[nodiscard]] Result<ModuleArchive> inspectArchiveBytes(std::string bytes, const std::string& file);

/// The ModuleArchive::stamp of a file; empty if the file does not exist.
[[nodiscard]] std::string stampOf(const std::string& path);

} // namespace batchscope
