// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/experiment_options.h"

#include "app/cli/bench_options.h"
#include "app/cli/shared_options.h"

namespace batchscope {

namespace {

Result<TableFormat> parsePeoplesFormat(const std::string& text) {
    const Result<TableFormat> format = parseTableFormat(text);
    const bool isForPeople = format && *format != TableFormat::Csv && *format != TableFormat::Document;
    return isForPeople ? format
                       : Error{ErrorCode::Config, "expected table, markdown or latex; --json has unrounded figures"};
}

} // namespace

void addExperiment(CLI::App& app, CliOptions& options) {
    CLI::App& command = *app.add_subcommand(
        "experiment", "measure experiments of the literature and show the figures beside the published ones");
    ExperimentChoice& experiment = options.experiment;
    command.add_option("NAME", experiment.names, "experiments (see batchscope-cli list experiments), or all")
        ->required()
        ->type_name("NAME");
    command
        .add_option("--scale", experiment.scale,
                    "multiply widths, batch sizes and numbers of trees by S: 0.1 takes seconds instead of hours; "
                    "each line of figures says what was measured")
        ->check(CLI::Range(0.001, 1.0))
        ->type_name("S [1]");
    addParsed(
        command, "--repeats", experiment.repeats,
        [](const std::string& text) { return parseCount<std::size_t>(text, {1}); }, "samples per measurement",
        "N [as described]");
    addParsed(
        command, "--threads", experiment.threads,
        [](const std::string& text) { return parseCount<int>(text, kThreadCounts); }, "threads; 0: one per core",
        "N [1]");
    command
        .add_option("--data", experiment.dataFolder,
                    "folder of treebanks (sst/train.txt, mnist/…); without a file, generated trees stand in for it or "
                    "the run is skipped")
        ->check(CLI::ExistingDirectory)
        ->type_name("DIR");
    addJson(command, options);
    addParsed(command, "--format", experiment.format, parsePeoplesFormat,
              "how the tables are printed; latex needs the package booktabs", "table|markdown|latex [table]")
        ->excludes(command.get_option("--json"));
}

} // namespace batchscope
