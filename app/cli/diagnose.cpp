// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/lent.h"
#include "app/cli/prepare.h"
#include "core/base/text.h"
#include "core/schedule/metrics.h"
#include "core/schedule/scheduler.h"
#include "core/session/diagnosis.h"
#include "core/session/remedies.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

constexpr double kLeastShare = 0.001; // of a run; the table for people leaves out less

/// A checked run, and medians of a few recorded ones: these tell more where the samples of the first do not agree.
struct TracedCheck {
    CheckedRun run;
    std::optional<TracedRun> folded;
    std::optional<TracedRun> regular;

    [[nodiscard]] PhaseSeconds seconds() const {
        return folded ? countedPhases(run.report, folded->seconds, kTracedRuns) : run.report.folded;
    }
};

/// Another policy for the same graph, run and measured like the present one.
struct CheckedRemedy {
    Remedy remedy;
    PhaseSeconds seconds;
    bool isMeasured = false;
};

struct Diagnosed {
    const OpGraph& graph;
    const CheckedRun& run;
    const Diagnosis& diagnosis;
    const Remedies& remedies;
    const std::optional<CheckedRemedy>& checked;
};

/// Of a run of the same graph, so building it takes as long.
double runSeconds(const Diagnosis& diagnosis, const PhaseSeconds& folded) {
    return diagnosis.buildSeconds + folded.schedule + folded.plan + folded.execution();
}

Result<TracedCheck> traced(const PreparedRun& prepared, const Policy& policy, const CliOptions& options,
                           const RunControl& control) {
    std::optional<TracedRun> folded;
    std::optional<TracedRun> regular;
    CheckedRunInput input{.construction = prepared.construction};
    input.sinks.afterTraced = [&folded](TracedRun run) { folded = std::move(run); };
    input.sinks.afterRegular = [&regular](TracedRun run) { regular = std::move(run); };
    Result<CheckedRun> run = runBoth({prepared.graph, policy, prepared.parameters.folded}, options.run, input, control);
    return run ? Result<TracedCheck>(TracedCheck{std::move(*run), std::move(folded), std::move(regular)})
               : Result<TracedCheck>(run.error());
}

/// The first change of the policy that needs fewer batches, carried out; nothing where there is none.
Result<std::optional<CheckedRemedy>> checkRemedy(const PreparedRun& prepared, const CliOptions& options,
                                                 const Remedies& remedies, const RunControl& control) {
    const auto found = std::find_if(remedies.helping.begin(), remedies.helping.end(),
                                    [](const Remedy& remedy) { return remedy.choice == "policy"; });
    if (found == remedies.helping.end()) {
        return std::optional<CheckedRemedy>();
    }
    const Result<const Policy*> policy = findPolicy(found->value);
    TRY(policy);
    const Result<TracedCheck> then = traced(prepared, **policy, options, control);
    TRY(then);
    return std::optional(CheckedRemedy{*found, then->seconds(), then->run.report.isSteady()});
}

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

void printFewerBatches(const Diagnosed& diagnosed) {
    printRemedies("what needs fewer batches", diagnosed.remedies);
    if (diagnosed.checked) {
        const CheckedRemedy& checked = *diagnosed.checked;
        const bool isSteady = checked.isMeasured && diagnosed.diagnosis.isMeasured;
        fmt::print("checked: {}: {} now, {} then{}\n", checked.remedy.option,
                   formatSeconds(diagnosed.diagnosis.seconds),
                   formatSeconds(runSeconds(diagnosed.diagnosis, checked.seconds)),
                   isSteady ? "" : " (the runs do not agree: no proof)");
    }
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
    printFewerBatches(diagnosed);
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
    Json checked = nullptr;
    if (diagnosed.checked) {
        checked = {{"option", diagnosed.checked->remedy.option},
                   {"seconds_now", diagnosed.diagnosis.seconds},
                   {"seconds_then", runSeconds(diagnosed.diagnosis, diagnosed.checked->seconds)},
                   {"measured", diagnosed.checked->isMeasured && diagnosed.diagnosis.isMeasured}};
    }
    printJson({{"policy", diagnosed.run.folded.schedule.policy},
               {"nodes", diagnosed.graph.size()},
               {"batches", diagnosed.run.folded.schedule.batchCount()},
               {"seconds", diagnosed.diagnosis.seconds},
               {"measured", diagnosed.diagnosis.isMeasured},
               {"causes", causes},
               {"gaps", gaps},
               {"bottleneck", bottleneckOf(diagnosed)},
               {"would_help", helping},
               {"checked", checked}});
}

} // namespace

Result<ExitCode> runDiagnose(const CliOptions& options, const RunControl& control) {
    const Result<PreparedRun> prepared = prepareRun(options, control);
    TRY(prepared);
    const Result<ChosenPolicies> policy = choosePolicies(options, prepared->graph, control);
    TRY(policy);
    const Result<TracedCheck> now = traced(*prepared, policy->only(), options, control);
    TRY(now);
    const CheckedRun* const run = &now->run;
    Snapshot snapshot;
    snapshot.treebank = lent(prepared->bank);
    snapshot.config.graph = prepared->options;
    snapshot.graph = lent(prepared->graph);
    snapshot.schedule = lent(run->folded.schedule);
    snapshot.report = lent(run->report);
    snapshot.trace = lent(now->folded ? now->folded->trace : run->folded.execution.trace());
    if (now->folded) {
        snapshot.tracedSeconds = now->folded->seconds;
        snapshot.tracedRuns = kTracedRuns;
    }
    if (now->regular) {
        snapshot.regularRun = lent(*now->regular);
    }
    const Result<Diagnosis> diagnosis = diagnose(snapshot, control);
    SessionConfig present = static_cast<const SessionConfig&>(options); // what the line chose of a session
    present.graph = prepared->options;
    present.policy = options.policies;
    const Result<Remedies> remedies =
        tryRemedies({prepared->bank, present, prepared->graph, run->folded.schedule}, std::nullopt, control);
    if (!diagnosis || !remedies) {
        return diagnosis ? remedies.error() : diagnosis.error();
    }
    const Result<std::optional<CheckedRemedy>> checked = checkRemedy(*prepared, options, *remedies, control);
    TRY(checked);
    const Diagnosed diagnosed{prepared->graph, *run, *diagnosis, *remedies, *checked};
    options.json ? printDiagnosisAsJson(diagnosed) : printDiagnosis(diagnosed);
    return ExitCode::Done;
}

} // namespace batchscope
