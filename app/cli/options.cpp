// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"

#include "core/base/budget.h"
#include "core/base/text.h"
#include "core/bench/arms.h"
#include "core/plan/pass_choice.h"
#include "core/session/session_choice.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <memory>

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

/// A count may be anything from `least` to `most`. Beyond a billion it is a slip of the finger.
struct Bounds {
    std::uint64_t least = 1;
    std::uint64_t most = 1'000'000'000;
};

constexpr Bounds kDims = {1, kLargestDim};
constexpr Bounds kClassCounts = {1, 1'000'000};

/// Digits only: no sign, no base prefix.
Result<std::uint64_t> parseNumber(const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size()) {
        return Error{ErrorCode::Config, "expected a non-negative integer, got '" + text + "'"};
    }
    return value;
}

template <typename T>
Result<T> parseCount(const std::string& text, Bounds bounds) {
    const Result<std::uint64_t> value = parseNumber(text);
    if (!value) {
        return value.error();
    }
    if (*value < bounds.least || *value > bounds.most) {
        return Error{ErrorCode::Config, fmt::format("expected {} to {}, got {}", bounds.least, bounds.most, text)};
    }
    return static_cast<T>(*value);
}

template <typename T>
CLI::Option* addCount(CLI::App& command, const std::string& name, T& target, Bounds bounds, const std::string& help) {
    return addParsed(
        command, name, target, [bounds](const std::string& text) { return parseCount<T>(text, bounds); }, help,
        fmt::format("N [{}]", target));
}

/// Numbers with commas between.
template <typename T>
void addCounts(CLI::App& command, const std::string& name, std::vector<T>& target, Bounds bounds,
               const std::string& help) {
    const auto parse = [bounds](const std::string& text) -> Result<std::vector<T>> {
        std::vector<T> values;
        for (const std::string& part : split(text, ',')) {
            const Result<T> value = parseCount<T>(part, bounds);
            if (!value) {
                return value.error();
            }
            values.push_back(*value);
        }
        return values;
    };
    addParsed(command, name, target, parse, help, fmt::format("N,N,… [{}]", fmt::join(target, ",")));
}

void addSeed(CLI::App& command, std::uint64_t& seed, const std::string& help) {
    addParsed(command, "--seed", seed, parseNumber, help, fmt::format("N [{}]", seed));
}

Result<TreeRange> parseRange(const std::string& text) {
    const std::vector<std::string> parts = split(text, ':');
    TreeRange range;
    if (parts.size() != 2) {
        return Error{ErrorCode::Config,
                     "expected A:B (trees A up to but not including B, counted from 0), got '" + text + "'"};
    }
    for (const auto& [part, target] : {std::pair(parts[0], &range.begin), std::pair(parts[1], &range.end)}) {
        if (part.empty()) {
            continue; // an open end keeps its default
        }
        const Result<std::uint64_t> value = parseNumber(part);
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

/// Trees of one size or of any in a range; both ends belong to it.
Result<LeafRange> parseLeaves(const std::string& text) {
    const std::vector<std::string> parts = split(text, ':');
    if (parts.size() > 2) {
        return Error{ErrorCode::Config, "expected N or A:B (A to B inclusive), got '" + text + "'"};
    }
    const Result<std::size_t> fewest = parseCount<std::size_t>(parts.front(), {});
    const Result<std::size_t> most = parseCount<std::size_t>(parts.back(), {});
    if (!fewest || !most) {
        return fewest ? most.error() : fewest.error();
    }
    return LeafRange(*fewest, *most);
}

Result<double> parseDecimal(const std::string& text) {
    double value = 0.0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size()) {
        return Error{ErrorCode::Config, "expected a number such as 1.1, got '" + text + "'"};
    }
    return value;
}

/// The options of the session's choices of one group.
void addChoices(CLI::App& command, CliOptions& options, SessionChoice::Group group) {
    for (const SessionChoice& choice : sessionChoices()) {
        if (choice.group != group || choice.option.empty()) {
            continue;
        }
        const auto take = [&options, &choice](const std::string& text) {
            if (const Status status = choice.apply(options, text); !status) {
                throw CLI::ValidationError(choice.option, status.error().message);
            }
        };
        command.add_option_function<std::string>(choice.option, take, choice.help)
            ->type_name(fmt::format("{}", fmt::join(choice.names, "|")));
    }
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
    command.add_flag("--json", options.json, "print one JSON document on stdout and nothing else");
}

void addMemoryLimit(CLI::App& command, CliOptions& options) {
    addParsed(command, "--memory-limit", options.memoryLimit, parseMemoryLimit,
              "memory limit of a run and of a single tree, such as 24G; default: half of the free memory for a run, "
              "640M for a tree",
              "SIZE");
}

void addReading(CLI::App& command, CliOptions& options) {
    command.add_flag("--strict", options.strict, "exit with code 3 if any tree cannot be read");
    addChoices(command, options, SessionChoice::Group::Read);
    addCount(command, "--rare-below", options.read.rareBelow, {0, 1'000'000},
             "replace words that occur fewer than N times with <unk>");
    addMemoryLimit(command, options);
}

void addFiles(CLI::App& command, CliOptions& options) {
    command
        .add_option("FILE", options.files, "treebank or folder; - reads standard input; .gz and .zst are decompressed")
        ->required();
    addReading(command, options);
}

void addGraphOptions(CLI::App& command, CliOptions& options) {
    GraphOptions& graph = options.graph;
    const auto given = [&options](const std::string&) { options.netIsGiven = true; };
    command
        .add_option(
            "--model", graph.model,
            "net (see batchscope-cli list models); default: one that fits the trees. Pass a program file as FILE")
        ->capture_default_str()
        ->each(given);
    addParsed(command, "--trees", graph.trees, parseRange, "trees to use: A up to but not including B, counted from 0",
              "A:B");
    addCount(command, "--dim", graph.dim, kDims, "hidden width");
    for (const SessionChoice::Group group :
         {SessionChoice::Group::Graph, SessionChoice::Group::Trees, SessionChoice::Group::Run}) {
        addChoices(command, options, group);
    }
    command.get_option("--binarize")->each(given);
    const auto theOnlyOne = [](const std::string&) {}; // it has one value so far: its validator does the work
    command.add_option_function<std::string>("--device", theOnlyOne, "device to run on")->check(onlyYet("cpu"));
    addSeed(command, options.seed, "random seed for the weights and the order of arms");
    constexpr std::uint64_t kMostThreads = 256; // thousands would spin against each other for minutes
    addCount(command, "--threads", options.threads, {0, kMostThreads}, "number of threads; 0: one per core");
}

/// Where the width of a classifier shows.
void addClasses(CLI::App& command, CliOptions& options) {
    addParsed(
        command, "--classes", options.graph.classes,
        [](const std::string& text) { return parseCount<std::int32_t>(text, kClassCounts); },
        "number of classifier outputs, at least the number of labels", "N [counted from the labels; see info]");
}

void addPolicy(CLI::App& command, CliOptions& options, const std::string& kind) {
    command.add_option("--policy", options.policies, "batching policy (see batchscope-cli list policies)")
        ->capture_default_str()
        ->type_name(kind);
}

void addTable(CLI::App& command, CliOptions& options) {
    command.add_option("--table", options.tableFile, "table for the learned policy to follow instead of training");
}

/// What only makes sense where a table may come into being.
void addTableOutput(CLI::App& command, CliOptions& options) {
    command.add_option("--save-table", options.savedTableFile, "write the learned policy's table to this file as JSON");
    command.add_flag("--print-table", options.printTable, "print the learned policy's table");
}

void addTrain(CLI::App& command, CliOptions& options) {
    command.add_flag_callback(
        "--train", [&options] { options.run.work = Work::Training; }, "also compute the loss and gradients");
}

/// Of what is folded. The options may come in either order, so they are put together when all are read.
void addEngine(CLI::App& command, CliOptions& options) {
    struct Asked {
        PassChoice passes = PassSet::all();
        InstructionSet set = bestInstructionSet();
    };
    const auto asked = std::make_shared<Asked>();
    addParsed(command, "--passes", asked->passes, parsePassChoice,
              "engine passes; off: run the plain bodies on LibTorch, without the engine", "all|none|off|P,P,…|-P,-P,…");
    CLI::Option* const set = addParsed(command, "--isa", asked->set, parseInstructionSet,
                                       "most advanced instruction set that the engine may use", "portable|avx2|avx512");
    command.callback([asked, set, &options] {
        options.run.executor = InterpreterOptions();
        if (asked->passes) {
            options.run.executor = EngineOptions{.passes = *asked->passes, .instructionSet = asked->set};
        }
        if (!set->empty()) {
            options.instructionSet = asked->set;
        }
    });
}

void addBench(CLI::App& app, CliOptions& options) {
    CLI::App& command = *app.add_subcommand("bench", "time arms at several batch sizes and widths");
    addFiles(command, options);
    addGraphOptions(command, options);
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
    command.add_option("--out", options.benchFile, "also write the JSON document to this file");
    addTrain(command, options);
    addEngine(command, options);
    addJson(command, options);
}

void addExplain(CLI::App& app, CliOptions& options) {
    CLI::App& command = *app.add_subcommand("explain", "explain why two nodes of the graph run together or apart");
    const auto parseFile = [](const std::string& text) -> Result<std::vector<std::string>> { return {{text}}; };
    addParsed(command, "FILE", options.files, parseFile, "treebank; - reads standard input", "")->required();
    addReading(command, options);
    const auto parseNodes = [&options](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
            const Result<std::uint64_t> node = parseNumber(text);
            if (!node) {
                throw CLI::ValidationError("NODE", node.error().message);
            }
            options.nodes.push_back(*node);
        }
    };
    command
        .add_option_function<std::vector<std::string>>("NODE", parseNodes, "the numbers of two nodes, counted from 0")
        ->required()
        ->expected(2)
        ->type_name("NODE");
    addGraphOptions(command, options);
    addPolicy(command, options, "P");
    addTable(command, options);
    addJson(command, options);
}

void addConvert(CLI::App& app, CliOptions& options) {
    CLI::App& command = *app.add_subcommand("convert", "write the trees or the trace of a run in another format");
    addFiles(command, options);
    addParsed(command, "--to", options.convert.to, parseTarget,
              "output format; all except chrome-trace write the trees",
              fmt::format("{}", fmt::join(targetNames(), "|")))
        ->required();
    command.add_option("--out", options.convert.file, "write to this file instead of standard output");
    command.add_flag("--restore", options.convert.restore,
                     "undo --binarize and --unary of an earlier convert, as recorded in the labels (X|<A-B>, A+B)");
    addGraphOptions(command, options);
    addPolicy(command, options, "P");
    addTrain(command, options);
    addEngine(command, options);
}

void addGenerate(CLI::App& app, CliOptions& options) {
    CLI::App& command =
        *app.add_subcommand("generate", "generate trees of a given shape and write them to stdout in brackets");
    GenerateOptions& generate = options.generate;
    addParsed(command, "--shape", generate.shape, parseTreeShape, "shape of every tree",
              "random|sequence|balanced|same|nary");
    addCount(command, "--arity", generate.arity, {2}, "children of an inner node");
    addParsed(command, "--arities", generate.arities, parseArities,
              "for --shape nary: relative frequency of nodes with A children; shares need not add up to 1",
              "A:SHARE,… [2:0.6,3:0.3,4:0.1]");
    addParsed(command, "--leaves", generate.leaves, parseLeaves, "words per tree; A:B draws a number from A to B",
              fmt::format("N|A:B [{}]", generate.leaves.most));
    addCount(command, "--trees", generate.trees, {1}, "number of trees");
    addCount(command, "--vocabulary", generate.vocabulary, {1}, "distinct words");
    addParsed(command, "--words", generate.law, parseWordLaw, "distribution of words", "uniform|zipf");
    addParsed(command, "--zipf", generate.exponent, parseDecimal, "exponent of Zipf's law",
              fmt::format("S [{}]", generate.exponent));
    addSeed(command, generate.seed, "random seed; the same seed gives the same trees");
    addJson(command, options);
}

} // namespace

void addCommands(CLI::App& app, CliOptions& options) {
    app.require_subcommand(1);
    app.footer("An option that has no effect on the given input is an error, and the message says why. This depends on "
               "the\ncommand, the format of the input, the net and the other options, never on the particular "
               "trees.\nbatchscope-cli help COMMAND shows the options of a command.");
    app.set_version_flag("--version", "batchscope-cli " BATCHSCOPE_VERSION);

    CLI::App& info = *app.add_subcommand("info", "show format, trees, sizes, heights, arities, shapes and diagnostics");
    addFiles(info, options);
    addJson(info, options);

    CLI::App& schedule = *app.add_subcommand("schedule", "compute the batches under one or more policies");
    addFiles(schedule, options);
    addGraphOptions(schedule, options);
    addPolicy(schedule, options, "P[,P...]|all");
    addTable(schedule, options);
    addTableOutput(schedule, options);
    addJson(schedule, options);

    CLI::App& run = *app.add_subcommand("run", "run folded; with --check, also run regular and compare");
    addFiles(run, options);
    addGraphOptions(run, options);
    addPolicy(run, options, "P");
    addTable(run, options);
    run.add_flag("--check", options.check, "compare with a regular run; exit with code 4 if they differ");
    run.add_option_function<std::string>(
           "--timing", [&options](const std::string&) { options.run.timing = Timing::Off; },
           "with --check: off skips measuring the speed-up")
        ->check(CLI::IsMember({"off"}));
    addTrain(run, options);
    run.add_option_function<std::string>(
           "--reference",
           [&options](const std::string&) {
               options.run.reference = Reference::Float64;
               options.check = true; // there is nothing to hold against it without both runs
           },
           "compare both runs with a regular run in float64 on the same weights; implies --check")
        ->check(CLI::IsMember({"float64"}));
    run.add_option("--inject", options.injections,
                   "set one number of a parameter in both arms: NAME:ROW:COLUMN=NUMBER (or nan, inf); folded:NAME:… or "
                   "regular:NAME:… sets it in one arm only, so that --check finds a difference")
        ->type_name("[ARM:]P:R:C=X");
    addTrainingLoop(run, options.training);
    addEngine(run, options);
    addJson(run, options);

    addClasses(schedule, options);
    addClasses(run, options);
    addBench(app, options);
    addExplain(app, options);
    addGenerate(app, options);
    addConvert(app, options);

    CLI::App& list = *app.add_subcommand("list", "models, policies or formats");
    list.add_option("WHAT", options.listed, "models, policies or formats")
        ->required()
        ->check(CLI::IsMember({"models", "policies", "formats"}));
    addJson(list, options);
}

void noteGiven(const CLI::App& app, CliOptions& options) {
    const CLI::App& command = *app.get_subcommands().front();
    options.command = command.get_name();
    for (const CLI::Option* option : command.get_options()) {
        if (option->count() > 0) {
            options.given.insert(option->get_name());
        }
    }
}

} // namespace batchscope
