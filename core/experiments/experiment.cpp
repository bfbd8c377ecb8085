// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/experiment.h"

#include "core/experiments/experiment_fields.h"
#include "core/experiments/experiment_places.h"
#include "core/experiments/experiment_runs.h"
#include "core/words/experiment_words.h"
#include "core/words/program_json_words.h"

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr auto kExperimentKeys =
    std::to_array<std::string_view>({"id", "title", "source", "story", "left_out", "runs", "tables", "claims"});
constexpr auto kSourceKeys = std::to_array<std::string_view>({"text", "url", "year"});
constexpr IntegerRange kYears = {1950, 2100};

/// In the order of the enumerators.
constexpr auto kFigureNames =
    std::to_array<std::string_view>({"seconds", "running_seconds", "seconds_per_tree", "running_seconds_per_tree",
                                     "trees_per_second", "construction_share", "batches", "launches", "padding_waste"});

ExperimentSource readSource(const JsonPlace& experiment, ProgramFault& fault) {
    const std::optional<JsonPlace> place = experiment.member("source");
    if (!place) {
        fault.add(experiment, words::missingKey("source", words::kExperimentSource));
        return {};
    }
    if (!checkObject(*place, kSourceKeys, words::kExperimentSource, fault)) {
        return {};
    }
    return {textIn(*place, "text", fault), textIn(*place, "url", fault),
            static_cast<int>(integerIn(*place, "year", kYears, fault))};
}

void readParts(const JsonPlace& top, Experiment& experiment, ProgramFault& fault) {
    forEachIn(
        top, "runs",
        [&](const JsonPlace& place) {
            experiment.runs.push_back(readExperimentRun(place, fault));
            checkNewId(place, experiment.runs, fault);
        },
        fault);
    forEachIn(
        top, "tables",
        [&](const JsonPlace& place) {
            experiment.tables.push_back(readExperimentTable(place, experiment, fault));
            checkNewId(place, experiment.tables, fault);
        },
        fault);
    forEachIn(
        top, "claims",
        [&](const JsonPlace& place) { experiment.claims.push_back(readExperimentClaim(place, experiment, fault)); },
        fault);
    if (!fault.found() && experiment.runs.empty()) {
        fault.addFound(*top.member("runs"), words::kListOfRuns);
    }
    if (!fault.found() && experiment.claims.empty()) {
        fault.addFound(*top.member("claims"), words::kListOfClaims);
    }
}

} // namespace

Result<Experiment> readExperiment(std::string_view text, const std::string& file) {
    const Result<Json> json = parseJson(text, file);
    if (!json) {
        return json.error();
    }
    ProgramFault fault;
    const JsonPlace top{*json};
    Experiment experiment;
    if (checkObject(top, kExperimentKeys, words::kExperimentDescription, fault)) {
        experiment.id = nameIn(top, "id", fault);
        experiment.title = textIn(top, "title", fault);
        experiment.source = readSource(top, fault);
        experiment.story = textIn(top, "story", fault);
        experiment.leftOut = optionalTextsIn(top, "left_out", fault);
    }
    if (!fault.found()) {
        readParts(top, experiment, fault);
    }
    if (fault.found()) {
        return fault.error(text, file);
    }
    return experiment;
}

std::span<const std::string_view> experimentFigureNames() {
    return kFigureNames;
}

std::string_view nameOf(ExperimentFigure figure) {
    return kFigureNames[static_cast<std::size_t>(figure)];
}

bool isTimed(ExperimentFigure figure) {
    return figure != ExperimentFigure::Batches && figure != ExperimentFigure::Launches &&
           figure != ExperimentFigure::PaddingWaste;
}

const ExperimentRun* findRun(const Experiment& experiment, std::string_view id) {
    const auto found = std::find_if(experiment.runs.begin(), experiment.runs.end(),
                                    [id](const ExperimentRun& run) { return run.id == id; });
    return found == experiment.runs.end() ? nullptr : &*found;
}

ExperimentPlace placeIn(const ExperimentRow& row, ExperimentPlace place) {
    if (place.run.empty()) {
        place.run = row.run;
    }
    if (!place.batch) {
        place.batch = row.batch.value_or(BatchChoice());
    }
    return place;
}

BenchConfig benchConfigOf(const ExperimentRun& run, ExperimentScale scale) {
    constexpr std::size_t kQuickWarmups = 1;
    constexpr double kQuickBudgetSeconds = 1.0;
    const ExperimentSize& size = run.size(scale);
    BenchConfig config = run.bench;
    config.graph.trees = {0, size.trees};
    config.dims = {size.dim};
    config.batches = size.batches;
    config.repeats = size.repeats;
    if (scale == ExperimentScale::Quick) {
        config.warmups = kQuickWarmups;
        config.budgetSeconds = kQuickBudgetSeconds;
    }
    return config;
}

std::optional<GenerateOptions> generateOptionsOf(const ExperimentRun& run, ExperimentScale scale) {
    if (!run.generated) {
        return std::nullopt;
    }
    GenerateOptions options = *run.generated;
    options.trees = run.size(scale).trees;
    options.leaves = run.size(scale).leaves;
    return options;
}

} // namespace batchscope
