// SPDX-License-Identifier: GPL-3.0-or-later
//
// Records the files that this process has read, so that none is overwritten, however its path is spelled. Any thread.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

/// Marks the regular file of an open descriptor as an input, whatever its names.
void noteInput(int descriptor);

/// True if the path leads, under any name, to a file that this process has read and that has not been replaced since.
[[nodiscard]] bool isInput(const std::string& path);

/// Forgets all inputs, before the next of several command lines in one process.
void forgetInputs();

// Expands folders to their files, because a treebank is often a folder of files (Penn Treebank: wsj_0001.mrg …).

enum class Found {
    Named,    ///< the user named the file: it must be a treebank
    InFolder, ///< the file is in a folder that the user named: it may be of any kind
};

struct InputPath {
    std::string name;
    Found found = Found::Named;
};

/// The paths with each folder replaced by the regular files below it, ordered by name. Names that begin with '.' are
/// left out, and links to folders are not followed. Io error if a folder has no files or cannot be read.
[[nodiscard]] Result<std::vector<InputPath>> inputPaths(const std::vector<std::string>& paths);

/// The total size of the files in bytes; 0 if one of them is not a regular file.
[[nodiscard]] std::uint64_t totalSize(const std::vector<InputPath>& paths);

} // namespace batchscope
