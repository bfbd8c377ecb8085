// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/ranks.h"
#include "app/cli/training.h"
#include "core/bytes/file_writer.h"
#include "core/exec/process_group.h"
#include "core/records/model_file.h"
#include "core/training/training_run.h"
#include "core/training/word_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace batchscope {

namespace {

/// --trees chooses among the trees to learn from.
Result<TreeParts> partsOf(const Treebank& bank, const TrainChoice& choice, const TreeRange& chosen,
                          std::uint64_t seed) {
    TreeParts parts;
    std::vector<TreeId> rest;
    for (std::size_t index = 0; index < bank.trees.size(); ++index) {
        const TreeId tree(index);
        const std::string& file = bank.files[bank.fileOf(tree)];
        (file == choice.devFile ? parts.dev : file == choice.testFile ? parts.test : rest).push_back(tree);
    }
    for (const auto& [file, trees] : {std::pair(choice.devFile, &parts.dev), {choice.testFile, &parts.test}}) {
        if (!file.empty() && trees->empty()) {
            return Error{ErrorCode::Config, "holds no trees to judge by, or is given twice", file};
        }
    }
    for (std::size_t place = chosen.begin; place < std::min(chosen.end, rest.size()); ++place) {
        parts.train.push_back(rest[place]);
    }
    if (choice.heldOut > 0.0) {
        TreeParts held = holdOut(std::move(parts.train), choice.heldOut / 100.0, seed);
        parts.train = std::move(held.train);
        parts.dev = std::move(held.dev);
    }
    return parts.train.empty()
               ? Result<TreeParts>(
                     Error{ErrorCode::Config, fmt::format("--trees {}:… chooses none of the {} trees to learn from",
                                                          chosen.begin, rest.size())})
               : Result<TreeParts>(std::move(parts));
}

Json epochJson(const EpochRow& row) {
    Json json = rowJson(epochColumns(), row);
    json["dev"] = metricsJson(row.dev);
    json["phases"] = toJson(row.figures.phases);
    return json;
}

/// Where training goes on from; beside the model of the best epoch, which it need not be.
std::string resumeFile(const std::string& saved) {
    const std::filesystem::path path(saved);
    return (path.parent_path() / path.stem()).string() + ".resume" + path.extension().string();
}

Status save(const TrainChoice& choice, ModelDescription model, const OpSet& ops, TrainingRun& run) {
    model.epochs = run.trainer().epochs();
    model.bestEpoch = run.bestEpoch();
    model.best = run.best();
    const Parameters& parameters = run.trainer().parameters();
    if (run.lastIsBest()) {
        TRY(saveModel(choice.saved, model, ops, parameters, nullptr));
    }
    const OptimizerState state = run.trainer().optimizer().state();
    return saveModel(resumeFile(choice.saved), model, ops, parameters, &state);
}

Status resume(const TrainChoice& choice, const OpSet& ops, const Treebank& bank, TrainingRun& run,
              const RunControl& control) {
    const auto weightsIn = [&](const ModelFile& file) -> Result<Parameters> {
        Result<Parameters> parameters = Parameters::create(ops, 0, control);
        TRY(parameters);
        const Result<std::size_t> unknown = file.fill(ops, bank, *parameters);
        TRY(unknown);
        return parameters;
    };
    const Result<ModelFile> last = ModelFile::open(resumeFile(choice.saved));
    TRY(last);
    Result<Parameters> parameters = weightsIn(*last);
    TRY(parameters);
    const std::optional<OptimizerState> state = last->optimizer(ops);
    if (!state || !run.trainer().optimizer().restore(*state)) {
        return Error{ErrorCode::Config, "what the optimizer kept does not fit; resume with the same --optimizer",
                     resumeFile(choice.saved)};
    }
    const ModelDescription& model = last->description();
    std::optional<Parameters> bestSoFar;
    if (model.bestEpoch > 0 && model.bestEpoch < model.epochs) {
        const Result<ModelFile> best = ModelFile::open(choice.saved);
        TRY(best);
        Result<Parameters> weights = weightsIn(*best);
        TRY(weights);
        bestSoFar.emplace(std::move(*weights));
    }
    run.resume(std::move(*parameters), std::move(bestSoFar), model.epochs, model.bestEpoch, model.best);
    return Ok{};
}

} // namespace

Result<ExitCode> runTrain(const CliOptions& given, const RunControl& control) {
    CliOptions options = given;
    TrainChoice& choice = options.train;
    TrainingOptions& training = choice.training;
    if (options.given.contains("--momentum") && training.optimizer.kind != OptimizerKind::Sgd) {
        return Error{ErrorCode::Config, "--momentum: only --optimizer sgd takes a momentum"};
    }
    const Result<std::optional<GroupPlace>> place = groupPlace();
    TRY(place);
    if (choice.processes > 1 && !*place) {
        return runInRanks(choice.processes, control);
    }
    std::unique_ptr<ProcessGroup> group;
    if (*place) {
        Result<std::unique_ptr<ProcessGroup>> joined = joinGroup(**place);
        TRY(joined);
        group = std::move(*joined);
        training.group = group.get();
    }
    const bool leads = group == nullptr || group->rank() == 0; // else only computes
    training.optimizer.learningRate = choice.learningRate.value_or(usualLearningRate(training.optimizer.kind));
    for (const std::string& file : {choice.devFile, choice.testFile}) {
        if (!file.empty()) {
            options.files.push_back(file);
        }
    }
    Result<Treebank> bank = openTreebank(options, control);
    TRY(bank);
    PreparedTraining prepared;
    prepared.bank = std::move(*bank);
    prepared.graph = fittedOptionsWithNote(options, prepared.bank);
    const Result<TreeParts> parts = partsOf(prepared.bank, choice, options.graph.trees, options.seed);
    TRY(parts);
    TRY(prepareTraining(options, parts->train.front(), prepared, control));
    training.graph = prepared.graph;
    training.run = options.run;
    training.seed = options.seed;
    Result<Parameters> parameters = Parameters::create(prepared.ops, options.seed, control);
    TRY(parameters);
    if (!choice.vectors.empty()) {
        const Result<FoundVectors> found =
            fillWordVectors(choice.vectors, prepared.ops, prepared.bank, *parameters, control);
        TRY(found);
        fmt::print(stderr, "{} of {} words have a vector; the others begin at random\n", found->found,
                   found->found + found->missing);
    }
    OpSet learned = prepared.ops;
    for (std::size_t index = 0; choice.freezes && index < learned.params.size(); ++index) {
        ParamSpec& spec = learned.params[ParamId(index)];
        spec.isFixed = spec.isFixed || spec.meaning == RowMeaning::Words;
    }
    Result<Trainer> trainer =
        Trainer::create(*prepared.builder, prepared.policies.only(), training, learned, std::move(*parameters));
    TRY(trainer);
    TrainingRun run(std::move(*trainer), *parts, choice.limits);
    if (choice.resumes) {
        TRY(resume(choice, prepared.ops, prepared.bank, run, control));
    }
    SessionConfig config = options;
    config.graph = prepared.graph;
    const ModelDescription model = describeModel(config, prepared.bank);

    std::string log;
    while (!run.isOver()) {
        const Result<EpochRow> row = run.epoch(control);
        TRY(row);
        clearProgress();
        log += jsonLine(epochJson(*row)) + '\n';
        if (!options.json && leads) {
            fmt::print("{}{}\n", figuresText(epochColumns(), *row),
                       row->dev ? "  | dev" + figuresText(metricColumns(), *row->dev) : std::string());
            std::fflush(stdout);
        }
        if (!choice.saved.empty() && leads && !row->figures.endedNotFinite) {
            TRY(save(choice, model, prepared.ops, run));
        }
    }
    const Result<std::optional<Metrics>> test = run.test(control);
    TRY(test);
    const Json last = {{"test", metricsJson(*test)}, {"best_epoch", run.bestEpoch()}};
    if (!leads) {
        return run.endedNotFinite() ? ExitCode::Different : ExitCode::Done;
    }
    if (!choice.logFile.empty()) {
        TRY(writeFile(choice.logFile, log + jsonLine(last) + '\n'));
    }
    if (options.json) {
        Json epochs = Json::array();
        for (const EpochRow& row : run.rows()) {
            epochs.push_back(epochJson(row));
        }
        printJson({{"epochs", epochs}, {"test", last["test"]}, {"best_epoch", run.bestEpoch()}});
    } else if (*test) {
        fmt::print("test, with the weights of epoch {}:{}\n", run.bestEpoch(), figuresText(metricColumns(), **test));
    }
    if (run.endedNotFinite()) {
        fmt::print(stderr, "the loss is not finite; try a learning rate (--lr) below {}\n",
                   training.optimizer.learningRate);
    }
    return run.endedNotFinite() ? ExitCode::Different : ExitCode::Done;
}

} // namespace batchscope
