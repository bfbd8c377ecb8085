// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/prepare.h"
#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/exec/machine.h"
#include "core/exec/memory_estimate.h"
#include "core/exec/training.h"
#include "core/nets/build_graph.h"
#include "core/nets/trainable.h"
#include "core/trace/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

OptimizerOptions optimizerOf(const TrainingChoice& choice) {
    OptimizerOptions options = choice.optimizer;
    options.learningRate = choice.learningRate.value_or(options.kind == OptimizerKind::Adam ? 0.001 : 0.01);
    return options;
}

Json optimizerJson(const OptimizerOptions& options) {
    Json json = {{"name", enumName(options.kind)}, {"lr", options.learningRate}};
    if (options.kind == OptimizerKind::Adam) {
        json["beta1"] = options.beta1;
        json["beta2"] = options.beta2;
        json["epsilon"] = options.epsilon;
    } else {
        json["momentum"] = options.momentum;
    }
    return json;
}

/// A mini-batch and, for the first epoch, how many of its outputs have labels.
class LabeledBatches {
public:
    LabeledBatches(const Treebank& bank, const GraphBuilder& builder, const GraphOptions& options, std::size_t batch)
        : m_bank(bank), m_options(options), m_batches(builder, options, batch) {}

    /// Errors as GraphBatches::graph; Config error for a mini-batch without any label, whose loss would be none.
    Result<const OpGraph*> graph(std::size_t step, const RunControl& control) {
        Result<const OpGraph*> graph = m_batches.graph(step, control);
        TRY(graph);
        if (const Status trainable = checkTrainable(m_bank, m_options, **graph); !trainable) {
            return m_batches.perEpoch() == 1
                       ? trainable.error()
                       : Error{trainable.error().code,
                               fmt::format("mini-batch {} of {}: {}, or use larger mini-batches (--batch)",
                                           step % m_batches.perEpoch() + 1, m_batches.perEpoch(),
                                           trainable.error().message)};
        }
        if (step == m_counted && step < m_batches.perEpoch()) {
            ++m_counted;
            m_labeled += (*graph)->labeledOutputs();
            m_requested += (*graph)->outputs.size();
        }
        return graph;
    }

    [[nodiscard]] std::size_t perEpoch() const { return m_batches.perEpoch(); }
    /// Of one epoch, or of the steps so far when they are fewer.
    [[nodiscard]] std::size_t labeledOutputs() const { return m_labeled; }
    [[nodiscard]] std::size_t requestedOutputs() const { return m_requested; }

private:
    const Treebank& m_bank;
    GraphOptions m_options;
    GraphBatches m_batches;
    std::size_t m_counted = 0; // mini-batches
    std::size_t m_labeled = 0;
    std::size_t m_requested = 0;
};

/// Why the loop ended before its last step.
std::string endText(const CliOptions& options, const TrainingReport& report) {
    if (std::isfinite(report.steps.back().loss)) {
        return fmt::format(
            "weights are not finite after the last weight update, {}; try a learning rate (--lr) below {}",
            report.steps.size(), optimizerOf(options.training).learningRate);
    }
    return fmt::format(
        "stopped at weight update {} of {}: the loss is not finite ({}); try a learning rate (--lr) below {}",
        report.steps.size(), options.training.steps, numberText(report.steps.back().loss),
        optimizerOf(options.training).learningRate);
}

void printTrainingAsJson(const CliOptions& options, const Policy& policy, const LabeledBatches& batches,
                         double parseSeconds, const TrainingReport& report) {
    PhaseSeconds seconds = report.medians();
    seconds.parse = parseSeconds;
    Json losses = Json::array();
    Json updates = Json::array();
    for (const TrainingStep& step : report.steps) {
        losses.push_back(step.loss);
        updates.push_back(step.seconds.total());
    }
    printJson({{"policy", policy.name()},
               {"steps", report.steps.size()},
               {"batches_per_epoch", batches.perEpoch()},
               {"labelled_outputs", batches.labeledOutputs()},
               {"requested_outputs", batches.requestedOutputs()},
               {"optimizer", optimizerJson(optimizerOf(options.training))},
               {"losses", losses},
               {"comparable", !report.endedNotFinite},
               {"reason", report.endedNotFinite ? Json(endText(options, report)) : Json(nullptr)},
               {"seconds", toJson(seconds)},
               {"step_seconds", updates},
               {"optimizer_bytes", report.optimizerBytes},
               {"context",
                {{"cpu", cpuName()}, {"threads", threadCount()}, {"torch", torchVersion()}, {"blas", blasName()}}}});
}

/// Numbers that the optimizer keeps for each weight.
Moments momentsOf(const OptimizerOptions& options) {
    if (options.kind == OptimizerKind::Adam) {
        return Moments::Two;
    }
    return options.momentum > 0.0 ? Moments::One : Moments::None;
}

/// Few lines: the first and the last step, and not many between.
void printTraining(const CliOptions& options, const LabeledBatches& batches, const TrainingReport& report) {
    constexpr std::size_t kMostLines = 20;
    const std::size_t every = (report.steps.size() + kMostLines - 1) / kMostLines;
    const OptimizerOptions optimizer = optimizerOf(options.training);
    fmt::print("{}, learning rate {}, {} mini-batch{} per epoch\n{}\n\n", enumName(optimizer.kind),
               optimizer.learningRate, batches.perEpoch(), batches.perEpoch() == 1 ? "" : "es",
               labelShareText(batches.labeledOutputs(), batches.requestedOutputs()));
    TextTable losses({{"update"}, {"loss"}, {"time"}});
    for (std::size_t index = 0; index < report.steps.size(); ++index) {
        if (index % every == 0 || index + 1 == report.steps.size()) {
            const TrainingStep& step = report.steps[index];
            losses.add({std::to_string(index + 1), numberText(step.loss, 6), formatSeconds(step.seconds.total())});
        }
    }
    fmt::print("{}\n", losses.text());
    if (report.endedNotFinite) {
        fmt::print("{}\n\n", endText(options, report));
    }
    TextTable phases({{"phase", Align::Left}, {"median"}});
    const Json medians = toJson(report.medians());
    for (const auto& [phase, seconds] : medians.items()) {
        if (phase != "parse") {
            phases.add({phase, formatSeconds(seconds.get<double>())});
        }
    }
    fmt::print("{}", phases.text());
}

} // namespace

Result<ExitCode> runTraining(const CliOptions& options, const RunControl& control) {
    if (options.given.contains("--momentum") && options.training.optimizer.kind == OptimizerKind::Adam) {
        return Error{ErrorCode::Config,
                     "--momentum: adam keeps its own moments; only --optimizer sgd takes a momentum"};
    }
    const auto start = Clock::now();
    const Result<Treebank> bank = openTreebank(options, control);
    TRY(bank);
    const Result<GraphBuilder> builder = GraphBuilder::make(*bank, options.graph.dtype); // a program is parsed here
    TRY(builder);
    const double parsed = secondsSince(start);
    LabeledBatches batches(*bank, *builder, fittedOptionsWithNote(options, *bank), options.training.batch);
    const Result<const OpGraph*> first = batches.graph(0, control);
    TRY(first);
    const Moments moments = momentsOf(optimizerOf(options.training));
    TRY(checkMemory(**first, options.run, Compared::No, moments));
    setThreadCount(options.threads);
    Result<ArmParameters> parameters = makeParameters(options, (*first)->ops, control);
    TRY(parameters);
    const Result<ChosenPolicies> policy = choosePolicies(options, **first, control);
    TRY(policy);
    const TrainingOptions training{
        .steps = options.training.steps, .optimizer = optimizerOf(options.training), .run = options.run};
    const Result<TrainingReport> report = train([&](std::size_t step) { return batches.graph(step, control.quiet()); },
                                                policy->only(), parameters->folded, training, control);
    TRY(report);
    if (options.json) {
        printTrainingAsJson(options, policy->only(), batches, parsed, *report);
    } else {
        printTraining(options, batches, *report);
    }
    return report->endedNotFinite ? ExitCode::Different : ExitCode::Done;
}

} // namespace batchscope
