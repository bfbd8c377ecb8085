// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_options.h"

#include "core/base/text.h"

#include <CLI/CLI.hpp>

#include <charconv>

namespace batchscope {

namespace {

/// An option whose text core parses; core's message becomes the usage error.
template <typename T, typename Parse>
CLI::Option* addParsed(CLI::App& command, const std::string& name, T& target, Parse parse, const std::string& help,
                       const std::string& kind) {
    return command
        .add_option_function<std::string>(
            name,
            [&target, parse, name](const std::string& text) {
                const auto value = parse(text);
                if (!value) {
                    throw CLI::ValidationError(name, value.error().message);
                }
                target = *value;
            },
            help)
        ->type_name(kind);
}

Result<std::size_t> parseNumber(const std::string& text) {
    std::size_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size()) {
        return Error{ErrorCode::Config, "expected a whole number, got '" + text + "'"};
    }
    return value;
}

Result<TreeRange> parseRange(const std::string& text) {
    const std::vector<std::string> parts = split(text, ':');
    TreeRange range;
    if (parts.size() != 2) {
        return Error{ErrorCode::Config, "expected A:B (half open, from 0), got '" + text + "'"};
    }
    for (const auto& [part, target] : {std::pair(parts[0], &range.begin), std::pair(parts[1], &range.end)}) {
        if (part.empty()) {
            continue; // an open end keeps its default
        }
        const Result<std::size_t> value = parseNumber(part);
        if (!value) {
            return value.error();
        }
        *target = *value;
    }
    if (range.begin >= range.end) {
        return Error{ErrorCode::Config, "the range " + text + " is empty; expected A < B"};
    }
    return range;
}

/// A choice that names a future capability says so, rather than "unknown".
CLI::Validator onlyYet(const std::string& available) {
    return CLI::Validator(
        [available](const std::string& text) {
            return text == available ? std::string() : "'" + text + "' is not available yet; only " + available + " is";
        },
        available);
}

void addJson(CLI::App& command, CliOptions& options) {
    command.add_flag("--json", options.json, "one JSON document on stdout, nothing else there");
}

void addFiles(CLI::App& command, CliOptions& options, int most) {
    auto* const files =
        command.add_option("FILE", options.files, "treebank; - is standard input; .gz and .zst are read");
    files->required()->expected(1, most);
    command.add_flag("--strict", options.strict, "exit 3 when any tree cannot be read");
}

void addGraphOptions(CLI::App& command, CliOptions& options) {
    static std::string ignored; // choices with one value so far; their validators do the work
    GraphOptions& graph = options.graph;
    command.add_option("--model", graph.model, "net, see: batchscope-cli list models")->capture_default_str();
    addParsed(command, "--trees", graph.trees, parseRange, "trees A:B, half open, from 0", "A:B");
    command.add_option("--dim", graph.dim, "hidden width")->capture_default_str();
    addParsed(command, "--outputs", graph.outputs, parseOutputs, "logits at the root or at all nodes", "root|all");
    addParsed(command, "--merge", graph.merge, parseMerge, "merge equal calls", "off|leaves|subtrees");
    addParsed(command, "--binarize", graph.binarization, parseBinarization, "make trees binary",
              "none|left|right|balanced");
    command.add_option("--granularity", ignored, "what a node is")->check(onlyYet("cell"));
    command.add_option("--device", ignored, "where it runs")->check(onlyYet("cpu"));
    command.add_option("--seed", options.seed, "of weights and arm order")->capture_default_str();
    command.add_option("--threads", options.threads, "0: as many as there are cores")
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber);
}

void addPolicy(CLI::App& command, CliOptions& options, const std::string& kind) {
    command.add_option("--policy", options.policies, "see: batchscope-cli list policies")
        ->capture_default_str()
        ->type_name(kind);
}

void rejectTrain(CLI::App& command) {
    command.add_flag_callback(
        "--train", [] { throw CLI::ValidationError("--train", "gradients are not available yet; inference only is"); },
        "forward and backward (not available yet)");
}

void addBench(CLI::App& app, CliOptions& options) {
    CLI::App& command = *app.add_subcommand("bench", "time arms over batch sizes and widths");
    addFiles(command, options, 1000);
    addGraphOptions(command, options);
    BenchConfig& bench = options.bench;
    command.add_option("--arms", bench.arms, "regular, folded, folded:POLICY")->delimiter(',')->capture_default_str();
    command.add_option("--batch", bench.batches, "trees a step")->delimiter(',')->capture_default_str();
    command.remove_option(command.get_option("--dim"));
    command.add_option("--dim", bench.dims, "hidden widths")->delimiter(',')->capture_default_str();
    command.add_option("--repeats", bench.repeats, "samples of each point")->capture_default_str();
    command.add_option("--warmups", bench.warmups, "steps before the samples")->capture_default_str();
    command.add_option("--out", options.benchFile, "also write the JSON document to this file");
    rejectTrain(command);
    addJson(command, options);
}

void addGenerate(CLI::App& app, CliOptions& options) {
    CLI::App& command = *app.add_subcommand("generate", "make trees of a known shape, in brackets, on stdout");
    GenerateOptions& generate = options.generate;
    addParsed(command, "--shape", generate.shape, parseTreeShape, "of every tree", "random|sequence|balanced|same");
    command.add_option("--arity", generate.arity, "children of an inner node")->capture_default_str();
    command.add_option("--leaves", generate.leaves, "words of each tree")->capture_default_str();
    command.add_option("--trees", generate.trees, "how many")->capture_default_str();
    command.add_option("--vocabulary", generate.vocabulary, "distinct words")->capture_default_str();
    command.add_option("--seed", generate.seed, "same seed, same trees")->capture_default_str();
    addJson(command, options);
}

} // namespace

void addCommands(CLI::App& app, CliOptions& options) {
    app.require_subcommand(1);
    app.set_version_flag("--version", "batchscope-cli " BATCHSCOPE_VERSION);

    CLI::App& info = *app.add_subcommand("info", "format, trees, sizes, heights, arities, shapes, diagnostics");
    addFiles(info, options, 1000);
    addJson(info, options);

    CLI::App& schedule = *app.add_subcommand("schedule", "batches under one or several policies");
    addFiles(schedule, options, 1000);
    addGraphOptions(schedule, options);
    addPolicy(schedule, options, "P[,P...]|all");
    addJson(schedule, options);

    CLI::App& run = *app.add_subcommand("run", "run folded; with --check also regular, and compare");
    addFiles(run, options, 1000);
    addGraphOptions(run, options);
    addPolicy(run, options, "P");
    run.add_flag("--check", options.check, "compare with the regular run; exit 4 when they differ");
    rejectTrain(run);
    addJson(run, options);

    addBench(app, options);
    addGenerate(app, options);

    CLI::App& list = *app.add_subcommand("list", "models, policies or formats");
    list.add_option("WHAT", options.listed, "models, policies or formats")
        ->required()
        ->check(CLI::IsMember({"models", "policies", "formats"}));
    addJson(list, options);
}

} // namespace batchscope
