// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/applies.h"
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/lent.h"
#include "app/cli/options.h"
#include "app/cli/prepare.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/bytes/file_writer.h"
#include "core/records/json.h"
#include "core/schedule/explain.h"
#include "core/schedule/metrics.h"
#include "core/schedule/schedule_diff.h"
#include "core/schedule/schedule_json.h"
#include "core/schedule/scheduler.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
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

Error wrong(std::string message) {
    return {ErrorCode::Config, "--against: " + std::move(message)};
}

/// The line that is parsed on top of the options of the first run.
Result<std::vector<std::string>> lineOfSecond(const CliOptions& first) {
    std::vector<std::string> line = {"schedule"};
    std::vector<std::string> files;
    for (const std::string& word : split(first.against, ' ')) {
        if (word.starts_with('-')) {
            return wrong(fmt::format("write '{}' as NAME=VALUE, without dashes, such as merge=leaves", word));
        }
        if (!word.empty()) {
            const bool isOption = word.find('=') != std::string::npos;
            isOption ? line.push_back("--" + word) : files.push_back(word);
        }
    }
    if (line.size() == 1 && files.empty()) {
        return wrong("name what the second run has otherwise, such as --against 'merge=leaves'");
    }
    const std::vector<std::string>& named = files.empty() ? first.files : files;
    line.insert(line.end(), named.begin(), named.end());
    return line;
}

/// Config error where the changes are no options of schedule, or say what becomes of the result (--json,
/// --save-schedule, …), or there are none.
Result<CliOptions> optionsOfSecond(const CliOptions& first) {
    const std::set<std::string_view> ofBoth = {"--json",          "--diff",        "--against",
                                               "--save-schedule", "--save-table",  "--schedule",
                                               "--strict",        "--print-table", "--allow-partial"};
    const Result<std::vector<std::string>> line = lineOfSecond(first);
    TRY(line);
    CliOptions second = first;
    second.graph.user = {};
    second.given.clear();
    CLI::App app;
    addCommands(app, second);
    try {
        app.parse(std::vector<std::string>(line->rbegin(), line->rend())); // CLI11 takes them from the back
    } catch (const CLI::ParseError& error) {
        return wrong(error.what());
    }
    noteGiven(app, second);
    for (const std::string& option : second.given) {
        if (ofBoth.contains(option)) {
            return wrong(option + " is for both runs; put it outside the quotes");
        }
    }
    second.given.insert(first.given.begin(), first.given.end());
    if (split(second.policies, ',').size() != 1 || second.policies == "all") {
        return wrong("one schedule is compared with one; name one policy");
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
        TRY(*other);
    }
    const Treebank& own = other ? **other : bank;
    if (const Status applies = checkOptions(*options, own); !applies) {
        return wrong(applies.error().message);
    }
    Result<OpGraph> graph = buildGraph(own, fittedOptionsWithNote(*options, own), control);
    TRY(graph);
    const Result<std::vector<const Policy*>> policies = parsePolicies(options->policies, *graph);
    TRY(policies);
    Result<Schedule> schedule = makeSchedule(*graph, *policies->front(), control);
    return schedule ? Result<Second>(Second{std::move(*graph), std::move(*schedule)}) : schedule.error();
}

/// Config error where an option takes one schedule, or two, or one with decisions, and there are others.
Status checkPolicies(const CliOptions& options, const std::vector<const Policy*>& policies) {
    const std::size_t schedules = policies.size();
    if (!options.savedScheduleFile.empty() && schedules != 1) {
        return Error{ErrorCode::Config, "--save-schedule: one schedule is saved; name one policy"};
    }
    if (!options.against.empty() && schedules != 1) {
        return wrong("one schedule is compared with that of a second run; name one policy");
    }
    if (options.diff && options.against.empty() && schedules != 2) {
        return Error{ErrorCode::Config, "--diff: exactly two schedules are compared; add --policy P,P, or one policy "
                                        "and --schedule or --against"};
    }
    const auto decidesNothing = [](const Policy* policy) { return std::string_view(policy->name()) == "regular"; };
    if (options.listDecisions && std::all_of(policies.begin(), policies.end(), decidesNothing)) {
        return Error{ErrorCode::Config, "--list: the policy 'regular' decides nothing: each node runs alone, in order "
                                        "of creation"};
    }
    return Ok{};
}

} // namespace

Result<ExitCode> runSchedule(const CliOptions& options, const RunControl& control) {
    const Result<Treebank> bank = openTreebank(options, control);
    TRY(bank);
    const Result<OpGraph> graph = buildGraph(*bank, fittedOptionsWithNote(options, *bank), control);
    TRY(graph);
    const Result<ChosenPolicies> policies = choosePolicies(options, *graph, control);
    TRY(policies);
    TRY(checkPolicies(options, policies->all));
    const Result<std::vector<Scheduled>> all = schedulesOf(options, *graph, policies->all, control);
    TRY(all);
    const LearnedTable* shownTable = options.printTable ? &policies->table : nullptr;
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
    if (!options.savedTableFile.empty()) {
        TRY(writeFile(options.savedTableFile, learnedTableJson(policies->table)));
    }
    if (!options.savedScheduleFile.empty()) {
        TRY(writeFile(options.savedScheduleFile, scheduleJson(*graph, all->front().schedule)));
    }
    return ExitCode::Done;
}

} // namespace batchscope
