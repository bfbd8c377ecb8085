// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/prepare.h"

#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/bytes/file_bytes.h"
#include "core/bytes/input_files.h"
#include "core/exchange/weights.h"
#include "core/exec/injection.h"
#include "core/exec/machine.h"
#include "core/exec/memory_estimate.h"
#include "core/formats/format_registry.h"
#include "core/formats/read_treebank.h"
#include "core/nets/trainable.h"
#include "core/nets/user_net.h"
#include "core/schedule/q_learning.h"
#include "core/scripts/script_net.h"
#include "core/session/chosen_policy.h"
#include "core/session/execution_text.h"
#include "core/session/pipeline.h"
#include "core/session/session_choice.h"
#include "core/session/suggestion.h"
#include "core/treebank/treebank.h"
#include "core/words/file_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

namespace batchscope {

namespace {

// Finds options that have no effect with the given net or format. Such an option is an error that states the reason; it
// is never ignored. Options that a command does not have are unknown to CLI11, and mutually exclusive options are
// declared to CLI11 (options.cpp).

using Reason = std::string; ///< why an option has no effect; empty if it has one
/// What the options apply to. Net and program are made on demand.
struct Input {
    const CliOptions& options;
    const Treebank& bank;
    FormatTraits format = traitsOf(bank);
    bool isProgram = !bank.program.empty();
    bool runs = options.command != "convert" || options.convert.runs();
    mutable std::optional<Result<Net>> madeNet = std::nullopt;
    mutable std::optional<Result<GraphBuilder>> madeBuilder = std::nullopt;

    /// Null for a program, if nothing runs, or if the net is invalid; the command itself reports an invalid net.
    [[nodiscard]] const Net* net() const {
        if (runs && !isProgram && !madeNet) {
            madeNet.emplace(netOf(fittedOptions(options, bank)));
        }
        return madeNet && *madeNet ? &**madeNet : nullptr;
    }
    [[nodiscard]] const ParsedProgram* program() const {
        if (isProgram && !madeBuilder) {
            madeBuilder.emplace(GraphBuilder::make(bank, options.graph.dtype));
        }
        return madeBuilder && *madeBuilder ? (*madeBuilder)->program() : nullptr;
    }
};

Reason reasonIf(bool holds, const char* reason) {
    return holds ? reason : "";
}

Reason formatReason(const Input& in, bool has, std::string_view what) {
    return has ? Reason() : fmt::format("the format {} has no {}", in.bank.format, what);
}

Reason netReason(const Input& in, bool UsedOptions::*trait, std::string_view reason) {
    return in.net() == nullptr || in.net()->uses.*trait ? Reason() : fmt::format("{} {}", in.net()->name, reason);
}

Reason wordsReason(const Input& in) {
    return formatReason(in, in.format.words, "words");
}

Reason shrinkReason(const Input& in) {
    return reasonIf(in.isProgram || in.bank.vectors.rows() > 0, "programs and images have no trees to shrink");
}

Reason modelReason(const Input& in) {
    return reasonIf(in.isProgram, "a program defines its own computation");
}

Reason dimReason(const Input& in) {
    return in.isProgram ? "a program defines its own widths"
                        : netReason(in, &UsedOptions::dim, "defines its own widths");
}

Reason shapeReason(const Input& in) {
    const Net* const net = in.net();
    const bool trains = in.options.run.work == Work::Training;
    const bool reads =
        net == nullptr || net->uses.shape == ShapeUse::Nodes || (net->uses.shape == ShapeUse::Labels && trains);
    return reads ? Reason() : fmt::format("{} reads the words in order and ignores the shape of the tree", net->name);
}

Reason sharingReason(const Input& in) {
    return in.program() == nullptr || in.program()->sharing().empty()
               ? Reason()
               : "instances of this program share values, so it runs as a whole: " + in.program()->sharing();
}

Reason parametersReason(const Input& in) {
    return reasonIf(in.program() != nullptr && in.program()->ops().params.empty(), "this program has no parameters");
}

/// --seed has no effect if nothing is random. bench randomizes the order of its arms; a training loop always takes it.
Reason seedReason(const Input& in) {
    const UserNet* const module = in.options.graph.user.net.get();
    if (in.options.command == "bench" || in.options.command == "train") {
        return {};
    }
    if (module != nullptr) {
        return fmt::format("the weights are those in {}", module->traits().name);
    }
    const auto isFixed = [](const ParamSpec& param) { return param.init != ParamInit::Uniform; };
    const bool isAllFixed = in.program() != nullptr &&
                            std::all_of(in.program()->ops().params.begin(), in.program()->ops().params.end(), isFixed);
    return reasonIf(isAllFixed, "this program has no random weights");
}

Reason engineReason(const Input& in) {
    const bool isOff = kindOf(in.options.run.executor) == ExecutorKind::LibTorch; // every net runs there
    return isOff ? Reason() : whyNoEngine(in.options.graph);
}

Reason isaReason(const Input& in) {
    const bool isOff = kindOf(in.options.run.executor) == ExecutorKind::LibTorch;
    return isOff ? "this option limits the engine, and --passes off disables the engine" : engineReason(in);
}

Reason rowsReason(const Input& in) {
    const std::set<std::string_view> mayOrder = {"bench", "schedule", "explain"};
    const bool onEngine = kindOf(in.options.run.executor) == ExecutorKind::Engine;
    return reasonIf(onEngine && engineReason(in).empty() && !mayOrder.contains(in.options.command),
                    "the engine orders the rows of a batch itself (pass 'order'); this option applies only to the "
                    "plain bodies (--passes off)");
}

struct Rule {
    std::string_view option;
    Reason (*whyNot)(const Input&);
};

/// Rules in addition to those in the table of session choices.
constexpr auto kRules = std::to_array<Rule>({
    {"--vocabulary", wordsReason},
    {"--rare-below", wordsReason},
    {"--shrink", shrinkReason},
    {"--model", modelReason},
    {"--dim", dimReason},
    {"--binarize", shapeReason},
    {"--unary", shapeReason},
    {"--trees", sharingReason},
    {"--batch", sharingReason},
    {"--mini-batches", sharingReason},
    {"--weights", parametersReason},
    {"--inject", parametersReason},
    {"--seed", seedReason},
    {"--passes", engineReason},
    {"--ablation", engineReason},
    {"--isa", isaReason},
    {"--rows", rowsReason},
});

/// `convert` writes trees or the trace of a run; options for one have no effect on the other.
Reason targetReason(const Input& in, std::string_view option, bool isOfGraph) {
    const std::set<std::string_view> ofRuns = {"--model", "--dim",    "--threads", "--order",
                                               "--train", "--passes", "--policy",  "--isa"};
    if (in.options.command == "convert" && in.runs) {
        return reasonIf(option == "--pairs", "--to chrome-trace runs the trees as they are");
    }
    return reasonIf(!in.runs && (isOfGraph || ofRuns.contains(option)),
                    "this --to format writes the trees without running a net; only --to chrome-trace runs one");
}

Reason whyNot(const Input& in, std::string_view option) {
    const auto choices = sessionChoices();
    const auto choice = std::find_if(choices.begin(), choices.end(),
                                     [option](const SessionChoice& each) { return each.option == option; });
    const bool isChoice = choice != choices.end();
    if (isChoice && choice->present(in.options) == defaultOf(*choice)) {
        return {};
    }
    using Group = SessionChoice::Group;
    Reason reason =
        targetReason(in, option, isChoice && (choice->group == Group::Graph || choice->group == Group::Run));
    if (reason.empty() && isChoice) {
        const ChoiceNeeds& needs = choice->needs;
        reason = in.isProgram && !needs.programReason.empty()            ? Reason(needs.programReason)
                 : needs.format != nullptr && !(in.format.*needs.format) ? formatReason(in, false, needs.formatLacks)
                 : needs.net != nullptr                                  ? netReason(in, needs.net, needs.netReason)
                                                                         : Reason();
    }
    const auto* const rule =
        std::find_if(kRules.begin(), kRules.end(), [option](const Rule& each) { return each.option == option; });
    return reason.empty() && rule != kRules.end() ? rule->whyNot(in) : reason;
}

/// Config error with one line per option, such as "--dim: mlp defines its own widths". The individual trees do not
/// matter: `--traces remove` is fine for brackets without traces, and an error for images, which cannot have any.
Status checkOptions(const CliOptions& options, const Treebank& bank) {
    const Input in{options, bank};
    std::vector<std::string> lines;
    for (const std::string& option : options.given) {
        if (const std::string reason = whyNot(in, option); !reason.empty()) {
            lines.push_back(fmt::format("{}: {}", option, reason));
        }
    }
    return lines.empty() ? Status(Ok{}) : Error{ErrorCode::Config, fmt::format("{}", fmt::join(lines, "\nerror: "))};
}

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
