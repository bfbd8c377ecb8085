// SPDX-License-Identifier: GPL-3.0-or-later
//
// The history of benchmarks: files that cannot serve as one, and entries that are not there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kNoDatabase = "this file is not a history of benchmarks; it was left as it is";
inline constexpr std::string_view kForeignDatabase =
    "this is the database of another program, not a history of benchmarks; it was left as it is";
inline constexpr std::string_view kHistoryLocked =
    "another program is writing to this history; nothing was changed, so try again when it is done";
inline constexpr std::string_view kHistoryFull = "the disk is full; nothing was changed";
inline constexpr std::string_view kHistoryReadOnly = "this history cannot be written; nothing was changed";
/// `reason` as SQLite says it.
[[nodiscard]] std::string historyDamaged(std::string_view reason);
[[nodiscard]] std::string historyFailed(std::string_view reason);
[[nodiscard]] std::string newerHistory(std::int64_t found, int known);
[[nodiscard]] std::string noHistoryEntry(std::int64_t id);
/// What stands for the file of an entry in messages.
[[nodiscard]] std::string historyEntry(std::string_view file, std::int64_t id);

} // namespace batchscope::words
