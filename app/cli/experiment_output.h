// SPDX-License-Identifier: GPL-3.0-or-later
//
// What `experiment` prints: for people a table for each of an experiment's, with remarks; CSV as one table of all
// figures; the JSON document. The figures and sentences are core's (core/experiments/experiment_table.h).
#pragma once

#include "app/cli/json.h"
#include "app/cli/table_formats.h"
#include "core/experiments/experiment_table.h"

#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// Of one experiment: title and source, sizes, tables, claims and what was left out, in a format for people.
[[nodiscard]] std::string experimentText(const MeasuredExperiment& measured, TableFormat format);

/// One row for each figure of all experiments, here and published; a cell without a figure has no row.
[[nodiscard]] FigureTable experimentFigures(std::span<const MeasuredExperiment> all);

/// Keys: `cancelled`, `experiments` with `id`, `scale`, `sweeps` (the runs), `tables`, `claims` and `verdict`.
[[nodiscard]] Json experimentsJson(std::span<const MeasuredExperiment> all, bool isCancelled);

/// Ids, titles and sources, as a table or as JSON.
[[nodiscard]] std::string experimentList(std::span<const Experiment> experiments);
[[nodiscard]] Json experimentListJson(std::span<const Experiment> experiments);

} // namespace batchscope
