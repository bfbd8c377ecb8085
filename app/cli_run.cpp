// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_commands.h"
#include "app/cli_json.h"
#include "core/base/text.h"
#include "core/exec/machine.h"
#include "core/exec/runner.h"

#include <fmt/format.h>

#include <chrono>

namespace batchscope {

namespace {

void printText(const OpGraph& graph, const CheckedRun& run, bool checked) {
    const RunReport& report = run.report;
    fmt::print("{}: {} nodes in {} batches\n\n", run.folded.schedule.policy, withThousands(graph.size()),
               withThousands(run.folded.schedule.batchCount()));
    TextTable table({{"phase", Align::Left}, {"folded"}, {"regular"}});
    const Json folded = toJson(report.folded);
    const Json regular = toJson(report.regular);
    for (const auto& [phase, seconds] : folded.items()) {
        table.add({phase, formatSeconds(seconds.get<double>()),
                   checked ? formatSeconds(regular[phase].get<double>()) : std::string("-")});
    }
    fmt::print("{}", table.text());
    if (!report.equality) {
        return;
    }
    const EqualityReport& equality = *report.equality;
    fmt::print("\nspeed-up {:.1f}× running, {:.1f}× with building, scheduling and planning\n", report.speedup(),
               report.speedupWithConstruction());
    fmt::print("values {}: {} numbers, max abs error {:.2g}, max rel error {:.2g}, argmax flips {}, not finite {}\n",
               equality.equal ? "equal" : "DIFFER", withThousands(equality.values), equality.maxAbsError,
               equality.maxRelError, equality.argmaxFlips, equality.notFinite);
    if (equality.firstDivergence) {
        const Value value = *equality.firstDivergence;
        fmt::print("first divergence: node {} ({}), output {}, tree {}\n", value.node.value,
                   graph.opOf(value.node).name, value.output, graph.origins[value.node].tree.value);
    }
}

void printAsJson(const OpGraph& graph, const CheckedRun& run, bool checked) {
    const RunReport& report = run.report;
    Json document = {{"policy", run.folded.schedule.policy},
                     {"nodes", graph.size()},
                     {"batches", run.folded.schedule.batchCount()},
                     {"values", nullptr},
                     {"gradients", nullptr},
                     {"first_divergence", nullptr},
                     {"seconds", toJson(report.folded)}};
    if (checked && report.equality) {
        Json values = toJson(graph, *report.equality);
        if (values.contains("first_divergence")) {
            document["first_divergence"] = values["first_divergence"];
            values.erase("first_divergence");
        }
        document["values"] = values;
        document["regular_seconds"] = toJson(report.regular);
        document["speedup"] = report.speedup();
        document["speedup_with_construction"] = report.speedupWithConstruction();
    }
    document["context"] = {
        {"cpu", cpuName()}, {"threads", threadCount()}, {"torch", torchVersion()}, {"blas", blasName()}};
    printJson(document);
}

Result<CheckedRun> runFolded(const OpGraph& graph, const Policy& policy, const Parameters& parameters,
                             const PhaseSeconds& construction, const RunControl& control) {
    Result<ArmRun> folded = runArm(graph, policy, parameters, Recording::Seconds, control);
    if (!folded) {
        return folded.error();
    }
    RunReport report;
    report.folded = folded->execution.seconds();
    report.folded.parse = construction.parse;
    report.folded.build = construction.build;
    return CheckedRun{std::move(*folded), report};
}

} // namespace

Result<ExitCode> runRun(const CliOptions& options, const RunControl& control) {
    using Clock = std::chrono::steady_clock;
    const Result<const Policy*> policy = findPolicy(options.policies);
    if (!policy) {
        return policy.error();
    }
    const auto start = Clock::now();
    const Result<Treebank> bank = openTreebank(options, control);
    if (!bank) {
        return bank.error();
    }
    const auto parsed = Clock::now();
    const Result<OpGraph> graph = buildGraph(*bank, options.graph, control);
    if (!graph) {
        return graph.error();
    }
    PhaseSeconds construction;
    construction.parse = std::chrono::duration<double>(parsed - start).count();
    construction.build = std::chrono::duration<double>(Clock::now() - parsed).count();
    setThreadCount(options.threads);
    const Result<Parameters> parameters = Parameters::create(graph->ops, options.seed, control);
    if (!parameters) {
        return parameters.error();
    }
    const Result<CheckedRun> run = options.check ? runBoth(*graph, **policy, *parameters, construction, control,
                                                           [](const ArmRun&, const RunReport&) {})
                                                 : runFolded(*graph, **policy, *parameters, construction, control);
    if (!run) {
        return run.error();
    }
    if (options.json) {
        printAsJson(*graph, *run, options.check);
    } else {
        printText(*graph, *run, options.check);
    }
    return options.check && !run->report.equality->equal ? ExitCode::Different : ExitCode::Done;
}

} // namespace batchscope
