// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/learned.h"
#include "core/base/text.h"
#include "core/schedule/scheduler.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

constexpr std::size_t kMostSteps = 100; // a table for people; --json has all

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

void printSteps(const OpGraph& graph, const Schedule& schedule) {
    fmt::print("\nsteps of {}\n", schedule.policy);
    TextTable table({{"step"}, {"op", Align::Left}, {"size"}});
    const std::size_t shown = std::min(schedule.batchCount(), kMostSteps);
    for (std::size_t step = 0; step < shown; ++step) {
        const BatchId batch(step);
        table.add({std::to_string(step), graph.opOf(schedule.batchSignatures[batch]).name,
                   withThousands(schedule.batchSize(batch))});
    }
    fmt::print("{}", table.text());
    if (shown < schedule.batchCount()) {
        fmt::print("… {} more steps (--json lists all)\n", withThousands(schedule.batchCount() - shown));
    }
}

void printSchedulesAsJson(const OpGraph& graph, const std::vector<Scheduled>& all, const LearnedTable* shownTable) {
    const ScheduleMetrics& any = all.front().metrics;
    Json policies = Json::array();
    for (const auto& [schedule, metrics] : all) {
        policies.push_back(toJson(graph, schedule, metrics));
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
    printJson(document);
}

} // namespace

Result<ExitCode> runSchedule(const CliOptions& options, const RunControl& control) {
    const Result<Treebank> bank = openTreebank(options, control);
    if (!bank) {
        return bank.error();
    }
    const Result<OpGraph> graph = buildGraph(*bank, fittingGraph(options, *bank), control);
    if (!graph) {
        return graph.error();
    }
    Result<std::vector<const Policy*>> policies = parsePolicies(options.policies, *graph);
    if (!policies) {
        return policies.error();
    }
    const Result<LearnedChoice> learned = chooseLearned(options, *graph, *policies, control);
    if (!learned) {
        return learned.error();
    }
    std::vector<Scheduled> all;
    for (const Policy* policy : *policies) {
        Result<Schedule> made = makeSchedule(*graph, *policy, control);
        if (!made) {
            return made.error();
        }
        Schedule schedule = withRowOrder(*graph, std::move(*made), options.run.rowOrder);
        const ScheduleMetrics metrics = metricsOf(*graph, schedule, makePlan(*graph, schedule));
        all.push_back({std::move(schedule), metrics});
    }
    const LearnedTable* shownTable = options.printTable ? &learned->table : nullptr;
    if (options.json) {
        printSchedulesAsJson(*graph, all, shownTable);
        return saveTable(options, *learned);
    }
    printSummary(all);
    for (const Scheduled& one : all) {
        if (one.metrics.launchesSaved > 0) { // one node a step says nothing
            printSteps(*graph, one.schedule);
        }
    }
    if (shownTable != nullptr) {
        fmt::print("\n{}", learnedTableText(*shownTable, kMostSteps));
    }
    return saveTable(options, *learned);
}

} // namespace batchscope
