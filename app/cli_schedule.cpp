// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_commands.h"
#include "app/cli_json.h"
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
    fmt::print("{} trees, {} nodes, {} levels; no schedule needs fewer than {} batches (lower bound)\n\n",
               withThousands(any.trees), withThousands(any.nodes), any.levels, any.lowerBound);
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

void printAsJson(const OpGraph& graph, const std::vector<Scheduled>& all) {
    const ScheduleMetrics& any = all.front().metrics;
    Json policies = Json::array();
    for (const auto& [schedule, metrics] : all) {
        policies.push_back(toJson(graph, schedule, metrics));
    }
    printJson({{"trees", any.trees},
               {"nodes", any.nodes},
               {"levels", any.levels},
               {"lower_bound", any.lowerBound},
               {"policies", policies}});
}

} // namespace

Result<ExitCode> runSchedule(const CliOptions& options, const RunControl& control) {
    const Result<Treebank> bank = openTreebank(options, control);
    if (!bank) {
        return bank.error();
    }
    const Result<OpGraph> graph = buildGraph(*bank, options.graph, control);
    if (!graph) {
        return graph.error();
    }
    const Result<std::vector<const Policy*>> policies = parsePolicies(options.policies, *graph);
    if (!policies) {
        return policies.error();
    }
    std::vector<Scheduled> all;
    for (const Policy* policy : *policies) {
        Result<Schedule> schedule = makeSchedule(*graph, *policy, control);
        if (!schedule) {
            return schedule.error();
        }
        const ScheduleMetrics metrics = metricsOf(*graph, *schedule, makePlan(*graph, *schedule));
        all.push_back({std::move(*schedule), metrics});
    }
    if (options.json) {
        printAsJson(*graph, all);
        return ExitCode::Done;
    }
    printSummary(all);
    for (const Scheduled& one : all) {
        if (one.metrics.launchesSaved > 0) { // one node a step says nothing
            printSteps(*graph, one.schedule);
        }
    }
    return ExitCode::Done;
}

} // namespace batchscope
