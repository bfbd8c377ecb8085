// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the history of a user is. Command line and window keep their runs in the same file, so that each shows what the
// other measured.
#pragma once

#include "core/records/bench_history.h"

#include <string>

namespace batchscope {

/// `$XDG_DATA_HOME/batchscope/history.sqlite`; where that variable is not set, or is no absolute path, the same below
/// `~/.local/share`. The file need not exist. Config error where HOME is not set either.
[[nodiscard]] Result<std::string> usualHistoryFile();

/// Whether there is something at that place, of which openKeptHistory() says what it is; `file` as there. An empty file
/// is nothing: it may be one that is being made.
[[nodiscard]] bool hasHistory(const std::string& file);

/// For adding to: the history in the file, or in the usual one where `file` is empty, made with its folder where there
/// is none. Errors as BenchHistory::open(); Io where the folder cannot be made.
[[nodiscard]] Result<BenchHistory> openHistory(const std::string& file);

/// For everything else: the same of a file that must be there, so that a name that is misspelled is not made a new and
/// empty history. Io error where it is not, or is empty.
[[nodiscard]] Result<BenchHistory> openKeptHistory(const std::string& file);

} // namespace batchscope
