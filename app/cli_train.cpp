// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_train.h"

#include "app/cli_commands.h"
#include "app/cli_json.h"
#include "app/cli_learned.h"
#include "core/base/text.h"
#include "core/exec/injection.h"
#include "core/exec/machine.h"
#include "core/exec/memory_estimate.h"
#include "core/exec/training.h"
#include "core/nets/graph_batches.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace batchscope {

namespace {

constexpr std::size_t kMostCount = 1'000'000'000;
constexpr std::size_t kMostSchedules = 1024; // of a long epoch; more would only take memory

Json optimizerJson(const OptimizerOptions& options) {
    Json json = {{"name", optimizerNames()[static_cast<std::size_t>(options.kind)]}, {"lr", options.learningRate}};
    if (options.kind == OptimizerKind::Adam) {
        json["beta1"] = options.beta1;
        json["beta2"] = options.beta2;
        json["epsilon"] = options.epsilon;
    } else {
        json["momentum"] = options.momentum;
    }
    return json;
}

void printAsJson(const CliOptions& options, const Policy& policy, std::size_t batchesPerEpoch, double parseSeconds,
                 const TrainingReport& report) {
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
               {"batches_per_epoch", batchesPerEpoch},
               {"optimizer", optimizerJson(options.training.optimizerOptions())},
               {"losses", losses},
               {"seconds", toJson(seconds)},
               {"step_seconds", updates},
               {"reused_schedules", report.reusedSchedules},
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
void printText(const CliOptions& options, std::size_t batchesPerEpoch, const TrainingReport& report) {
    constexpr std::size_t kMostLines = 20;
    const std::size_t every = (report.steps.size() + kMostLines - 1) / kMostLines;
    const OptimizerOptions optimizer = options.training.optimizerOptions();
    fmt::print("{}, learning rate {}, {} mini-batch{} an epoch\n\n",
               optimizerNames()[static_cast<std::size_t>(optimizer.kind)], optimizer.learningRate, batchesPerEpoch,
               batchesPerEpoch == 1 ? "" : "es");
    TextTable losses({{"step"}, {"loss"}, {"time"}});
    for (std::size_t index = 0; index < report.steps.size(); ++index) {
        if (index % every == 0 || index + 1 == report.steps.size()) {
            const TrainingStep& step = report.steps[index];
            losses.add(
                {std::to_string(index + 1), fmt::format("{:.6g}", step.loss), formatSeconds(step.seconds.total())});
        }
    }
    fmt::print("{}\n", losses.text());
    TextTable phases({{"phase", Align::Left}, {"median"}});
    const Json medians = toJson(report.medians());
    for (const auto& [phase, seconds] : medians.items()) {
        if (phase != "parse") {
            phases.add({phase, formatSeconds(seconds.get<double>())});
        }
    }
    fmt::print("{}", phases.text());
}

/// Weights as a run has them, injected numbers and all.
Result<Parameters> makeParameters(const CliOptions& options, const OpSet& ops, const RunControl& control) {
    Result<Parameters> parameters = Parameters::create(ops, options.seed, control);
    if (!parameters) {
        return parameters.error();
    }
    for (const std::string& injection : options.injections) {
        if (const Status injected = injectNumber(ops, injection, *parameters); !injected) {
            return injected.error();
        }
    }
    return parameters;
}

} // namespace

OptimizerOptions TrainingChoice::optimizerOptions() const {
    OptimizerOptions options = optimizer;
    options.learningRate = learningRate.value_or(options.kind == OptimizerKind::Adam ? 0.001 : 0.01);
    return options;
}

void addTrainingLoop(CLI::App& run, TrainingChoice& choice) {
    CLI::Option* const steps = run.add_option("--steps", choice.steps, "train: so many updates of the weights")
                                   ->check(CLI::Range(std::size_t{1}, kMostCount))
                                   ->type_name("N")
                                   ->needs("--train")
                                   ->excludes("--check")
                                   ->excludes("--reference");
    run.add_option("--batch", choice.batch, "with --steps: trees of each, in turn; else all of them")
        ->check(CLI::Range(std::size_t{1}, kMostCount))
        ->type_name("N")
        ->needs(steps);
    run.add_option_function<std::string>(
           "--optimizer",
           [&choice](const std::string& name) {
               const Result<OptimizerKind> kind = parseOptimizer(name);
               if (!kind) {
                   throw CLI::ValidationError("--optimizer", kind.error().message);
               }
               choice.optimizer.kind = *kind;
           },
           "with --steps: how weights change")
        ->type_name("sgd|adam [sgd]")
        ->needs(steps);
    run.add_option("--lr", choice.learningRate, "with --steps: learning rate")
        ->type_name("X [sgd 0.01, adam 0.001]")
        ->needs(steps);
    run.add_option("--momentum", choice.optimizer.momentum, "with --steps: of sgd")->type_name("X [0]")->needs(steps);
}

Result<ExitCode> runTraining(const CliOptions& options, const RunControl& control) {
    const Result<const Policy*> policy = findPolicy(options.policies);
    if (!policy) {
        return policy.error();
    }
    const auto start = std::chrono::steady_clock::now();
    const Result<Treebank> bank = openTreebank(options, control);
    if (!bank) {
        return bank.error();
    }
    const Result<GraphBuilder> builder = GraphBuilder::make(*bank, options.graph.dtype); // a program is parsed here
    if (!builder) {
        return builder.error();
    }
    const double parsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    GraphBatches batches(*builder, fittingGraph(options, *bank), options.training.batch);
    const Result<const OpGraph*> first = batches.graph(0, control);
    if (!first) {
        return first.error();
    }
    const Moments moments = momentsOf(options.training.optimizerOptions());
    if (const Status fits = checkMemory(**first, options.run, Compared::No, moments); !fits) {
        return fits.error();
    }
    setThreadCount(options.threads);
    Result<Parameters> parameters = makeParameters(options, (*first)->ops, control);
    if (!parameters) {
        return parameters.error();
    }
    std::vector<const Policy*> chosen = {*policy};
    const Result<LearnedChoice> learned = chooseLearned(options, **first, chosen, control); // keeps what it names
    if (!learned) {
        return learned.error();
    }
    const TrainingOptions training{.steps = options.training.steps,
                                   .optimizer = options.training.optimizerOptions(),
                                   .run = options.run,
                                   .keptSchedules = std::min(batches.perEpoch(), kMostSchedules)};
    const Result<TrainingReport> report = train([&](std::size_t step) { return batches.graph(step, control.quiet()); },
                                                *chosen.front(), *parameters, training, control);
    if (!report) {
        return report.error();
    }
    if (options.json) {
        printAsJson(options, *chosen.front(), batches.perEpoch(), parsed, *report);
    } else {
        printText(options, batches.perEpoch(), *report);
    }
    return ExitCode::Done;
}

} // namespace batchscope
