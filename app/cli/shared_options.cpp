// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/shared_options.h"

#include "core/base/budget.h"
#include "core/plan/pass.h"
#include "core/records/choice_keys.h"
#include "core/schedule/policy.h"
#include "core/session/session_choice.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <string_view>

namespace batchscope {

namespace {

constexpr CountBounds kClassCounts = {1, 1'000'000};

/// Adds the options for the session choices of one group.
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

void addMemoryLimit(CLI::App& command, CliOptions& options) {
    addParsed(command, "--memory-limit", options.memoryLimit, parseMemoryLimit,
              "memory limit of a run and of a single tree, such as 24G; default: half of the free memory for a run, "
              "640M for a tree",
              "SIZE");
}

} // namespace

Result<std::uint64_t> parseNumber(const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size()) {
        return Error{ErrorCode::Config, fmt::format("expected a non-negative integer, got '{}'", text)};
    }
    return value;
}

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

void addSeed(CLI::App& command, std::uint64_t& seed, const std::string& help) {
    addParsed(command, "--seed", seed, parseNumber, help, fmt::format("N [{}]", seed));
}

void addJson(CLI::App& command, CliOptions& options) {
    command.add_flag("--json", options.json, "print one JSON document on stdout and nothing else");
}

void addReading(CLI::App& command, CliOptions& options) {
    command.add_flag("--strict", options.strict, "exit with code 3 if any tree cannot be read");
    command.add_flag("--allow-partial", options.allowsPartial,
                     "use what could be read of a file that is cut short, damaged or beyond a limit");
    addChoices(command, options, SessionChoice::Group::Read);
    addCount(command, "--rare-below", options.read.rareBelow, {0, 1'000'000},
             "replace words that occur fewer than N times with <unk>");
    addMemoryLimit(command, options);
}

CLI::Option* addFiles(CLI::App& command, CliOptions& options) {
    CLI::Option* const files =
        command
            .add_option("FILE", options.files,
                        "treebank or folder; - reads standard input; .gz and .zst are decompressed")
            ->required();
    addReading(command, options);
    return files;
}

void addGraph(CLI::App& command, CliOptions& options) {
    GraphOptions& graph = options.graph;
    const auto given = [&options](const std::string&) { options.netIsGiven = true; };
    command
        .add_option("--model", graph.model,
                    "net (see batchscope-cli list models), or a module of yours: TorchScript (encoder.pt) or its text "
                    "(cell.py); default: one that fits the trees. Pass a program as FILE")
        ->capture_default_str()
        ->each(given);
    addParsed(command, "--trees", graph.trees, parseTreeRange,
              "trees to use: A up to but not including B, counted from 0", "A:B");
    addCount(command, "--dim", graph.dim, kDims, "hidden width");
    for (const SessionChoice::Group group :
         {SessionChoice::Group::Graph, SessionChoice::Group::Trees, SessionChoice::Group::Run}) {
        addChoices(command, options, group);
    }
    command.get_option("--binarize")->each(given);
    const auto theOnlyOne = [](const std::string&) {}; // there is a single value so far; the validator does the work
    command.add_option_function<std::string>("--device", theOnlyOne, "device to run on")->check(CLI::IsMember({"cpu"}));
}

void addGraphOptions(CLI::App& command, CliOptions& options) {
    addGraph(command, options);
    addSeed(command, options.seed, "random seed for the weights and the order of arms");
    addThreads(command, options);
}

void addThreads(CLI::App& command, CliOptions& options) {
    addCount(command, "--threads", options.threads, kThreadCounts, "number of threads; 0: one per core");
}

void addClasses(CLI::App& command, CliOptions& options) {
    addParsed(
        command, "--classes", options.graph.classes,
        [](const std::string& text) { return parseCount<std::int32_t>(text, kClassCounts); },
        "number of classifier outputs, at least the number of labels", "N [counted from the labels; see info]");
}

void addPolicy(CLI::App& command, CliOptions& options, PolicyCount count) {
    const auto fault = [count](const std::string& text) {
        const bool isList = count == PolicyCount::Any;
        for (const std::string& name : isList ? split(text, ',') : std::vector{text}) {
            if (const Result<const Policy*> found = findPolicy(name); !found && !(isList && text == "all")) {
                return found.error().message;
            }
        }
        return std::string();
    };
    command.add_option("--policy", options.policies, "batching policy (see batchscope-cli list policies)")
        ->capture_default_str()
        ->check(fault)
        ->type_name(count == PolicyCount::Any ? "P[,P...]|all" : "P");
}

void addTable(CLI::App& command, CliOptions& options) {
    command.add_option("--table", options.tableFile, "table for the learned policy to follow instead of training");
}

void addTableOutput(CLI::App& command, CliOptions& options) {
    command.add_option("--save-table", options.savedTableFile, "write the learned policy's table to this file as JSON");
}

void addSchedule(CLI::App& command, CliOptions& options) {
    command
        .add_option("--schedule", options.scheduleFile,
                    "use the schedule in this file instead of a policy: saved by schedule --save-schedule, perhaps "
                    "edited by hand")
        ->type_name("S.json");
}

void addTrain(CLI::App& command, CliOptions& options) {
    command.add_flag_callback(
        "--train", [&options] { options.run.work = Work::Training; }, "also compute the loss and gradients");
}

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

} // namespace batchscope
