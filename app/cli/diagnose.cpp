// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/prepare.h"
#include "core/base/text.h"
#include "core/schedule/metrics.h"
#include "core/session/diagnosis.h"
#include "core/session/remedies.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

constexpr double kLeastShare = 0.001; // fraction of a run; the text table omits smaller causes

struct Diagnosed {
    const OpGraph& graph;
    const CheckedRun& run;
    const Diagnosis& diagnosis;
    const Remedies& remedies;
};

std::string stepsText(const std::vector<BatchId>& steps) {
    constexpr std::size_t kMost = 5;
    std::string text;
    for (std::size_t index = 0; index < std::min(steps.size(), kMost); ++index) {
        text += (index == 0 ? "" : " ") + std::to_string(steps[index].value);
    }
    return steps.size() > kMost ? text + " …" : text.empty() ? "-" : text;
}

void printCauses(const Diagnosis& diagnosis) {
    TextTable table(
        {{"cause", Align::Left}, {"time"}, {"share"}, {"gain at most"}, {"slowest steps, from 0", Align::Left}});
    const auto isWorthALine = [](const DiagnosedCause& cause) { return cause.share >= kLeastShare; };
    for (const DiagnosedCause& cause : diagnosis.causes) {
        if (!isWorthALine(cause)) {
            continue;
        }
        table.add({causeName(cause.cause), formatSeconds(cause.seconds), fmt::format("{:.1f} %", 100.0 * cause.share),
                   cause.gain ? formatSeconds(*cause.gain) : "-", stepsText(cause.steps)});
    }
    fmt::print("{}{}\n\n", table.text(), kCausesOverlap);
    for (const DiagnosedCause& cause : diagnosis.causes) {
        if (isWorthALine(cause)) {
            fmt::print("{}: {} {}\n", causeName(cause.cause), cause.text, cause.remedy);
        }
    }
}

void printGaps(const Diagnosed& diagnosed) {
    if (diagnosed.diagnosis.bottleneck.valid()) {
        fmt::print("\n{}\n", diagnosed.diagnosis.bottleneckText);
    }
    if (diagnosed.diagnosis.gaps.empty()) {
        fmt::print("\nno signature has more batches than its lower bound\n");
        return;
    }
    TextTable table({{"signature", Align::Left}, {"nodes"}, {"batches"}, {"lower bound"}, {"gap"}});
    for (const SignatureGap& gap : diagnosed.diagnosis.gaps) {
        table.add({signatureText(diagnosed.graph.signatures[gap.signature], diagnosed.graph.ops),
                   withThousands(gap.nodes), withThousands(gap.batches), withThousands(gap.bound),
                   withThousands(gap.batches - gap.bound)});
    }
    fmt::print("\nbatches above the lower bound\n{}", table.text());
}

void printDiagnosis(const Diagnosed& diagnosed) {
    const Schedule& schedule = diagnosed.run.folded.schedule;
    fmt::print("{}: {} nodes in {} batches, {} a run with building, scheduling and planning{}\n\n", schedule.policy,
               withThousands(diagnosed.graph.size()), withThousands(schedule.batchCount()),
               formatSeconds(diagnosed.diagnosis.seconds),
               diagnosed.diagnosis.runs > 1 ? fmt::format(" (medians of {} runs)", diagnosed.diagnosis.runs)
                                            : std::string(" (of one run)"));
    if (const std::string doubt = disagreementText(diagnosed.diagnosis, diagnosed.run.report); !doubt.empty()) {
        fmt::print("{}\n\n", doubt);
    }
    printCauses(diagnosed.diagnosis);
    printGaps(diagnosed);
    printRemedies("what needs fewer batches", diagnosed.remedies);
}

Json chainOf(const OpGraph& graph, SignatureId signature) {
    Json nodes = Json::array();
    for (const NodeId node : longestChain(graph, signature)) {
        nodes.push_back(node.value);
    }
    return nodes;
}

Json bottleneckOf(const Diagnosed& diagnosed) {
    const SignatureId signature = diagnosed.diagnosis.bottleneck;
    return signature.valid()
               ? Json{{"signature", signatureText(diagnosed.graph.signatures[signature], diagnosed.graph.ops)},
                      {"chain", chainOf(diagnosed.graph, signature)},
                      {"text", diagnosed.diagnosis.bottleneckText}}
               : Json(nullptr);
}

void printDiagnosisAsJson(const Diagnosed& diagnosed) {
    Json causes = Json::array();
    for (const DiagnosedCause& cause : diagnosed.diagnosis.causes) {
        Json steps = Json::array();
        for (const BatchId step : cause.steps) {
            steps.push_back(step.value);
        }
        causes.push_back({{"cause", causeName(cause.cause)},
                          {"seconds", cause.seconds},
                          {"share", cause.share},
                          {"steps", steps},
                          {"text", cause.text},
                          {"remedy", cause.remedy},
                          {"predicted_gain_s", cause.gain ? Json(*cause.gain) : Json(nullptr)}});
    }
    Json gaps = Json::array();
    for (const SignatureGap& gap : diagnosed.diagnosis.gaps) {
        gaps.push_back({{"signature", signatureText(diagnosed.graph.signatures[gap.signature], diagnosed.graph.ops)},
                        {"nodes", gap.nodes},
                        {"batches", gap.batches},
                        {"lower_bound", gap.bound},
                        {"chain", chainOf(diagnosed.graph, gap.signature)}});
    }
    Json helping = Json::array();
    for (const Remedy& remedy : diagnosed.remedies.helping) {
        helping.push_back(remedyJson(remedy));
    }
    printJson({{"policy", diagnosed.run.folded.schedule.policy},
               {"nodes", diagnosed.graph.size()},
               {"batches", diagnosed.run.folded.schedule.batchCount()},
               {"seconds", diagnosed.diagnosis.seconds},
               {"measured", diagnosed.diagnosis.isMeasured},
               {"causes", causes},
               {"gaps", gaps},
               {"bottleneck", bottleneckOf(diagnosed)},
               {"would_help", helping}});
}

} // namespace

Result<ExitCode> runDiagnose(const CliOptions& options, const RunControl& control) {
    const Result<PreparedRun> prepared = prepareRun(options, control);
    TRY(prepared);
    const Result<ChosenPolicies> policy = choosePolicies(options, prepared->graph, control);
    TRY(policy);
    std::optional<TracedRun> folded; // medians of several runs, more reliable if the samples of the run disagree
    std::optional<TracedRun> regular;
    CheckedRunInput input{.construction = prepared->construction};
    input.sinks.afterTraced = [&folded](TracedRun traced) { folded = std::move(traced); };
    input.sinks.afterRegular = [&regular](TracedRun traced) { regular = std::move(traced); };
    const Result<CheckedRun> run =
        runBoth({prepared->graph, policy->only(), prepared->parameters.folded}, options.run, input, control);
    TRY(run);
    Snapshot snapshot;
    snapshot.treebank = nonOwning(prepared->bank);
    snapshot.config.graph = prepared->options;
    snapshot.graph = nonOwning(prepared->graph);
    snapshot.schedule = nonOwning(run->folded.schedule);
    snapshot.report = nonOwning(run->report);
    snapshot.trace = nonOwning(folded ? folded->trace : run->folded.execution.trace());
    if (folded) {
        snapshot.tracedSeconds = folded->seconds;
        snapshot.tracedRuns = kTracedRuns;
    }
    if (regular) {
        snapshot.regularRun = nonOwning(*regular);
    }
    const Result<Diagnosis> diagnosis = diagnose(snapshot, control);
    SessionConfig present = static_cast<const SessionConfig&>(options); // the session choices of the command line
    present.graph = prepared->options;
    present.policy = options.policies;
    const Result<Remedies> remedies =
        tryRemedies({prepared->bank, present, prepared->graph, run->folded.schedule}, std::nullopt, control);
    if (!diagnosis || !remedies) {
        return diagnosis ? remedies.error() : diagnosis.error();
    }
    const Diagnosed diagnosed{prepared->graph, *run, *diagnosis, *remedies};
    options.json ? printDiagnosisAsJson(diagnosed) : printDiagnosis(diagnosed);
    return ExitCode::Done;
}

} // namespace batchscope
