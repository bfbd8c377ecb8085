// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_options.h"

#include "app/cli/shared_options.h"
#include "core/bench/arms.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, 6> kOutputOptions = {"--json",        "--format",  "--out",
                                                            "--repeat-from", "--compare", "--fail-if-slower"};

/// "5%" is 0.05. A bare number is refused: 5 and 0.05 would both be plausible.
Result<double> parsePercent(const std::string& text) {
    double percent = 0.0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), percent);
    const bool isPercent = code == std::errc() && std::string_view(end) == "%";
    if (!isPercent || !(percent >= 0.0 && percent <= 1000.0)) {
        return Error{ErrorCode::Config,
                     fmt::format("expected a percentage from 0% to 1000% such as 5%, got '{}'", text)};
    }
    return percent / 100.0;
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
    addClasses(command, options);
    addCount(command, "--repeats", bench.repeats, {1}, "samples per measurement");
    addCount(command, "--warmups", bench.warmups, {0}, "warm-up runs before the samples");
    addTrain(command, options);
    addEngine(command, options);
}

void addOutput(CLI::App& command, CliOptions& options) {
    BenchOutput& output = options.benchOutput;
    addJson(command, options);
    addParsed(
        command, "--format", output.format, parseTableFormat,
        "how the figures are printed; csv holds unrounded numbers, latex needs the package booktabs, json is --json",
        fmt::format("{} [table]", fmt::join(tableFormatNames(), "|")))
        ->excludes(command.get_option("--json"));
    command.add_option(
        "--out", output.file,
        "also write the JSON document to this file, after each batch size and width, so that a run that is "
        "stopped loses nothing");
    command.add_option(
        "--repeat-from", output.repeatFrom,
        "measure again what this JSON document of bench describes; a FILE or an option beside it replaces "
        "the recorded one");
    CLI::Option* const compare =
        command.add_option("--compare", output.compareWith,
                           "compare with this JSON document of an earlier bench (Mann-Whitney test of the samples)");
    addParsed(command, "--fail-if-slower", output.failIfSlower, parsePercent,
              "with --compare: exit with code 4 if a median is significantly slower by more than P percent", "P%")
        ->needs(compare);
}

} // namespace

bool isOutputOption(std::string_view option) {
    return std::find(kOutputOptions.begin(), kOutputOptions.end(), option) != kOutputOptions.end();
}

void addBench(CLI::App& app, CliOptions& options) {
    CLI::App& command = *app.add_subcommand("bench", "time arms at several batch sizes and widths");
    CLI::Option* const files = addFiles(command, options);
    files->required(false)->description(fmt::format("{}; not needed with --repeat-from", files->get_description()));
    addGraphOptions(command, options);
    addMeasured(command, options);
    addOutput(command, options);
}

} // namespace batchscope
