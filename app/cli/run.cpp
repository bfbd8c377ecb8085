// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/comparison_output.h"
#include "app/cli/given.h"
#include "app/cli/json.h"
#include "app/cli/learned.h"
#include "app/cli/memory_output.h"
#include "app/cli/node_list.h"
#include "app/cli/prepared_run.h"
#include "app/cli/run_failure.h"
#include "app/cli/shrink.h"
#include "app/cli/step_list.h"
#include "app/cli/value_output.h"
#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/exec/executor.h"
#include "core/exec/machine.h"
#include "core/exec/memory_estimate.h"
#include "core/exec/not_finite.h"
#include "core/exec/runner.h"
#include "core/nets/trainable.h"
#include "core/session/updates_text.h"
#include "core/session/work_check.h"
#include "core/trace/batch_view.h"
#include "core/trace/speed_text.h"
#include "core/trace/verdict.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

void printRun(const OpGraph& graph, const CheckedRun& run) {
    const RunReport& report = run.report;
    const bool checked = report.equality.has_value();
    fmt::print("{}: {} nodes in {} batches{}\n\n", run.folded.schedule.policy, withThousands(graph.size()),
               withThousands(run.folded.schedule.batchCount()),
               run.folded.schedule.syncPoints.empty()
                   ? ""
                   : fmt::format(", values read at {} sync points", run.folded.schedule.syncPoints.size()));
    const bool isMedian = report.isMeasured();
    TextTable table({{"phase", Align::Left}, {"folded"}, {"regular"}});
    const Json folded = toJson(report.folded);
    const Json regular = toJson(report.regular);
    for (const auto& [phase, seconds] : folded.items()) {
        table.add({phase, formatSeconds(seconds.get<double>()),
                   isMedian ? formatSeconds(regular[phase].get<double>()) : std::string("-")});
    }
    fmt::print("{}", table.text());
    fmt::print("{}\n", isMedian
                           ? fmt::format("medians of {} runs, both on {}", report.runs(), kernelsText(*report.speed))
                       : checked ? std::string("times of the recorded run only")
                                 : std::string("times of a single run; add --check to measure the speed-up"));
    if (report.learnSeconds > 0.0) {
        fmt::print("the policy trained on the graph once, for {}; these times do not include it\n",
                   formatSeconds(report.learnSeconds));
    }
    if (checked) {
        printComparison(graph, run.folded.schedule, report);
    }
}

/// The selected trees are those of one update; none where nothing is trained, and for programs.
std::optional<EpochUpdates> epochOf(const CliOptions& options, const PreparedRun& prepared) {
    const bool trains = options.run.work == Work::Training && prepared.bank.program.empty() && prepared.graph.trees > 0;
    return trains ? std::optional(EpochUpdates{prepared.bank.trees.size(), prepared.graph.trees}) : std::nullopt;
}

Json updatesJson(const EpochUpdates& epoch, const RunReport& report) {
    return {{"trees", epoch.trees},
            {"trees_per_update", epoch.batch},
            {"updates_per_epoch", epoch.updates()},
            {"text", updatesText(epoch, report.gradients)}};
}

PassChoice passesOfRun(const OpSet& ops, const RunOptions& options) {
    return passesOf(executorFor(ops, options.executor));
}

Json originJson(const OpGraph& graph, const std::optional<NotFiniteOrigin>& origin) {
    if (!origin) {
        return nullptr;
    }
    const NodeId node = origin->value.node;
    return {{"node", node.value},
            {"output", origin->value.output},
            {"op", graph.opOf(node).name},
            {"tree", graph.origins[node].tree.value},
            {"column", origin->column},
            {"parameter", origin->parameter.empty() ? Json(nullptr) : Json(origin->parameter)}};
}

/// The run that the origins are of.
Json runNotFinite(const NotFiniteOrigins& origins) {
    if (!origins.value && !origins.gradient) {
        return nullptr;
    }
    return origins.ofRegular ? "regular" : "folded";
}

/// What is listed beside the figures, where it is; else null.
struct ListedJson {
    Json nodes;
    Json steps;
    Json memory;
    Json updates;
    Json values;
};

Json faultJson(const OpGraph& graph, const RehearsedFault& fault) {
    return {{"kind", faultNames()[static_cast<std::size_t>(fault.fault)]},
            {"step", fault.step.value},
            {"node", fault.node.value},
            {"other", fault.other.valid() ? Json(fault.other.value) : Json(nullptr)},
            {"argument", fault.slot},
            {"text", faultText(graph, fault)}};
}

void addEquality(Json& document, const OpGraph& graph, const RunReport& report) {
    document["comparable"] = verdictOf(report) != Verdict::NotComparable;
    if (const std::string reason = notComparableReason(graph, report); !reason.empty()) {
        document["reason"] = reason;
    }
    Json values = toJson(graph, *report.equality);
    if (values.contains("first_divergence")) {
        document["first_divergence"] = values["first_divergence"];
        values.erase("first_divergence");
    }
    document["values"] = values;
}

/// What is known of both runs; of one run only that it is one.
void addBothArms(Json& document, const OpGraph& graph, const RunReport& report) {
    if (report.equality) {
        addEquality(document, graph, report);
    }
    if (report.fault) {
        document["fault"] = faultJson(graph, *report.fault);
    }
    if (report.cause) {
        document["divergence_cause"] = causeJson(graph, *report.cause);
    }
    document["runs"] = report.runs();
    if (report.speed) {
        document.update(speedJson(report));
    }
    if (report.gradients) {
        document["gradients"] = toJson(graph, *report.gradients);
        document["labelled_outputs"] = graph.labelledOutputs();
        document["requested_outputs"] = graph.outputs.size();
    }
    if (report.reference) {
        document["reference"] = {{"folded", toJson(graph, report.reference->folded)},
                                 {"regular", toJson(graph, report.reference->regular)}};
    }
}

void addListed(Json& document, const ListedJson& listed) {
    if (!listed.nodes.is_null()) {
        document["node_list"] = listed.nodes;
    }
    if (!listed.steps.is_null()) {
        document["step_list"] = listed.steps;
    }
    if (!listed.memory.is_null()) {
        document["memory"] = listed.memory;
    }
    if (!listed.updates.is_null()) {
        document["updates"] = listed.updates;
    }
    if (!listed.values.is_null()) {
        document["node_values"] = listed.values;
    }
}

void printRunAsJson(const OpGraph& graph, const CheckedRun& run, const ListedJson& listed) {
    const RunReport& report = run.report;
    Json document = {{"policy", run.folded.schedule.policy},
                     {"nodes", graph.size()},
                     {"batches", run.folded.schedule.batchCount()},
                     {"threads_used", run.folded.execution.trace().threads},
                     {"executor", executorName(run.folded.execution.trace().views.executor)},
                     {"values", nullptr},
                     {"gradients", nullptr},
                     {"first_divergence", nullptr},
                     {"seconds", toJson(report.folded)}};
    addBothArms(document, graph, report);
    document["not_finite_origin"] = originJson(graph, report.notFinite.value);
    document["not_finite_gradient_origin"] = originJson(graph, report.notFinite.gradient);
    document["not_finite_run"] = runNotFinite(report.notFinite);
    addListed(document, listed);
    document["context"] = {
        {"cpu", cpuName()}, {"threads", threadCount()}, {"torch", torchVersion()}, {"blas", blasName()}};
    printJson(document);
}

Result<CheckedRun> runFolded(const PreparedRun& prepared, const Policy& policy, const CliOptions& options,
                             const RunControl& control) {
    Result<ArmRun> folded = runArm({prepared.graph, policy, prepared.parameters.folded}, options.run,
                                   options.listSteps ? Recording::Full : Recording::Seconds, control);
    if (!folded) {
        return folded.error();
    }
    RunReport report;
    report.folded = folded->execution.seconds();
    report.folded.parse = prepared.construction.parse;
    report.folded.build = prepared.construction.build;
    const Result<NotFiniteOrigins> origins =
        notFiniteIn(prepared.graph, folded->execution.state(), folded->gradients, prepared.parameters.folded, control);
    if (!origins) {
        return origins.error();
    }
    report.notFinite = *origins;
    return CheckedRun{std::move(*folded), report};
}

/// All that a run has to say.
struct ShownRun {
    const OpGraph& graph;
    const CheckedRun& run;
    const ListedGraph& listed;
    const std::vector<NodeId>& nodes; ///< of --list nodes
    const std::optional<MemoryUse>& memory;
    const std::optional<EpochUpdates>& epoch;
    const std::optional<ShownValues>& values;
};

void show(const CliOptions& options, const ShownRun& shown) {
    const OpGraph& graph = shown.graph;
    const CheckedRun& run = shown.run;
    if (options.json) {
        printRunAsJson(graph, run,
                       {.nodes = options.listNodes ? nodesJson(shown.listed, shown.nodes) : Json(),
                        .steps = options.listSteps ? runStepsJson(shown.listed) : Json(),
                        .memory = shown.memory ? memoryJson(graph, run.folded.schedule, *shown.memory) : Json(),
                        .updates = shown.epoch ? updatesJson(*shown.epoch, run.report) : Json(),
                        .values = shown.values ? valuesJson(graph, *shown.values) : Json()});
        return;
    }
    printRun(graph, run);
    if (options.listNodes) {
        printNodes(shown.listed, shown.nodes);
    }
    if (options.listSteps) {
        printRunSteps(shown.listed);
    }
    if (shown.memory) {
        printMemory(graph, run.folded.schedule, *shown.memory);
    }
    if (shown.values) {
        printValues(graph, *shown.values);
    }
    if (shown.epoch) {
        fmt::print("\n{}\n", updatesText(*shown.epoch, run.report.gradients));
    }
    if (const std::string origin = originText(graph, run.report.notFinite); !origin.empty()) {
        fmt::print("{}\n", origin);
    }
}

/// The policy that a run follows, and who keeps it.
struct FollowedPolicy {
    std::unique_ptr<GivenPolicy> given;
    LearnedChoice learned;
    const Policy* policy = nullptr;
};

/// The schedule of --schedule, the policy with the table of --table, or `named`.
Result<FollowedPolicy> followedPolicy(const CliOptions& options, const Policy& named, const OpGraph& graph,
                                      const RunControl& control) {
    Result<std::unique_ptr<GivenPolicy>> given = givenPolicy(options, graph, control);
    if (!given) {
        return given.error();
    }
    std::vector<const Policy*> chosen = {*given != nullptr ? given->get() : &named};
    Result<LearnedChoice> learned = chooseLearned(options, graph, chosen, control);
    if (!learned) {
        return learned.error();
    }
    return FollowedPolicy{std::move(*given), std::move(*learned), chosen.front()};
}

/// `regular` gets what --values shows of the other run.
Result<CheckedRun> runPrepared(const CliOptions& options, const PreparedRun& prepared, const Policy& policy,
                               KeptStates& regular, const RunControl& control) {
    if (!options.check) {
        return runFolded(prepared, policy, options, control);
    }
    CheckedRunInput input{.construction = prepared.construction, .ofRegular = prepared.parameters.ofRegular()};
    if (options.shownNode) {
        input.sinks.afterCompared = [&regular](const RunReport&, const ArmRun& other) { regular = statesOf(other); };
    }
    Result<CheckedRun> run = runBoth({prepared.graph, policy, prepared.parameters.folded}, options.run, input, control);
    if (!run && options.run.fault != Fault::None && run.error().code == ErrorCode::Config) {
        Error error = run.error();
        error.message = "--fault: " + error.message;
        return error;
    }
    return run;
}

/// With all that was asked to be listed.
Status showWithLists(const CliOptions& options, const PreparedRun& prepared, const CheckedRun& run,
                     const KeptStates& regular, const RunControl& control) {
    const OpGraph& graph = prepared.graph;
    // Rows as explain counts them, on whatever they ran.
    const Schedule shown = withRowOrder(graph, run.folded.schedule, RowOrder::ByConsumer);
    const ListedGraph listed{
        prepared.bank, prepared.options, graph, shown, run.folded.execution.trace(), run.folded.execution.state(),
        run.report};
    const Result<std::vector<NodeId>> nodes =
        options.listNodes ? nodesWhere(listed, options.where, control) : std::vector<NodeId>();
    if (!nodes) {
        return nodes.error();
    }
    std::optional<MemoryUse> memory;
    if (options.listMemory) {
        memory = memoryUse(graph, run.folded.schedule, passesOfRun(graph.ops, options.run),
                           options.run.work == Work::Training);
    }
    std::optional<ShownValues> values;
    if (options.shownNode) {
        values = shownValues(graph, NodeId(*options.shownNode), statesOf(run.folded), regular);
    }
    const std::optional<EpochUpdates> epoch = epochOf(options, prepared);
    show(options, {graph, run, listed, *nodes, memory, epoch, values});
    return Ok{};
}

} // namespace

Result<ExitCode> runRun(const CliOptions& options, const RunControl& control) {
    if (options.training.steps > 0) {
        return runTraining(options, control);
    }
    const Result<const Policy*> named = findPolicy(options.policies);
    if (!named) {
        return named.error();
    }
    const Result<PreparedRun> prepared = prepareRun(options, control);
    if (!prepared) {
        return prepared.error();
    }
    if (const Status known = options.shownNode ? checkNode(*options.shownNode, prepared->graph) : Status(Ok{});
        !known) {
        return known.error();
    }
    const Result<FollowedPolicy> followed = followedPolicy(options, **named, prepared->graph, control);
    if (!followed) {
        return followed.error();
    }
    KeptStates regular;
    const Result<CheckedRun> run = runPrepared(options, *prepared, *followed->policy, regular, control);
    if (!run) {
        return run.error();
    }
    if (const Status shown = showWithLists(options, *prepared, *run, regular, control); !shown) {
        return shown.error();
    }
    const Failure failure = failureOf(prepared->graph, *run);
    if (const Status shrunk = shrinkFailing(options, *prepared, failure, *followed->policy, control); !shrunk) {
        return shrunk.error();
    }
    return failure.any() ? ExitCode::Different : ExitCode::Done;
}

} // namespace batchscope
