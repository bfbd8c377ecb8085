// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"

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
#include "core/words/file_words.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
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

/// Turns `help bench` into `bench --help` and `help` into `--help`; other arguments are unchanged.
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

using Command = std::function<Result<ExitCode>(const CliOptions&, const RunControl&)>;

const std::map<std::string, Command> kCommands = {
    {"info", runInfo},
    {"schedule", runSchedule},
    {"run", runRun},
    {"train", runTrain},
    {"evaluate", runEvaluate},
    {"predict", runPredict},
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

/// Config error for an unknown command; suggests the most similar one.
Status checkCommand(const std::vector<std::string>& arguments) {
    if (arguments.empty() || arguments.front().starts_with('-')) {
        return Ok{};
    }
    std::vector<std::string_view> names;
    std::transform(kCommands.begin(), kCommands.end(), std::back_inserter(names),
                   [](const auto& row) -> std::string_view { return row.first; });
    const Result<std::size_t> known = indexOfName(arguments.front(), names, "command");
    return known ? Status(Ok{}) : Status(known.error());
}

/// Shows progress on one line of stderr, overwritten in place. Only for a terminal.
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

/// A wait for a pipe is also reported if stderr is no terminal, since the user may be unaware of it.
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

/// Opens the module of --model first, if there is one, and reports on stderr how its methods run.
Result<ExitCode> runWithModule(const CliOptions& options, const RunControl& control) {
    CliOptions own = options;
    if (isModuleFile(own.graph.model)) {
        TRY(openModule(own.graph, control));
    }
    return kCommands.at(own.command)(own, control);
}

ExitCode runCommand(const CliOptions& options, const RunControl& control) {
    setMemoryLimit(options.memoryLimit);
    if (options.instructionSet) {
        capGemm(*options.instructionSet); // must precede the first product
    }
    const Result<ExitCode> code = runWithModule(options, control);
    if (code) {
        return *code;
    }
    clearProgress();
    fmt::print(stderr, "{}\n", code.error().text());
    return exitCodeOf(code.error());
}

/// Parses the command line. Returns an exit code if the program must end: the line is invalid or asks for help.
std::optional<ExitCode> parse(const std::vector<std::string>& arguments, CliOptions& options) {
    CLI::App app("Dynamic batching on trees from the command line: schedule, run, time and explain", "batchscope-cli");
    addCommands(app, options);
    if (const Status known = checkCommand(arguments); !known) {
        fmt::print(stderr, "{}\n", known.error().text());
        return ExitCode::Usage;
    }
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend())); // CLI11 parses from the back
    } catch (const CLI::ParseError& error) {
        const bool isHelp = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success);
        std::ostringstream out;
        std::ostringstream err;
        app.exit(error, out, err);
        fmt::print("{}", out.str()); // through stdio, which guards the terminal
        fmt::print(stderr, "{}", err.str());
        return isHelp ? ExitCode::Done : ExitCode::Usage;
    }
    noteGiven(app, options);
    return std::nullopt;
}

int mainOf(const std::string& program, const std::vector<std::string>& arguments, const CliSurroundings& surroundings) {
    const InterruptWatch interrupt;
    const RunControl control(interrupt.token(), showProgress);
    CliOptions options;
    options.bench.rooflineSeconds = surroundings.rooflineSeconds;
    if (const std::optional<ExitCode> ended = parse(arguments, options)) {
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
