// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which files this process has read: none of them may be written over by mistake, however it is spelled. Any thread.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

/// The regular file behind an open descriptor is an input from now on, whatever its names.
void noteInput(int descriptor);

/// True if the path leads, under any name, to a file that this process has read and that has not been replaced since.
[[nodiscard]] bool isInput(const std::string& path);

/// Before the next of several command lines in one process.
void forgetInputs();

// Expands folders to their files, because a treebank is often a folder of files (Penn Treebank: wsj_0001.mrg …).

enum class Found {
    Named,    ///< the user named the file: it must be a treebank
    InFolder, ///< it is in a folder that the user named: it may be something else
};

struct InputPath {
    std::string name;
    Found found = Found::Named;
};

/// The paths with each folder replaced by the regular files below it, ordered by name; names that begin with '.' are
/// left out, links are not followed into folders. Io error for a folder without files, or one that cannot be read.
[[nodiscard]] Result<std::vector<InputPath>> inputPaths(const std::vector<std::string>& paths);

/// Bytes of all of them together; 0 when one is no regular file.
[[nodiscard]] std::uint64_t totalSize(const std::vector<InputPath>& paths);

} // namespace batchscope
