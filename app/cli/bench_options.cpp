// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_options.h"

#include "app/cli/shared_options.h"
#include "core/base/choice.h"
#include "core/bench/arms.h"
#include "core/bench/sweep.h"

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

void addMeasured(CLI::App& command, CliOptions& options) {
    BenchConfig& bench = options.bench;
    const auto parseArms = [](const std::string& text) -> Result<std::vector<std::string>> { return split(text, ','); };
    CLI::Option* const arms = addParsed(command, "--arms", bench.arms, parseArms, armNamesText(),
                                        fmt::format("ARM,ARM,… [{}]", fmt::join(bench.arms, ",")));
    command
        .add_flag(
            "--ablation", bench.ablation,
            "compare regular@off, regular, folded@off, folded@none, each pass added in turn, and direct, in one table")
        ->excludes(arms);
    addCounts(command, "--batch", bench.batches, {}, "trees per run");
    command.remove_option(command.get_option("--dim"));
    addCounts(command, "--dim", bench.dims, kDims, "hidden widths");
    command.remove_option(command.get_option("--threads"));
    addCounts(command, "--threads", bench.threads, kThreadCounts, "numbers of threads; 0: one per core");
    addClasses(command, options);
    addCount(command, "--repeats", bench.repeats, {1}, "samples per measurement");
    addParsed(
        command, "--mini-batches", bench.miniBatches,
        [](const std::string& text) { return parseCount<std::size_t>(text, {1}); },
        "mini-batches that are drawn from all selected trees for each batch size and measured in turn",
        fmt::format("N [repeats / 2, at most {}]", kUsualMiniBatches));
    addCount(command, "--warmups", bench.warmups, {0}, "warm-up runs before the samples");
    addTrain(command, options);
    addEngine(command, options);
}

/// The names of TableFormat, in the order of its enumerators.
constexpr std::array<std::string_view, 5> kTableFormats = {"table", "csv", "markdown", "latex", "json"};

Result<TableFormat> parseTableFormat(std::string_view name) {
    return parseChoice<TableFormat>(name, kTableFormats, "format");
}

void addOutput(CLI::App& command, CliOptions& options) {
    BenchOutput& output = options.benchOutput;
    addJson(command, options);
    addParsed(
        command, "--format", output.format, parseTableFormat,
        "how the figures are printed; csv holds unrounded numbers, latex needs the package booktabs, json is --json",
        fmt::format("{} [table]", fmt::join(kTableFormats, "|")))
        ->excludes(command.get_option("--json"));
    command.add_option("--out", output.file,
                       "also write the JSON document to this file, after each batch size and width, so that a run that "
                       "is stopped loses nothing");
    CLI::Option* const compare =
        command.add_option("--compare", output.compareWith,
                           "compare with this JSON document of an earlier bench (Mann-Whitney test of the samples)");
    addParsed(command, "--fail-if-slower", output.failIfSlower, parsePercent,
              "with --compare: exit with code 4 if a median is significantly slower by more than P percent", "P%")
        ->needs(compare);
}

} // namespace

void addBench(CLI::App& app, CliOptions& options) {
    CLI::App& command = *app.add_subcommand("bench", "time arms at several batch sizes and widths");
    addFiles(command, options);
    addGraphOptions(command, options);
    addMeasured(command, options);
    addOutput(command, options);
}

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
}

} // namespace batchscope
