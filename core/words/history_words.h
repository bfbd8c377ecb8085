// SPDX-License-Identifier: GPL-3.0-or-later
//
// The history of benchmarks: files that cannot serve as one, entries that are not there, and why a run is not compared
// with an earlier one.
#pragma once

#include <cstdint>
#include <span>
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

inline constexpr std::string_view kNoHistory =
    "there is no history here yet; bench --keep begins one, and so does a measurement in the window";
inline constexpr std::string_view kNoHomeForHistory =
    "neither XDG_DATA_HOME nor HOME is set, so there is no usual place for the history; name a file";
[[nodiscard]] std::string cannotMakeHistoryFolder(std::string_view reason);

/// The stage of a progress report.
inline constexpr std::string_view kReadingHistory = "reading the history";

// Why the time of a run is not held against an earlier one.
inline constexpr std::string_view kFirstOfSeries = "the first run of this series";
inline constexpr std::string_view kUnequalValues =
    "its values differ from those of the regular run, so its time proves nothing";
inline constexpr std::string_view kTwiceInRun = "this run has another result for the same series";
inline constexpr std::string_view kNoSamples = "the times of its runs were not kept";
/// `build` as the document says it.
[[nodiscard]] std::string notReleaseBuild(std::string_view build);
/// `lines` as conditionDiffers() writes them; the first ones are said.
[[nodiscard]] std::string otherConditions(std::int64_t before, std::span<const std::string> lines);
[[nodiscard]] std::string otherNodes(std::int64_t before, std::size_t then, std::size_t now);

} // namespace batchscope::words
