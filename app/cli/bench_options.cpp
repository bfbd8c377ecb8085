// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_options.h"

#include "app/cli/shared_options.h"
#include "core/base/choice.h"
#include "core/bench/arms.h"
#include "core/bench/sweep.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace batchscope {

namespace {

Result<double> parsePatience(const std::string& text) {
    constexpr double kLongest = 86'400.0;
    double seconds = 0.0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (code != std::errc() || end != text.data() + text.size() || !(seconds >= 0.0 && seconds <= kLongest)) {
        return Error{ErrorCode::Config, fmt::format("expected seconds, at most {:.0f}, got '{}'", kLongest, text)};
    }
    return seconds;
}

template <typename T, typename Parse>
Result<std::vector<T>> parseList(const std::string& text, Parse parse) {
    std::vector<T> values;
    for (const std::string& part : split(text, ',')) {
        const Result<T> value = parse(part);
        TRY(value);
        values.push_back(*value);
    }
    return values;
}

Result<Work> knownWork(const std::string& name) {
    const std::optional<Work> work = parseWork(name);
    return work ? Result<Work>(*work)
                : Result<Work>(Error{ErrorCode::Config, fmt::format("expected inference or training, got '{}'", name)});
}

/// Each list is an axis; what stands alone elsewhere is its first entry.
void addNetsAndWorks(CLI::App& command, CliOptions& options) {
    BenchConfig& bench = options.bench;
    command.remove_option(command.get_option("--model"));
    const auto parseNets = [&options](const std::string& text) {
        std::vector<std::string> nets = split(text, ','); // a wrong name is told when the trees are known
        options.graph.model = nets.front();
        options.netIsGiven = true;
        return Result<std::vector<std::string>>(std::move(nets));
    };
    addParsed(command, "--model", bench.models, parseNets,
              "nets (see batchscope-cli list models), or a module of yours (encoder.pt, cell.py), each measured on the "
              "same trees; default: one that fits the trees. Pass a program as FILE",
              "NET,NET,…");
    const auto parseWorks = [&options](const std::string& text) {
        Result<std::vector<Work>> works = parseList<Work>(text, knownWork);
        options.run.work = works ? works->front() : options.run.work;
        return works;
    };
    addTrain(command, options);
    addParsed(command, "--work", bench.works, parseWorks,
              "what a run does, each measured on the same trees; --train is --work training",
              "inference,training [inference]")
        ->excludes(command.get_option("--train"));
}

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
    addParsed(command, "--patience", bench.patienceSeconds, parsePatience,
              "most time for one batch size at one width to take rounds again during which the machine was slower than "
              "at its best; 0: rounds count at any speed",
              fmt::format("SECONDS [{:g}]", kUsualPatience));
    addCount(command, "--warmups", bench.warmups, {0}, "warm-up runs before the samples");
    addNetsAndWorks(command, options);
    addEngine(command, options);
}

/// In the order of the enumerators.
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
