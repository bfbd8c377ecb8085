// SPDX-License-Identifier: GPL-3.0-or-later
//
// The report of a benchmark, one file to read and to print: headings, sentences around its figures, names of what is
// recorded beside them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

// What must be known before any figure is read.
inline constexpr std::string_view kReportStopped =
    "The run was stopped, or was still going on, so some batch sizes, widths or numbers of threads are missing.";
inline constexpr std::string_view kReportNothingMeasured = "Nothing was measured before the run ended.";
[[nodiscard]] std::string reportMarkedResults(std::size_t marked, std::size_t all);

// Headings.
inline constexpr std::string_view kReportSummary = "Summary";
inline constexpr std::string_view kReportNotes = "Notes";

inline constexpr std::string_view kReportNoSplit =
    "There is no speed-up to show: it takes the arm regular beside another arm.";

inline constexpr std::string_view kReportLoadBefore = "Load averages before (1, 5, 15 minutes)";
inline constexpr std::string_view kReportLoadAfter = "Load averages after";
inline constexpr std::string_view kReportCommit = "Commit";
inline constexpr std::string_view kReportNone = "–"; ///< nothing was recorded, or the option was not given
inline constexpr std::string_view kReportNo = "no";

inline constexpr std::string_view kReportPicked =
    "No command line can repeat this run, because its trees were picked one by one in the window.";
inline constexpr std::string_view kReportNoCommand = "The command line of this run was not recorded.";

} // namespace batchscope::words
