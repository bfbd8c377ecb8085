// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options of `bench`. BenchConfig (core/bench/bench.h) says what is measured, BenchOutput where the results go.
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
    std::string file;                   ///< the file to which the JSON document is also written; empty: none
    std::string compareWith;            ///< the JSON file of a run to compare with; empty: none
    std::optional<double> failIfSlower; ///< tolerated slowdown, as a fraction; none: a slower run is not a failure
};

void addBench(CLI::App& app, CliOptions& options);

// The options of `experiment`; experiment.h describes experiments.

struct ExperimentChoice {
    std::vector<std::string> names;     ///< names of experiments, or "all"
    double scale = 1.0;                 ///< factor for widths, batch sizes and numbers of trees, at most 1
    std::optional<std::size_t> repeats; ///< none: as described in the experiment
    int threads = 1;                    ///< 0: one per core
    std::string dataFolder;             ///< empty: none
};

void addExperiment(CLI::App& app, CliOptions& options);

} // namespace batchscope
