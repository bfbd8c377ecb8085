// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/applies.h"
#include "app/cli/commands.h"
#include "app/cli/given.h"
#include "app/cli/json.h"
#include "app/cli/learned.h"
#include "app/cli/lent.h"
#include "app/cli/open_module.h"
#include "app/cli/options.h"
#include "app/cli/suggest.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/records/json.h"
#include "core/schedule/explain.h"
#include "core/schedule/metrics.h"
#include "core/schedule/schedule_diff.h"
#include "core/schedule/scheduler.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

// `schedule --diff`: two schedules compared, as tables and as JSON. Steps and nodes count from 0.

/// What is compared; all of it outlives this. The graphs are one where only the schedules differ.
struct ComparedSchedules {
    const OpGraph& graph; ///< of the first schedule
    const OpGraph& graphAfter;
    const Schedule& before;
    const Schedule& after;
    const ScheduleDiff& diff;
    std::string nameBefore; ///< of the schedules, as headings
    std::string nameAfter;
};

std::string signatureNameOf(const OpGraph& graph, SignatureId signature) {
    return signatureText(graph.signatures[signature], graph.ops);
}

std::vector<std::string> countCells(std::string name, const DiffCount& count) {
    return {std::move(name),
            withThousands(count.before),
            withThousands(count.after),
            withThousands(count.saved),
            withThousands(count.added),
            fmt::format("{} of {}", withThousands(count.moved), withThousands(count.nodes))};
}

TextTable countTable(const ComparedSchedules& compared, const char* first) {
    return TextTable(
        {{first, Align::Left}, {compared.nameBefore}, {compared.nameAfter}, {"saved"}, {"added"}, {"nodes moved"}});
}

void printCounts(const ComparedSchedules& compared) {
    TextTable ops = countTable(compared, "op");
    std::size_t opsInUse = 0;
    for (std::size_t index = 0; index < compared.diff.byOp.size(); ++index) {
        const OpId op(index);
        if (compared.diff.byOp[op].nodes > 0) {
            ops.add(countCells(compared.graph.ops.ops[op].name, compared.diff.byOp[op]));
            ++opsInUse;
        }
    }
    for (std::size_t index = 0; index < compared.diff.byOpAfter.size(); ++index) {
        const DiffCount& count = compared.diff.byOpAfter[OpId(index)];
        if (count.after > 0) {
            ops.add(countCells(compared.graphAfter.ops.ops[OpId(index)].name, count));
        }
    }
    ops.add(countCells("all", compared.diff.total));
    fmt::print("\nbatches of each op\n{}", ops.text());
    if (compared.diff.bySignature.empty() || compared.graph.signatures.size() == opsInUse) {
        return;
    }
    TextTable signatures = countTable(compared, "signature");
    for (std::size_t index = 0; index < compared.diff.bySignature.size(); ++index) {
        const SignatureId signature(index);
        if (compared.diff.bySignature[signature].changes()) {
            signatures.add(
                countCells(signatureNameOf(compared.graph, signature), compared.diff.bySignature[signature]));
        }
    }
    fmt::print("\nbatches of each signature that changed\n{}", signatures.text());
}

ChangeRow rowOf(const ComparedSchedules& compared, const BatchDifference& difference) {
    return {&difference, &compared.graph, &compared.graphAfter};
}

void printChanges(const ComparedSchedules& compared, std::size_t mostRows) {
    std::vector<ChangeRow> rows;
    for (const BatchDifference& difference : compared.diff.batches) {
        if (difference.change != BatchChange::Same) {
            rows.push_back(rowOf(compared, difference));
        }
    }
    const std::size_t changed = rows.size();
    rows.resize(std::min(changed, mostRows));
    FigureTable table = tableOf(changeColumns(), rows);
    for (TableColumn& column : table.columns) {
        column.title = column.key == "step_before"  ? compared.nameBefore + " step"
                       : column.key == "step_after" ? compared.nameAfter + " step"
                                                    : column.title;
    }
    fmt::print("\nbatches that changed ({} stay the same; {})\n{}",
               withThousands(compared.diff.batches.size() - changed), kStepsFromZero,
               numberedFromZero(std::move(table)));
    if (changed > mostRows) {
        fmt::print("… {} more batches (--json lists all)\n", withThousands(changed - mostRows));
    }
}

Json countJson(const DiffCount& count) {
    Json json = {{"before", count.before}, {"after", count.after}, {"saved", count.saved},
                 {"added", count.added},   {"nodes", count.nodes}, {"moved", count.moved}};
    if (count.aloneBefore + count.aloneAfter > 0) {
        json["alone_before"] = count.aloneBefore;
        json["alone_after"] = count.aloneAfter;
    }
    return json;
}

Json changeJson(const ComparedSchedules& compared, const BatchDifference& row) {
    const OpGraph& graph = row.before.valid() ? compared.graph : compared.graphAfter;
    Json json = rowJson(changeColumns(), rowOf(compared, row));
    json["signature"] = signatureNameOf(graph, row.signature);
    json["common"] = row.common;
    json["alone_before"] = row.aloneBefore;
    json["alone_after"] = row.aloneAfter;
    return json;
}

/// The sums, each op, and the batches that changed, at most `mostRows` of them.
void printDiff(const ComparedSchedules& compared, std::size_t mostRows) {
    fmt::print("\n{}\n", diffText(compared.diff, compared.nameBefore, compared.nameAfter));
    if (compared.diff.total.changes()) {
        printCounts(compared);
        printChanges(compared, mostRows);
    }
}

/// Everything; the value of the key `diff`.
Json diffJson(const ComparedSchedules& compared) {
    const OpGraph& graph = compared.graph;
    const ScheduleDiff& diff = compared.diff;
    Json changes = Json::array();
    for (const BatchDifference& row : diff.batches) {
        changes.push_back(changeJson(compared, row));
    }
    Json ops = Json::array();
    for (std::size_t index = 0; index < diff.byOp.size(); ++index) {
        if (diff.byOp[OpId(index)].nodes > 0) {
            Json json = {{"op", graph.ops.ops[OpId(index)].name}};
            json.update(countJson(diff.byOp[OpId(index)]));
            ops.push_back(std::move(json));
        }
    }
    for (std::size_t index = 0; index < diff.byOpAfter.size(); ++index) {
        if (diff.byOpAfter[OpId(index)].after > 0) {
            Json json = {{"op", compared.graphAfter.ops.ops[OpId(index)].name}};
            json.update(countJson(diff.byOpAfter[OpId(index)]));
            ops.push_back(std::move(json));
        }
    }
    Json signatures = Json::array();
    for (std::size_t index = 0; index < diff.bySignature.size(); ++index) {
        Json json = {{"signature", signatureNameOf(graph, SignatureId(index))}};
        json.update(countJson(diff.bySignature[SignatureId(index)]));
        signatures.push_back(std::move(json));
    }
    Json moved = Json::array();
    for (const NodeId node : diff.moved) {
        moved.push_back(node.value);
    }
    return {{"before", compared.nameBefore},
            {"after", compared.nameAfter},
            {"total", countJson(diff.total)},
            {"same_order", diff.keepsOrder},
            {"text", diffText(diff, compared.nameBefore, compared.nameAfter)},
            {"batches", changes},
            {"ops", ops},
            {"signatures", signatures},
            {"moved_nodes", moved}};
}

// `schedule --diff --against 'merge=leaves policy=agenda [FILE…]'`: a second run, which has the options of the first
// but for these, written without their dashes.

using Words = std::vector<std::string>;
constexpr std::string_view kFileArgument = "FILE";

/// What they say is said once, for both runs.
constexpr auto kOfBoth =
    std::to_array<std::string_view>({"--json", "--diff", "--against", "--save-schedule", "--save-table",
                                     "--print-table", "--schedule", "--strict", "--allow-partial"});

Error wrong(std::string message) {
    return {ErrorCode::Config, "--against: " + std::move(message)};
}

/// An option, or FILE, as it stands on a line.
struct OnLine {
    std::string name;
    bool isFlag = false;
    Words values;
};

Result<std::vector<OnLine>> onLine(const Words& line) {
    CliOptions parsed;
    CLI::App app;
    addCommands(app, parsed);
    if (const Status known = checkNames(app, line); !known) {
        return wrong(known.error().message);
    }
    try {
        app.parse(Words(line.rbegin(), line.rend())); // CLI11 takes them from the back
    } catch (const CLI::ParseError& error) {
        return wrong(error.what());
    }
    std::vector<OnLine> options;
    for (const CLI::Option* option : app.get_subcommands().front()->get_options()) {
        if (option->count() > 0) {
            options.push_back({option->get_name(), option->get_items_expected_max() == 0, option->results()});
        }
    }
    return options;
}

void putOn(Words& line, const OnLine& option) {
    if (option.name == kFileArgument) {
        line.insert(line.end(), option.values.begin(), option.values.end());
        return;
    }
    for (const std::string& value : option.values) {
        line.push_back(option.isFlag ? option.name : fmt::format("{}={}", option.name, value));
    }
}

/// What is asked for, as a line of schedule; one that names no file has a file all the same, which it must.
struct Changes {
    Words line = {"schedule"};
    bool hasFile = false;
};

Result<Changes> changesIn(const std::string& text) {
    Changes changes;
    Words files;
    for (const std::string& word : split(text, ' ')) {
        const std::size_t sign = word.find('=');
        if (!word.empty() && sign != std::string::npos && !word.starts_with('-')) {
            changes.line.push_back("--" + word);
        } else if (word.starts_with('-')) {
            return wrong(fmt::format("write '{}' as NAME=VALUE, without dashes, such as merge=leaves", word));
        } else if (!word.empty()) {
            files.push_back(word);
        }
    }
    if (changes.line.size() == 1 && files.empty()) {
        return wrong("name what the second run has otherwise, such as --against 'merge=leaves'");
    }
    changes.hasFile = !files.empty();
    changes.line.insert(changes.line.end(), files.begin(), files.end());
    if (files.empty()) {
        changes.line.emplace_back("-");
    }
    return changes;
}

bool has(const std::vector<OnLine>& options, std::string_view name) {
    return std::any_of(options.begin(), options.end(), [name](const OnLine& option) { return option.name == name; });
}

/// The options of the second run, checked as those of any line. Config error where they are no options of schedule, or
/// say what becomes of the result (--json, --save-schedule, …), or change nothing.
Result<CliOptions> optionsOfSecond(const CliOptions& first) {
    const Result<Changes> asked = changesIn(first.against);
    TRY(asked);
    Result<std::vector<OnLine>> changed = onLine(asked->line);
    TRY(changed);
    if (!asked->hasFile) {
        std::erase_if(*changed, [](const OnLine& option) { return option.name == kFileArgument; });
    }
    const Result<std::vector<OnLine>> own = onLine(Words(first.commandLine.begin() + 1, first.commandLine.end()));
    TRY(own);
    Words line = {"schedule"};
    for (const OnLine& option : *changed) {
        if (std::find(kOfBoth.begin(), kOfBoth.end(), option.name) != kOfBoth.end()) {
            return wrong(option.name + " is for both runs; put it outside the quotes");
        }
        putOn(line, option);
    }
    for (const OnLine& option : *own) {
        const bool isOfBoth = std::find(kOfBoth.begin(), kOfBoth.end(), option.name) != kOfBoth.end();
        if (!isOfBoth && !has(*changed, option.name)) {
            putOn(line, option);
        }
    }
    CliOptions second;
    CLI::App app;
    addCommands(app, second);
    try {
        app.parse(Words(line.rbegin(), line.rend()));
    } catch (const CLI::ParseError& error) {
        return wrong(error.what());
    }
    noteGiven(app, second);
    if (split(second.policies, ',').size() != 1 || second.policies == "all") {
        return wrong("one schedule is compared with one; name one policy");
    }
    if (const Status applies = checkOptionsAlone(second); !applies) {
        return wrong(applies.error().message);
    }
    return second;
}

/// In a table that nobody asked for; --json has all.
constexpr std::size_t kMostSteps = 100;

struct Scheduled {
    Schedule schedule;
    ScheduleMetrics metrics;
};

void printSummary(const std::vector<Scheduled>& all) {
    const ScheduleMetrics& any = all.front().metrics;
    fmt::print("{} trees, {} nodes, {} levels; no schedule needs fewer than {} batches (lower bound)\n",
               withThousands(any.trees), withThousands(any.nodes), any.levels, any.lowerBound);
    if (any.syncPoints > 0) {
        fmt::print("values are read at {} sync points; no batch spans one\n", withThousands(any.syncPoints));
    }
    fmt::print("TensorFlow Fold would add {} pass-through rows\n\n", withThousands(any.loomRows));
    TextTable table({{"policy", Align::Left},
                     {"batches"},
                     {"mean size"},
                     {"median"},
                     {"largest"},
                     {"rows viewed"},
                     {"rows gathered"},
                     {"gathered"}});
    for (const auto& [schedule, metrics] : all) {
        table.add({schedule.policy, withThousands(metrics.batches), fmt::format("{:.1f}", metrics.meanBatchSize),
                   withThousands(metrics.medianBatchSize), withThousands(metrics.largestBatch),
                   withThousands(metrics.rowsViewed), withThousands(metrics.rowsGathered),
                   formatBytes(metrics.bytesGathered)});
    }
    fmt::print("{}", table.text());
}

void printDecisions(const OpGraph& graph, const Schedule& schedule) {
    fmt::print("\ndecisions of {}\n", schedule.policy);
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const std::string read = valuesReadText(graph, schedule, BatchId(step));
        if (!read.empty()) {
            fmt::print("       -- sync point: values are read here ({}), and the calls below are made after that --\n",
                       read);
        }
        fmt::print("{:>5}  {}\n", step, decisionText(graph, schedule, BatchId(step)));
    }
}

void printSteps(const OpGraph& graph, const Schedule& schedule) {
    Snapshot snapshot;
    snapshot.graph = lent(graph);
    snapshot.schedule = lent(schedule);
    const Steps steps = stepsOf(snapshot);
    std::vector<StepRow> rows = stepRows(steps);
    rows.resize(std::min(rows.size(), kMostSteps));
    fmt::print("\nsteps of {}\n{}", schedule.policy,
               numberedFromZero(tableOf<StepRow>(picked(stepColumns(), {"step", "op", "size"}), rows)));
    if (rows.size() < schedule.batchCount()) {
        fmt::print("… {} more steps (--json lists all)\n", withThousands(schedule.batchCount() - rows.size()));
    }
}

void addDecisions(const OpGraph& graph, const Schedule& schedule, Json& policy) {
    for (Json& step : policy["steps"]) {
        step.update(decisionJson(graph, schedule, BatchId(step["step"].get<std::size_t>())));
    }
}

void printSchedulesAsJson(const CliOptions& options, const OpGraph& graph, const std::vector<Scheduled>& all,
                          const LearnedTable* shownTable, const ComparedSchedules* diff) {
    const ScheduleMetrics& any = all.front().metrics;
    Json policies = Json::array();
    for (const auto& [schedule, metrics] : all) {
        policies.push_back(toJson(graph, schedule, metrics));
        if (options.listDecisions) {
            addDecisions(graph, schedule, policies.back());
        }
    }
    Json document = {{"trees", any.trees},
                     {"nodes", any.nodes},
                     {"levels", any.levels},
                     {"lower_bound", any.lowerBound},
                     {"loom_pass_through_rows", any.loomRows},
                     {"policies", policies}};
    if (shownTable != nullptr) {
        document["learned_table"] = Json::parse(learnedTableJson(*shownTable));
    }
    if (diff != nullptr) {
        document["diff"] = diffJson(*diff);
    }
    printJson(document);
}

void printAllSteps(const OpGraph& graph, const std::vector<Scheduled>& all, bool listsDecisions) {
    for (const Scheduled& one : all) {
        if (one.metrics.launchesSaved > 0) { // one node a step says nothing
            listsDecisions ? printDecisions(graph, one.schedule) : printSteps(graph, one.schedule);
        }
    }
}

void printSchedules(const CliOptions& options, const OpGraph& graph, const std::vector<Scheduled>& all,
                    const LearnedTable* shownTable, const ComparedSchedules* diff) {
    printSummary(all);
    if (diff != nullptr) {
        printDiff(*diff, kMostSteps);
    } else {
        printAllSteps(graph, all, options.listDecisions);
    }
    if (shownTable != nullptr) {
        fmt::print("\n{}", learnedTableText(*shownTable, kMostSteps));
    }
}

Result<std::vector<Scheduled>> schedulesOf(const CliOptions& options, const OpGraph& graph,
                                           const std::vector<const Policy*>& policies, const RunControl& control) {
    std::vector<Scheduled> all;
    for (const Policy* policy : policies) {
        Result<Schedule> made = makeSchedule(graph, *policy, control);
        TRY(made);
        Schedule schedule = withRowOrder(graph, std::move(*made), options.run.rowOrder);
        const ScheduleMetrics metrics = metricsOf(graph, schedule, makePlan(graph, schedule));
        all.push_back({std::move(schedule), metrics});
    }
    return all;
}

void printResult(const CliOptions& options, const OpGraph& graph, const std::vector<Scheduled>& all,
                 const LearnedTable* shownTable, const ComparedSchedules* diff) {
    if (options.json) {
        printSchedulesAsJson(options, graph, all, shownTable, diff);
    } else {
        printSchedules(options, graph, all, shownTable, diff);
    }
}

/// The run of --against.
struct Second {
    OpGraph graph;
    Schedule schedule;
};

/// The bank of the first serves where it is the same files, read in the same way: standard input is read once.
Result<Second> secondOf(const CliOptions& first, const Treebank& bank, const RunControl& control) {
    Result<CliOptions> options = optionsOfSecond(first);
    TRY(options);
    TRY(openModule(options->graph, control, "--against: "));
    std::optional<Result<Treebank>> other;
    if (options->files != first.files || options->read != first.read) {
        other = openTreebank(*options, control);
        if (!*other) {
            return other->error();
        }
    }
    const Treebank& own = other ? **other : bank;
    if (const Status applies = checkOptionsOn(*options, own, control); !applies) {
        return Error{ErrorCode::Config, "--against: " + applies.error().message};
    }
    Result<OpGraph> graph = buildGraph(own, fittingGraph(*options, own), control);
    TRY(graph);
    const Result<std::vector<const Policy*>> policies = parsePolicies(options->policies, *graph);
    TRY(policies);
    Result<Schedule> schedule = makeSchedule(*graph, *policies->front(), control);
    return schedule ? Result<Second>(Second{std::move(*graph), std::move(*schedule)}) : schedule.error();
}

} // namespace

Result<ExitCode> runSchedule(const CliOptions& options, const RunControl& control) {
    const Result<Treebank> bank = openTreebank(options, control);
    TRY(bank);
    const Result<OpGraph> graph = buildGraph(*bank, fittingGraph(options, *bank), control);
    TRY(graph);
    const Result<std::unique_ptr<GivenPolicy>> given = givenPolicy(options, *graph, control);
    TRY(given);
    const bool isGivenOnly = *given != nullptr && !options.given.contains("--policy");
    Result<std::vector<const Policy*>> policies =
        isGivenOnly ? std::vector<const Policy*>() : parsePolicies(options.policies, *graph);
    TRY(policies);
    const Result<LearnedChoice> learned = chooseLearned(options, *graph, *policies, control);
    TRY(learned);
    if (*given != nullptr) {
        policies->push_back(given->get());
    }
    const Result<std::vector<Scheduled>> all = schedulesOf(options, *graph, *policies, control);
    TRY(all);
    const LearnedTable* shownTable = options.printTable ? &learned->table : nullptr;
    if (!options.against.empty()) {
        const Result<Second> second = secondOf(options, *bank, control);
        TRY(second);
        const Schedule& first = all->front().schedule;
        const ScheduleDiff diff =
            diffRuns(*graph, first, second->graph, second->schedule, pairNodes(*graph, second->graph));
        const ComparedSchedules compared{*graph, second->graph, first,          second->schedule,
                                         diff,   first.policy,  options.against};
        printResult(options, *graph, *all, shownTable, &compared);
    } else if (options.diff) {
        const Schedule& first = all->front().schedule;
        const Schedule& last = all->back().schedule;
        const ScheduleDiff diff = diffSchedules(*graph, first, last);
        const ComparedSchedules compared{*graph, *graph, first, last, diff, first.policy, last.policy};
        printResult(options, *graph, *all, shownTable, &compared);
    } else {
        printResult(options, *graph, *all, shownTable, nullptr);
    }
    Status saved = saveTable(options, *learned);
    if (saved) {
        saved = saveSchedule(options, *graph, all->front().schedule);
    }
    return saved ? Result<ExitCode>(ExitCode::Done) : saved.error();
}

} // namespace batchscope
