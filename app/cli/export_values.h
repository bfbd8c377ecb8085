// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options of `export-values`, and --weights, which other commands have, too; runExportValues (commands.h) carries
// it out.
#pragma once

#include "app/cli/app.h"

#include <string>

namespace batchscope {

struct CliOptions;

struct ExportChoice {
    std::string file; ///< its ending names the format
};

void addExportValues(CLI::App& app, CliOptions& options);
/// For commands whose results depend on the weights.
void addWeights(CLI::App& command, CliOptions& options);

} // namespace batchscope
