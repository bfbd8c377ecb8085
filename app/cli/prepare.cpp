// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/prepare.h"

#include "app/cli/applies.h"
#include "app/cli/commands.h"
#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/bytes/file_bytes.h"
#include "core/bytes/input_files.h"
#include "core/exchange/weights.h"
#include "core/exec/injection.h"
#include "core/exec/machine.h"
#include "core/exec/memory_estimate.h"
#include "core/formats/read_treebank.h"
#include "core/nets/trainable.h"
#include "core/schedule/q_learning.h"
#include "core/scripts/script_net.h"
#include "core/session/chosen_policy.h"
#include "core/session/pipeline.h"
#include "core/session/suggestion.h"
#include "core/words/file_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace batchscope {

namespace {

/// Config error if an output file is also an input. Checked before anything is computed; FileWriter checks the files
/// that are read later.
Status checkOverwrites(const CliOptions& options) {
    std::vector<std::string> inputs = {options.tableFile, options.scheduleFile, options.benchOutput.compareWith,
                                       options.weights, options.graph.model};
    for (const std::string& output : {options.convert.file, options.benchOutput.file, options.savedScheduleFile,
                                      options.savedTableFile, options.valuesFile, options.shrunkFile}) {
        const bool isRead = isInput(output) || std::any_of(inputs.begin(), inputs.end(), [&](const std::string& input) {
                                std::error_code ignored;
                                return std::filesystem::equivalent(output, input, ignored);
                            });
        if (isRead) {
            return Error{ErrorCode::Config, std::string(words::kAlsoInput), output};
        }
    }
    return Ok{};
}

/// Returns all injections, or the error of the first one that is invalid, has no effect, or conflicts with --reference.
Result<std::vector<Injection>> injectionsOf(const CliOptions& options, const OpSet& ops) {
    std::vector<Injection> injections;
    for (const std::string& text : options.injections) {
        const Result<Injection> injection = parseInjection(ops, text);
        if (!injection) {
            return Error{injection.error().code, "--inject: " + injection.error().message};
        }
        if (injection->arm == InjectionArm::Regular && !options.check) {
            return Error{
                ErrorCode::Config,
                fmt::format("--inject {} has no effect: only --check runs the regular arm; add --check", text)};
        }
        if (injection->arm != InjectionArm::Both && options.run.reference != Reference::None) {
            return Error{ErrorCode::Config, fmt::format("--inject {} cannot be combined with --reference, which runs "
                                                        "both arms on the same weights in float64; remove {}",
                                                        text, text.substr(0, text.find(':') + 1))};
        }
        injections.push_back(*injection);
    }
    return injections;
}

Result<Parameters> parametersOf(InjectionArm arm, const std::vector<Injection>& injections, const OpSet& ops,
                                const CliOptions& options, const RunControl& control) {
    Result<MadeWeights> made = makeWeights(ops, {options.seed, options.weights}, control);
    TRY(made);
    if (!made->notice.empty() && arm == InjectionArm::Folded) {
        fmt::print(stderr, "{}\n", made->notice);
    }
    for (const Injection& injection : injections) {
        if (injection.arm == InjectionArm::Both || injection.arm == arm) {
            inject(injection, made->parameters);
        }
    }
    return std::move(made->parameters);
}

Result<LearnedTable> readTable(const std::string& file, const RunControl& control) {
    const Result<std::string> text = readFileBytes(file, control);
    TRY(text);
    return parseLearnedTable(*text, file);
}

/// If --table or --save-table is given, replaces `learned` by a policy with that table; otherwise `learned` trains when
/// it is used.
Status teach(ChosenPolicies& chosen, const CliOptions& options, const OpGraph& graph, const RunControl& control) {
    if (options.tableFile.empty() && options.savedTableFile.empty()) {
        return Ok{};
    }
    const auto place = std::find_if(chosen.all.begin(), chosen.all.end(),
                                    [](const Policy* policy) { return std::string_view(policy->name()) == "learned"; });
    if (place == chosen.all.end()) {
        const char* const option = options.tableFile.empty() ? "--save-table" : "--table";
        return Error{ErrorCode::Config,
                     fmt::format("{}: only the policy 'learned' has a table; add --policy learned", option)};
    }
    if (options.tableFile.empty()) {
        TRY((*place)->accepts(graph));
    }
    Result<LearnedTable> table =
        options.tableFile.empty() ? learnTable(graph, {}, control) : readTable(options.tableFile, control);
    TRY(table);
    chosen.table = std::move(*table);
    chosen.learned = std::make_unique<LearnedPolicy>(chosen.table);
    *place = chosen.learned.get();
    return Ok{};
}

/// The policy that follows the schedule of --schedule; null without --schedule.
Result<std::unique_ptr<GivenPolicy>> givenPolicy(const CliOptions& options, const OpGraph& graph,
                                                 const RunControl& control) {
    if (options.scheduleFile.empty()) {
        return std::unique_ptr<GivenPolicy>();
    }
    Result<Schedule> schedule = readSchedule(options.scheduleFile, graph, control);
    TRY(schedule);
    return std::make_unique<GivenPolicy>(graph, std::make_shared<const Schedule>(std::move(*schedule)),
                                         options.scheduleFile);
}

} // namespace

Status openModule(GraphOptions& graph, const RunControl& control) {
    const Result<bool> loaded = loadUserNet(graph, control);
    TRY(loaded);
    if (*loaded) {
        clearProgress();
        for (const std::string& line : methodLines(*graph.user.net)) {
            fmt::print(stderr, "{}\n", line);
        }
    }
    return Ok{};
}

Status reportDiagnostics(const CliOptions& options, const Treebank& bank) {
    for (const Diagnostic& diagnostic : bank.diagnostics) {
        fmt::print(stderr, "{}\n", diagnostic.text());
    }
    if (bank.badTrees > 0) {
        fmt::print(stderr, "{} tree{} could not be read; {} loaded\n", bank.badTrees, bank.badTrees == 1 ? "" : "s",
                   bank.trees.size());
        if (options.strict) {
            return Error{ErrorCode::Parse, "stopped, as requested by --strict"};
        }
    }
    if (bank.isCut && !options.allowsPartial) {
        return Error{ErrorCode::Parse, "not everything could be read; --allow-partial goes on with what was"};
    }
    return Ok{};
}

Result<Treebank> openTreebank(const CliOptions& options, const RunControl& control) {
    Result<Treebank> bank = readTreebank(options.files, control, {.options = options.read});
    clearProgress();
    TRY(bank);
    TRY(reportDiagnostics(options, *bank));
    const TreeRange& range = options.graph.trees;
    if (options.given.contains("--trees") && range.end != TreeRange().end && range.end > bank->trees.size()) {
        fmt::print(stderr, "--trees {}:{}: there are only {}, so the range ends there\n", range.begin, range.end,
                   withThousands(bank->trees.size()));
    }
    TRY(checkOverwrites(options));
    TRY(checkOptions(options, *bank));
    return bank;
}

GraphOptions fittedOptions(const CliOptions& options, const Treebank& bank) {
    if (options.given.contains("--binarize")) {
        return options.graph;
    }
    return options.netIsGiven ? optionsForNet(bank, options.graph) : suggestedOptions(bank, options.graph);
}

GraphOptions fittedOptionsWithNote(const CliOptions& options, const Treebank& bank) {
    GraphOptions fitting = fittedOptions(options, bank);
    if (const std::string text = suggestionText(bank, options.graph, fitting, NetNames::Ids); !text.empty()) {
        fmt::print(stderr, "{}\n", text);
    }
    return fitting;
}

Result<ArmParameters> makeParameters(const CliOptions& options, const OpSet& ops, const RunControl& control) {
    const Result<std::vector<Injection>> injections = injectionsOf(options, ops);
    TRY(injections);
    Result<Parameters> folded = parametersOf(InjectionArm::Folded, *injections, ops, options, control);
    TRY(folded);
    ArmParameters arms{std::move(*folded), std::nullopt};
    const bool differ = std::any_of(injections->begin(), injections->end(),
                                    [](const Injection& injection) { return injection.arm != InjectionArm::Both; });
    if (differ && options.check) {
        Result<Parameters> regular = parametersOf(InjectionArm::Regular, *injections, ops, options, control);
        TRY(regular);
        arms.regular.emplace(std::move(*regular));
    }
    return arms;
}

Result<PreparedRun> prepareRun(const CliOptions& options, const RunControl& control) {
    const auto start = Clock::now();
    Result<Treebank> bank = openTreebank(options, control);
    TRY(bank);
    const Result<GraphBuilder> builder = GraphBuilder::make(*bank, options.graph.dtype); // a program is parsed here
    TRY(builder);
    const auto parsed = Clock::now();
    const GraphOptions fitting = fittedOptionsWithNote(options, *bank);
    Result<OpGraph> graph = builder->graph(fitting, control);
    TRY(graph);
    TRY(checkWork(options.run.work, *bank, fitting, *graph));
    if (const std::string note = unlabeledNote(*bank, fitting); !note.empty()) {
        fmt::print(stderr, "{}\n", note);
    }
    PhaseSeconds construction;
    construction.parse = secondsBetween(start, parsed);
    construction.build = secondsSince(parsed);
    TRY(checkMemory(*graph, options.run, options.check ? Compared::WithRegular : Compared::No));
    setThreadCount(options.threads);
    Result<ArmParameters> parameters = makeParameters(options, graph->ops, control);
    TRY(parameters);
    return PreparedRun{std::move(*bank), fitting, std::move(*graph), std::move(*parameters), construction};
}

Result<ChosenPolicies> choosePolicies(const CliOptions& options, const OpGraph& graph, const RunControl& control) {
    ChosenPolicies chosen;
    Result<std::unique_ptr<GivenPolicy>> given = givenPolicy(options, graph, control);
    TRY(given);
    chosen.given = std::move(*given);
    if (chosen.given == nullptr || options.given.contains("--policy")) {
        Result<std::vector<const Policy*>> named = parsePolicies(options.policies, graph);
        TRY(named);
        chosen.all = std::move(*named);
    }
    TRY(teach(chosen, options, graph, control));
    if (chosen.given != nullptr) {
        chosen.all.push_back(chosen.given.get());
    }
    return chosen;
}

} // namespace batchscope
