// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
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

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

/// The maximum number of rows of a printed table; --json has all of them.
constexpr std::size_t kMostSteps = 100;

struct Scheduled {
    Schedule schedule;
    ScheduleMetrics metrics;
};

// `schedule --diff`: two schedules compared. Steps and nodes count from 0.

/// The schedules to compare; they must outlive this object.
struct ComparedSchedules {
    const OpGraph& graph;
    const Schedule& before;
    const Schedule& after;
    ScheduleDiff diff = diffSchedules(graph, before, after);

    [[nodiscard]] std::string text() const { return diffText(diff, before.policy, after.policy); }
    [[nodiscard]] ChangeRow rowOf(const BatchDifference& difference) const { return {&difference, &graph}; }
};

/// Prints a summary and the batches that changed, at most kMostSteps of them.
void printDiff(const ComparedSchedules& compared) {
    fmt::print("\n{}\n", compared.text());
    std::vector<ChangeRow> rows;
    for (const BatchDifference& difference : compared.diff.batches) {
        if (difference.change != BatchChange::Same) {
            rows.push_back(compared.rowOf(difference));
        }
    }
    const std::size_t changed = rows.size();
    if (changed == 0) {
        return;
    }
    rows.resize(std::min(changed, kMostSteps));
    FigureTable table = tableOf(changeColumns(), rows);
    for (TableColumn& column : table.columns) {
        column.title = column.key == "step_before"  ? compared.before.policy + " step"
                       : column.key == "step_after" ? compared.after.policy + " step"
                                                    : column.title;
    }
    fmt::print("\nbatches that changed ({} stay the same; {})\n{}",
               withThousands(compared.diff.batches.size() - changed), kStepsFromZero,
               numberedFromZero(std::move(table)));
    if (changed > rows.size()) {
        fmt::print("… {} more batches (--json lists all)\n", withThousands(changed - rows.size()));
    }
}

/// The value of the key `diff`, with all batches.
Json diffJson(const ComparedSchedules& compared) {
    const ScheduleDiff& diff = compared.diff;
    Json batches = Json::array();
    for (const BatchDifference& difference : diff.batches) {
        Json json = rowJson(changeColumns(), compared.rowOf(difference));
        json["signature"] = signatureText(compared.graph.signatures[difference.signature], compared.graph.ops);
        json["common"] = difference.common;
        batches.push_back(std::move(json));
    }
    Json moved = Json::array();
    for (const NodeId node : diff.moved) {
        moved.push_back(node.value);
    }
    return {{"before", compared.before.policy},
            {"after", compared.after.policy},
            {"total",
             {{"before", diff.total.before},
              {"after", diff.total.after},
              {"saved", diff.total.saved},
              {"added", diff.total.added},
              {"nodes", diff.total.nodes},
              {"moved", diff.total.moved}}},
            {"same_order", diff.keepsOrder},
            {"text", compared.text()},
            {"batches", batches},
            {"moved_nodes", moved}};
}

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
    snapshot.graph = nonOwning(graph);
    snapshot.schedule = nonOwning(schedule);
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

void printSchedulesAsJson(const CliOptions& options, const OpGraph& graph, const std::vector<Scheduled>& all) {
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
    if (options.diff) {
        document["diff"] = diffJson({graph, all.front().schedule, all.back().schedule});
    }
    printJson(document);
}

void printSchedules(const CliOptions& options, const OpGraph& graph, const std::vector<Scheduled>& all) {
    printSummary(all);
    if (options.diff) {
        printDiff({graph, all.front().schedule, all.back().schedule});
        return;
    }
    for (const Scheduled& one : all) {
        if (one.metrics.launchesSaved > 0) { // steps of one node each are not worth listing
            options.listDecisions ? printDecisions(graph, one.schedule) : printSteps(graph, one.schedule);
        }
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

/// Config error if an option does not fit the number of schedules, or if --list finds no policy that decides anything.
Status checkPolicies(const CliOptions& options, const std::vector<const Policy*>& policies) {
    const std::size_t schedules = policies.size();
    if (!options.savedScheduleFile.empty() && schedules != 1) {
        return Error{ErrorCode::Config, "--save-schedule: one schedule is saved; name one policy"};
    }
    if (options.diff && schedules != 2) {
        return Error{ErrorCode::Config, "--diff: exactly two schedules are compared; add --policy P,P, or one policy "
                                        "and --schedule"};
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
    options.json ? printSchedulesAsJson(options, *graph, *all) : printSchedules(options, *graph, *all);
    if (!options.savedTableFile.empty()) {
        TRY(writeFile(options.savedTableFile, learnedTableJson(policies->table)));
    }
    if (!options.savedScheduleFile.empty()) {
        TRY(writeFile(options.savedScheduleFile, scheduleJson(*graph, all->front().schedule)));
    }
    return ExitCode::Done;
}

} // namespace batchscope
