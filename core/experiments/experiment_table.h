// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is shown of an experiment: its tables, with this machine's figures beside the published ones, which are marked
// as another machine's; at which size it was measured; and what it comes to. All front ends show these.
#pragma once

#include "core/experiments/experiment_verdict.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

struct ExperimentCell {
    std::optional<double> value; ///< in the unit of the column; none: not measured, or not published
    bool isDoubtful = false;     ///< see MeasuredFigure; never of published figures
};

/// A row of a table, as one machine has it.
struct ExperimentLine {
    std::string row;
    std::string
        machine; ///< words::kHere for this one, which comes first in each row, at reduced size with what was measured
    bool isHere = true;
    std::vector<ExperimentCell> cells; ///< by column
};

[[nodiscard]] std::vector<ExperimentLine> experimentLines(const ExperimentTable& table,
                                                          const MeasuredExperiment& measured);

/// "s", "s/tree", "trees/s", "share", "count"; "ratio" where a measure divides.
[[nodiscard]] std::string_view unitOf(const ExperimentMeasure& measure);
/// "14.6 s", "1.27×", "156", "12%"
[[nodiscard]] std::string figureText(const ExperimentMeasure& measure, double value);

/// One line for each run: on which trees and at which size it was measured, or why there are no figures.
[[nodiscard]] std::vector<std::string> sizeLines(const MeasuredExperiment& measured);
/// One line for each claim, and what they come to.
[[nodiscard]] std::vector<std::string> verdictLines(const MeasuredExperiment& measured);

} // namespace batchscope
