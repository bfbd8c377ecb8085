// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tables of `bench`: which figures of a result stand in which column, once for all formats.
#pragma once

#include "app/cli/table_formats.h"
#include "core/bench/bench.h"

#include <string>
#include <vector>

namespace batchscope {

/// A row for each result, in the order of report.results.
[[nodiscard]] FigureTable sweepTable(const BenchReport& report);
/// The same for the arms of an ablation, each held against the one before it; batch sizes and widths set apart.
[[nodiscard]] FigureTable ablationTable(const BenchReport& report);

/// What the columns mean, what is in no time of the table, and the machine it was measured on; of a sweep also what its
/// figures come to.
[[nodiscard]] std::vector<std::string> sweepRemarks(const BenchReport& report);
[[nodiscard]] std::vector<std::string> ablationRemarks(const BenchReport& report);

/// "100", or "-" for a model with widths of its own (0).
[[nodiscard]] std::string dimText(std::int32_t dim);
/// A figure in both forms of a cell: all its digits, and as `shown`.
[[nodiscard]] TableCell figureCell(double raw, std::string shown);
[[nodiscard]] TableCell secondsCell(double seconds);

} // namespace batchscope
