// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/against.h"
#include "app/cli/applies.h"
#include "app/cli/commands.h"
#include "app/cli/diff_output.h"
#include "app/cli/given.h"
#include "app/cli/json.h"
#include "app/cli/learned.h"
#include "app/cli/open_module.h"
#include "core/base/text.h"
#include "core/schedule/explain.h"
#include "core/schedule/metrics.h"
#include "core/schedule/scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

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

void printSteps(const OpGraph& graph, const Schedule& schedule, bool listsDecisions) {
    fmt::print("\n{} of {}\n", listsDecisions ? "decisions" : "steps", schedule.policy);
    TextTable table({{"step"}, {"op", Align::Left}, {"size"}});
    const std::size_t shown = listsDecisions ? schedule.batchCount() : std::min(schedule.batchCount(), kMostSteps);
    for (std::size_t step = 0; step < shown; ++step) {
        const BatchId batch(step);
        if (listsDecisions) {
            const std::string read = valuesReadText(graph, schedule, batch);
            if (!read.empty()) {
                fmt::print(
                    "       -- sync point: values are read here ({}), and the calls below are made after that --\n",
                    read);
            }
            fmt::print("{:>5}  {}\n", step, decisionText(graph, schedule, batch));
        } else {
            table.add({std::to_string(step), graph.opOf(schedule.batchSignatures[batch]).name,
                       withThousands(schedule.batchSize(batch))});
        }
    }
    if (!listsDecisions) {
        fmt::print("{}", table.text());
    }
    if (shown < schedule.batchCount()) {
        fmt::print("… {} more steps (--json lists all)\n", withThousands(schedule.batchCount() - shown));
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
            printSteps(graph, one.schedule, listsDecisions);
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
        if (!made) {
            return made.error();
        }
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
    if (!options) {
        return options.error();
    }
    if (const Status opened = openModule(options->graph, control, "--against: "); !opened) {
        return opened.error();
    }
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
    if (!graph) {
        return graph.error();
    }
    const Result<std::vector<const Policy*>> policies = parsePolicies(options->policies, *graph);
    if (!policies) {
        return policies.error();
    }
    Result<Schedule> schedule = makeSchedule(*graph, *policies->front(), control);
    return schedule ? Result<Second>(Second{std::move(*graph), std::move(*schedule)}) : schedule.error();
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
    const Result<std::unique_ptr<GivenPolicy>> given = givenPolicy(options, *graph, control);
    if (!given) {
        return given.error();
    }
    const bool isGivenOnly = *given != nullptr && !options.given.contains("--policy");
    Result<std::vector<const Policy*>> policies =
        isGivenOnly ? std::vector<const Policy*>() : parsePolicies(options.policies, *graph);
    if (!policies) {
        return policies.error();
    }
    const Result<LearnedChoice> learned = chooseLearned(options, *graph, *policies, control);
    if (!learned) {
        return learned.error();
    }
    if (*given != nullptr) {
        policies->push_back(given->get());
    }
    const Result<std::vector<Scheduled>> all = schedulesOf(options, *graph, *policies, control);
    if (!all) {
        return all.error();
    }
    const LearnedTable* shownTable = options.printTable ? &learned->table : nullptr;
    if (!options.against.empty()) {
        const Result<Second> second = secondOf(options, *bank, control);
        if (!second) {
            return second.error();
        }
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
