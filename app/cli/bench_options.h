// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options of `bench`: what is measured is BenchConfig (core/bench/bench.h), what becomes of the figures is here.
#pragma once

#include "app/cli/app.h"
#include "core/base/table.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

struct CliOptions;

struct BenchOutput {
    TableFormat format = TableFormat::Text;
    std::string file;                   ///< where the JSON document also goes; empty: nowhere
    std::string compareWith;            ///< the JSON of a run to compare with; empty: none
    std::optional<double> failIfSlower; ///< how much slower is tolerated, as a share; none: slower is no failure
};

void addBench(CLI::App& app, CliOptions& options);

// The options of `experiment`. What an experiment is stands in experiment.h.

struct ExperimentChoice {
    std::vector<std::string> names;     ///< or "all"
    double scale = 1.0;                 ///< factor of widths, batch sizes and numbers of trees, at most 1
    std::optional<std::size_t> repeats; ///< none: as described
    int threads = 1;                    ///< 0: one per core
    std::string dataFolder;             ///< empty: none
};

void addExperiment(CLI::App& app, CliOptions& options);

} // namespace batchscope
