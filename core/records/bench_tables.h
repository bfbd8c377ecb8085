// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tables of `bench`, and what is said beside them: which figures of a result stand in which column, once for all
// formats and for the report.
#pragma once

#include "core/base/table.h"
#include "core/bench/cost_fit.h"
#include "core/records/bench_document.h"

#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// A row for each result, in the order of the report. Of an ablation, each arm is held against the one before it, and
/// batch sizes and widths are set apart.
[[nodiscard]] FigureTable resultTable(const BenchDocument& document);
/// The columns of the window's table, from which it shows those that are filled.
[[nodiscard]] std::span<const Column<BenchResult>> windowColumns();

/// Beside a table, each a list of lines.
struct BenchRemarks {
    std::vector<std::string> columns; ///< what they mean, and what is in no time of the table
    std::vector<std::string> noise;   ///< why rows are marked
    std::vector<std::string> machine; ///< that it was measured on
    std::vector<FittedCost> fits;
    std::vector<std::string> advice; ///< what the figures come to, in sentences
};
[[nodiscard]] BenchRemarks remarksOn(const BenchDocument& document);
/// All of them, to stand after a table: an empty line sets groups apart, and the first from the table. Of many fits,
/// the first ones.
[[nodiscard]] std::vector<std::string> remarkLines(const BenchRemarks& remarks);

/// Those that were measured with, in words: "1, 4 threads".
[[nodiscard]] std::string threadCountsText(const BenchReport& report);
/// "100", or "–" for a model with widths of its own (0).
[[nodiscard]] std::string dimText(std::int32_t dim);

} // namespace batchscope
