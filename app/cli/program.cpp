// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"

#include "app/cli/bench_options.h"
#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "app/cli/prepare.h"
#include "core/base/budget.h"
#include "core/base/choice.h"
#include "core/base/interrupt_watch.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/terminal.h"
#include "core/bytes/input_files.h"
#include "core/kernels/gemm.h"
#include "core/nets/user_net.h"
#include "core/records/bench_json.h"
#include "core/words/file_words.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace batchscope {

namespace {

// What a slip of the finger was meant to be: `infos` is `info`, `--polcy` is `--policy`.

std::string suggestion(std::string_view typed, const std::vector<std::string>& names) {
    return didYouMean(typed, std::vector<std::string_view>(names.begin(), names.end()));
}

std::vector<std::string> commandNames(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    return names;
}

std::vector<std::string> optionNames(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return names;
}

Status checkOptionName(const CLI::App& command, const std::string& argument) {
    const std::string name = argument.substr(0, argument.find('='));
    const std::vector<std::string> names = optionNames(command);
    if (std::find(names.begin(), names.end(), name) != names.end()) {
        return Ok{};
    }
    return Error{ErrorCode::Config, fmt::format("{} has no option {}{} (see batchscope-cli help {})",
                                                command.get_name(), name, suggestion(name, names), command.get_name())};
}

/// `help bench` is `bench --help`, `help` is `--help`; all else as it is.
std::vector<std::string> withHelpAsOption(std::vector<std::string> arguments) {
    const auto command =
        std::find_if(arguments.begin(), arguments.end(), [](const std::string& word) { return word != "help"; });
    if (command == arguments.begin()) {
        return arguments;
    }
    arguments.erase(arguments.begin(), command); // `help help` is `help`
    arguments.resize(std::min<std::size_t>(arguments.size(), 1));
    arguments.emplace_back("--help");
    return arguments;
}

/// Config error for a command or a long option that `app` does not have, with the nearest one that it has.
Status checkNames(const CLI::App& app, const std::vector<std::string>& arguments) {
    if (arguments.empty() || arguments.front().starts_with('-')) {
        return Ok{};
    }
    const std::vector<std::string> commands = commandNames(app);
    if (std::find(commands.begin(), commands.end(), arguments.front()) == commands.end()) {
        return Error{ErrorCode::Config, fmt::format("there is no command '{}'{} (see batchscope-cli --help)",
                                                    arguments.front(), suggestion(arguments.front(), commands))};
    }
    const CLI::App& command = *app.get_subcommand(arguments.front());
    for (const std::string& argument : arguments) {
        if (argument == "--") {
            break;
        }
        if (argument.starts_with("--")) {
            TRY(checkOptionName(command, argument));
        }
    }
    return Ok{};
}

// `bench --repeat-from RUN.json`: the command line that measures again what a document of bench describes. The recorded
// line goes through the parser that every line goes through, so it means what it meant when it was typed.

/// `arguments` (without the program, already parsed once) with what RUN.json has recorded. Options that say what is
/// measured: those of `arguments`, else the recorded ones; --arms and --ablation, which exclude each other, replace
/// each other. Options that say what becomes of the figures (isOutputOption): those of `arguments` only, so that no
/// file of the first run is written over. FILE: those of `arguments`, else the recorded ones, which must still be
/// there.
///
/// Errors as readBenchDocument(); Parse: no recorded command of bench, or one that this version does not take; Io: a
/// recorded input file is gone; Config: the run read standard input.
[[nodiscard]] Result<std::vector<std::string>>
repeatedLine(const std::string& runFile, const std::vector<std::string>& arguments, const RunControl& control);

constexpr std::string_view kFile = "FILE";

struct GivenOption {
    std::string name; ///< "--dim", or FILE
    bool isFlag = false;
    std::vector<std::string> values; ///< as typed
};

/// What stands on a line of bench. Config error where the parser refuses it.
Result<std::vector<GivenOption>> givenOn(const std::vector<std::string>& arguments) {
    CliOptions parsed;
    CLI::App app;
    addCommands(app, parsed);
    TRY(checkNames(app, arguments));
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend())); // CLI11 takes them from the back
    } catch (const CLI::ParseError& error) {
        return Error{ErrorCode::Config, error.what()};
    }
    std::vector<GivenOption> given;
    for (const CLI::Option* option : app.get_subcommand("bench")->get_options()) {
        if (option->count() > 0) {
            given.push_back({option->get_name(), option->get_items_expected_max() == 0, option->results()});
        }
    }
    return given;
}

const GivenOption* find(const std::vector<GivenOption>& given, std::string_view name) {
    const auto found =
        std::find_if(given.begin(), given.end(), [&](const GivenOption& option) { return option.name == name; });
    return found == given.end() ? nullptr : &*found;
}

bool isReplaced(const GivenOption& recorded, const std::vector<GivenOption>& now) {
    const bool choosesArms = recorded.name == "--arms" || recorded.name == "--ablation";
    return isOutputOption(recorded.name) || find(now, recorded.name) != nullptr ||
           (choosesArms && (find(now, "--arms") != nullptr || find(now, "--ablation") != nullptr));
}

void appendOption(std::vector<std::string>& line, const GivenOption& option) {
    for (const std::string& value : option.values) {
        if (option.isFlag) {
            line.push_back(option.name);
        } else {
            line.push_back(fmt::format("{}={}", option.name, value)); // a value may begin with a dash
        }
    }
}

/// FILE comes last, behind a mark that it is no option.
void appendFiles(std::vector<std::string>& line, const std::vector<std::string>& files) {
    if (!files.empty()) {
        line.emplace_back("--");
        line.insert(line.end(), files.begin(), files.end());
    }
}

Result<std::vector<std::string>> recordedArguments(const std::string& runFile, const BenchDocument& run) {
    if (!run.config.graph.picked.empty()) {
        return Error{ErrorCode::Config,
                     "this run measured trees that were picked in the window, which no command line can name", runFile};
    }
    if (run.command.size() < 2 || run.command[1] != "bench") {
        return wrongValue(runFile, "context.command",
                          "the list of words of a bench command line, which --repeat-from needs");
    }
    return std::vector<std::string>(run.command.begin() + 1, run.command.end());
}

Status checkStillThere(const std::string& runFile, const BenchDocument& run, const std::vector<std::string>& files) {
    for (const std::string& file : files) {
        if (file == "-") {
            return Error{
                ErrorCode::Config,
                fmt::format("{} measured standard input, which was not kept; add the FILE to measure", runFile)};
        }
        std::error_code ignored;
        if (!std::filesystem::exists(file, ignored)) {
            return Error{
                ErrorCode::Io,
                fmt::format("the input file of {} is not there; it was measured in the folder {}: go there, or "
                            "add the FILE to measure",
                            runFile, run.directory.empty() ? "(unknown)" : run.directory),
                file};
        }
    }
    return Ok{};
}

Result<std::vector<std::string>> repeatedLine(const std::string& runFile, const std::vector<std::string>& arguments,
                                              const RunControl& control) {
    const Result<BenchDocument> run = readBenchDocument(runFile, control);
    TRY(run);
    const Result<std::vector<std::string>> words = recordedArguments(runFile, *run);
    TRY(words);
    const Result<std::vector<GivenOption>> recorded = givenOn(*words);
    if (!recorded) {
        return Error{ErrorCode::Parse,
                     fmt::format("this version does not take the recorded command: {}", recorded.error().message),
                     runFile};
    }
    const Result<std::vector<GivenOption>> now = givenOn(arguments);
    TRY(now);
    std::vector<std::string> line = {"bench"};
    for (const GivenOption& option : *recorded) {
        if (option.name != kFile && !isReplaced(option, *now)) {
            appendOption(line, option);
        }
    }
    for (const GivenOption& option : *now) {
        if (option.name != kFile && option.name != "--repeat-from") {
            appendOption(line, option);
        }
    }
    const GivenOption* const newFiles = find(*now, kFile);
    const GivenOption* const oldFiles = find(*recorded, kFile);
    if (newFiles != nullptr) {
        appendFiles(line, newFiles->values);
    } else if (oldFiles != nullptr) {
        TRY(checkStillThere(runFile, *run, oldFiles->values));
        appendFiles(line, oldFiles->values);
    }
    return line;
}

using Command = std::function<Result<ExitCode>(const CliOptions&, const RunControl&)>;

const std::map<std::string, Command> kCommands = {
    {"info", runInfo},
    {"schedule", runSchedule},
    {"run", runRun},
    {"train", runTrain},
    {"evaluate", runEvaluate},
    {"bench", runBenchCommand},
    {"diagnose", runDiagnose},
    {"explain", runExplain},
    {"generate", runGenerate},
    {"convert", runConvert},
    {"check-lesson", runCheckLesson},
    {"export-values", runExportValues},
    {"list", runList},
    {"experiment", runExperimentCommand},
};

/// One line on stderr, overwritten in place; only for a terminal.
void showOnTerminal(std::string_view stage, std::size_t done, std::size_t total) {
    if (total == 0) {
        writeProgress(fmt::format("{} {}", stage, done));
    } else {
        writeProgress(fmt::format("{} {} of {} ({:.0f}%)", stage, done, total,
                                  100.0 * static_cast<double>(done) / static_cast<double>(total)));
    }
    if (total != 0 && done >= total) {
        clearProgress();
    }
}

/// Whoever waits for a pipe without knowing it must be told, in a script's log, too.
void showProgress(std::string_view stage, std::size_t done, std::size_t total) {
    if (stage.starts_with(words::kWaitingForDataFrom)) {
        fmt::print(stderr, "{} (Ctrl+C stops)\n", stage);
    } else if (isatty(STDERR_FILENO) == 1) {
        showOnTerminal(stage, done, total);
    }
}

ExitCode exitCodeOf(const Error& error) {
    switch (error.code) {
    case ErrorCode::Io:
    case ErrorCode::Parse: return ExitCode::BadInput;
    case ErrorCode::Config: return ExitCode::Usage;
    case ErrorCode::Cancelled: return ExitCode::Cancelled;
    case ErrorCode::Schedule:
    case ErrorCode::Backend:
    case ErrorCode::Layout: return ExitCode::Failed;
    }
    return ExitCode::Internal;
}

/// Modules among the nets of --model.
std::vector<std::string> modulesOf(const CliOptions& options) {
    std::vector<std::string> modules =
        options.bench.models.empty() ? std::vector{options.graph.model} : options.bench.models;
    std::erase_if(modules, [](const std::string& model) { return !isModuleFile(model); });
    return modules;
}

/// A module that --model names is opened first; how its methods run is said on stderr.
Result<ExitCode> runWithModule(const CliOptions& options, const RunControl& control) {
    const std::vector<std::string> modules = modulesOf(options);
    if (modules.empty()) {
        return kCommands.at(options.command)(options, control);
    }
    if (modules.size() > 1) {
        return Error{ErrorCode::Config, fmt::format("--model takes one module at a time, beside nets; found {}",
                                                    fmt::join(modules, ", "))};
    }
    CliOptions own = options;
    own.graph.model = modules.front();
    TRY(openModule(own.graph, control));
    own.graph.model = options.graph.model; // of several nets, the first
    return kCommands.at(own.command)(own, control);
}

ExitCode runCommand(const CliOptions& options, const RunControl& control) {
    setMemoryLimit(options.memoryLimit);
    if (options.instructionSet) {
        capGemm(*options.instructionSet); // before the first product, later it is refused
    }
    const Result<ExitCode> code = runWithModule(options, control);
    if (code) {
        return *code;
    }
    clearProgress();
    fmt::print(stderr, "{}\n", code.error().text());
    return exitCodeOf(code.error());
}

/// The exit code where the line ends the program: one that is wrong, or asks for help.
std::optional<ExitCode> parse(const std::vector<std::string>& arguments, CliOptions& options) {
    CLI::App app("Dynamic batching on trees from the command line: schedule, run, time and explain", "batchscope-cli");
    addCommands(app, options);
    if (const Status known = checkNames(app, arguments); !known) {
        fmt::print(stderr, "{}\n", known.error().text());
        return ExitCode::Usage;
    }
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend())); // CLI11 takes them from the back
    } catch (const CLI::ParseError& error) {
        if (error.get_name() == "CallForAllHelp") {
            showRarelyUsed(app);
        }
        const bool isHelp = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success);
        std::ostringstream out;
        std::ostringstream err;
        app.exit(error, out, err);
        fmt::print("{}", out.str()); // by stdio, which guards terminals
        fmt::print(stderr, "{}", err.str());
        return isHelp ? ExitCode::Done : ExitCode::Usage;
    }
    noteGiven(app, options);
    return std::nullopt;
}

CliOptions optionsIn(const CliSurroundings& surroundings) {
    CliOptions options;
    options.bench.rooflineSeconds = surroundings.rooflineSeconds;
    options.bench.patienceSeconds = surroundings.patienceSeconds;
    return options;
}

/// The same, of a line that stands for a recorded one.
std::optional<ExitCode> parseRepeated(std::vector<std::string>& arguments, CliOptions& options,
                                      const CliSurroundings& surroundings, const RunControl& control) {
    const std::string runFile = options.benchOutput.repeatFrom;
    Result<std::vector<std::string>> line = repeatedLine(runFile, arguments, control);
    if (!line) {
        clearProgress();
        fmt::print(stderr, "{}\n", line.error().text());
        return exitCodeOf(line.error());
    }
    arguments = std::move(*line);
    options = optionsIn(surroundings);
    const std::optional<ExitCode> ended = parse(arguments, options);
    options.benchOutput.repeatFrom = runFile; // --out must not write over it
    return ended;
}

int mainOf(const std::string& program, std::vector<std::string> arguments, const CliSurroundings& surroundings) {
    const InterruptWatch interrupt;
    const RunControl control(interrupt.token(), showProgress);
    CliOptions options = optionsIn(surroundings);
    std::optional<ExitCode> ended = parse(arguments, options);
    if (!ended && !options.benchOutput.repeatFrom.empty()) {
        ended = parseRepeated(arguments, options, surroundings, control);
    }
    if (ended) {
        return static_cast<int>(*ended);
    }
    options.commandLine = {program};
    options.commandLine.insert(options.commandLine.end(), arguments.begin(), arguments.end());
    const ExitCode code = runCommand(options, control);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        fmt::print(stderr, "error: cannot write to standard output\n");
        return static_cast<int>(ExitCode::Failed);
    }
    return static_cast<int>(code);
}

} // namespace

void clearProgress() {
    if (isatty(STDERR_FILENO) == 1) {
        writeProgress({});
    }
}

int runCommandLine(int argc, char** argv, const CliSurroundings& surroundings) {
    try {
        forgetInputs();
        const std::string program = argc > 0 ? argv[0] : "batchscope-cli";
        return mainOf(program, withHelpAsOption({argv + std::min(argc, 1), argv + argc}), surroundings);
    } catch (const std::exception& failure) {
        fmt::print(stderr, "internal error: {}\n", failure.what());
        return static_cast<int>(ExitCode::Internal);
    }
}

} // namespace batchscope
