// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options of `experiment`. What an experiment is stands in experiment.h.
#pragma once

#include "app/cli/app.h"
#include "core/base/table.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

struct CliOptions;

struct ExperimentChoice {
    std::vector<std::string> names;     ///< or "all"
    double scale = 1.0;                 ///< factor of widths, batch sizes and numbers of trees, at most 1
    std::optional<std::size_t> repeats; ///< none: as described
    int threads = 1;                    ///< 0: one per core
    std::string dataFolder;             ///< empty: none
    TableFormat format = TableFormat::Text;
};

void addExperiment(CLI::App& app, CliOptions& options);

} // namespace batchscope
