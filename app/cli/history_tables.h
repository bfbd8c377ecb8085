// SPDX-License-Identifier: GPL-3.0-or-later
//
// What `history` prints: its tables, and the same as JSON.
#pragma once

#include "app/cli/table_formats.h"
#include "core/records/history_trend.h"
#include "core/records/json.h"

#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// A row for each run.
[[nodiscard]] FigureTable entriesTable(std::span<const HistoryEntry> entries);
[[nodiscard]] Json entryJson(const HistoryEntry& entry);

/// A group for each series, a row for each run in it.
[[nodiscard]] FigureTable trendTable(const HistoryTrend& trend);
/// What its columns mean, and what it comes to.
[[nodiscard]] std::vector<std::string> trendRemarks(const HistoryTrend& trend);
/// `tolerance`, `runs` and `series`.
[[nodiscard]] Json trendJson(const HistoryTrend& trend);

/// The tables of a document, as bench prints them.
[[nodiscard]] std::string documentTables(const BenchDocument& document, TableFormat format);

} // namespace batchscope
