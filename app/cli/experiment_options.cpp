// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/experiment_options.h"

#include "app/cli/shared_options.h"

namespace batchscope {

void addExperiment(CLI::App& app, CliOptions& options) {
    CLI::App& command = *app.add_subcommand(
        "experiment", "run experiments of the literature and show the figures beside the published ones");
    ExperimentChoice& experiment = options.experiment;
    command.add_option("NAME", experiment.names, "experiments, or all; without a name they are listed")
        ->type_name("NAME");
    command.add_flag("--quick", experiment.isQuick,
                     "run at reduced size: seconds instead of minutes; the tables state the size");
    addParsed(
        command, "--repeats", experiment.repeats,
        [](const std::string& text) { return parseCount<std::size_t>(text, {1}); }, "samples per measurement",
        "N [as described]");
    addParsed(
        command, "--threads", experiment.threads,
        [](const std::string& text) { return parseCount<int>(text, kThreadCounts); }, "threads; 0: one per core",
        "N [1]");
    command
        .add_option(
            "--data", experiment.dataFolder,
            "folder of treebanks (sst/train.txt, mnist/…); where a file is missing, generated trees are used or "
            "the run is skipped")
        ->check(CLI::ExistingDirectory)
        ->type_name("DIR");
    addJson(command, options);
    addParsed(
        command, "--format", experiment.format, parseTableFormat,
        "how the figures are printed; csv holds unrounded numbers, latex needs the package booktabs, json is --json",
        fmt::format("{} [table]", fmt::join(tableFormatNames(), "|")))
        ->excludes(command.get_option("--json"));
    command.add_option("--out", experiment.file,
                       "also write the JSON document to this file, after each batch size, so that a run that is "
                       "stopped loses nothing");
}

} // namespace batchscope
