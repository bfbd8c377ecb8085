// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options that several commands share, in groups: each is written once and means the same everywhere.
#pragma once

#include "app/cli/option_values.h"
#include "app/cli/options.h"

namespace batchscope {

constexpr CountBounds kDims = {1, kLargestDim};
constexpr CountBounds kThreadCounts = {0, 256}; ///< thousands would spin against each other for minutes

void addSeed(CLI::App& command, std::uint64_t& seed, const std::string& help);
void addJson(CLI::App& command, CliOptions& options);
/// How text becomes trees, --strict, --allow-partial and --memory-limit.
void addReading(CLI::App& command, CliOptions& options);
/// FILE..., required, and the options of addReading(). Returns FILE.
CLI::Option* addFiles(CLI::App& command, CliOptions& options);
/// From --model to --threads: what decides the graph, and what it runs on.
void addGraphOptions(CLI::App& command, CliOptions& options);
/// For commands whose results depend on the width of a classifier.
void addClasses(CLI::App& command, CliOptions& options);
/// `kind`: what the help says of the value.
void addPolicy(CLI::App& command, CliOptions& options, const std::string& kind);
void addTable(CLI::App& command, CliOptions& options);
/// For commands that may make such a table.
void addTableOutput(CLI::App& command, CliOptions& options);
/// A schedule from a file in place of a policy.
void addSchedule(CLI::App& command, CliOptions& options);
void addTrain(CLI::App& command, CliOptions& options);
/// --passes and --isa. Takes the command's callback: they may come in either order and are put together at the end.
void addEngine(CLI::App& command, CliOptions& options);

} // namespace batchscope
