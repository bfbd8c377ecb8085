// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tables of `bench` and the remarks shown with them: defines once, for all formats and for the report, which
// figures of a result go into which column.
#pragma once

#include "core/base/table.h"
#include "core/bench/cost_fit.h"
#include "core/records/bench_document.h"

#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// One row per result, in the order of the report. In an ablation, each arm is compared with the one before it, and
/// results that differ only in their arm form a group.
[[nodiscard]] FigureTable resultTable(const BenchDocument& document);
/// The columns of the window's table, which shows only those that are filled.
[[nodiscard]] std::span<const Column<BenchResult>> windowColumns();

/// Remarks on a table, each a list of lines.
struct BenchRemarks {
    std::vector<std::string> columns; ///< what the columns mean, and what no time in the table includes
    std::vector<std::string> machine; ///< what the run was measured on
    std::vector<FittedCost> fits;
    std::vector<std::string> advice; ///< conclusions from the figures, in sentences
};
[[nodiscard]] BenchRemarks remarksOn(const BenchDocument& document);
/// All remarks as lines to print after a table; each group starts with an empty line.
[[nodiscard]] std::vector<std::string> remarkLines(const BenchRemarks& remarks);

} // namespace batchscope
