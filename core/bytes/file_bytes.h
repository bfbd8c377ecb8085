// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a whole file, whatever its container: plain, .gz, .zst, or standard input as "-". Compression is recognized by
// its magic number, never by the name.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"

#include <string>

namespace batchscope {

/// The whole, decompressed content. Io errors: missing file, directory, unreadable, damaged compression, or more bytes
/// than the text of one tree may have (budget.h); reading stops at this limit because a device may never end.
[[nodiscard]] Result<std::string> readFileBytes(const std::string& path, const RunControl& control);

} // namespace batchscope
