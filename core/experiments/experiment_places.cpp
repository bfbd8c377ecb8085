// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/experiment_places.h"

#include "core/base/choice.h"
#include "core/words/experiment_words.h"
#include "core/words/json_words.h"
#include "core/words/program_json_words.h"

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr auto kTableKeys =
    std::to_array<std::string_view>({"id", "title", "row_title", "columns", "rows", "published"});
constexpr auto kColumnKeys = std::to_array<std::string_view>({"id", "title", "figure", "of", "over"});
constexpr auto kRowKeys = std::to_array<std::string_view>({"title", "run", "batch"});
constexpr auto kPlaceKeys = std::to_array<std::string_view>({"run", "arm", "batch"});
constexpr auto kPublishedKeys = std::to_array<std::string_view>({"machine", "values"});
constexpr auto kClaimKeys = std::to_array<std::string_view>({"text", "figure", "of", "over", "at_least", "at_most"});

constexpr std::string_view kFigureKind = "figure";
constexpr std::int64_t kLargestBatch = 10'000'000;

std::string listedRuns(const Experiment& experiment) {
    std::vector<std::string_view> ids;
    for (const ExperimentRun& run : experiment.runs) {
        ids.emplace_back(run.id);
    }
    return namesText(ids);
}

std::string listedArms(const ExperimentRun& run) {
    const std::vector<std::string_view> arms(run.bench.arms.begin(), run.bench.arms.end());
    return namesText(arms);
}

bool measuresArm(const ExperimentRun& run, const std::string& arm) {
    return std::find(run.bench.arms.begin(), run.bench.arms.end(), arm) != run.bench.arms.end();
}

std::optional<BatchChoice> batchIn(const JsonPlace& object, ProgramFault& fault) {
    const std::optional<JsonPlace> place = object.member("batch");
    if (!place) {
        return std::nullopt;
    }
    if (place->value.is_string()) {
        const auto& text = place->value.get_ref<const std::string&>();
        if (text == "smallest" || text == "largest") {
            return BatchChoice{text == "largest" ? BatchChoice::Kind::Largest : BatchChoice::Kind::Smallest, 0};
        }
    }
    if (!place->value.is_number_integer()) {
        fault.addFound(*place, words::kBatchSizeOrEnd);
        return std::nullopt;
    }
    return BatchChoice{BatchChoice::Kind::Fixed,
                       static_cast<std::size_t>(integerAt(*place, {1, kLargestBatch}, fault))};
}

ExperimentPlace readPlace(const JsonPlace& place, ProgramFault& fault) {
    if (!checkObject(place, kPlaceKeys, words::kExperimentPlace, fault)) {
        return {};
    }
    return {optionalTextIn(place, "run", fault), textIn(place, "arm", fault), batchIn(place, fault)};
}

ExperimentMeasure readMeasure(const JsonPlace& place, ProgramFault& fault) {
    ExperimentMeasure measure;
    const auto parse = [](const std::string& name) {
        return parseChoice<ExperimentFigure>(name, experimentFigureNames(), kFigureKind);
    };
    if (textIn(place, "figure", fault).empty()) {
        return measure;
    }
    parseIn(place, "figure", measure.figure, parse, fault);
    const std::optional<JsonPlace> of = place.member("of");
    if (!of) {
        fault.add(place, words::missingKey("of", words::kExperimentPlace));
        return measure;
    }
    measure.of = readPlace(*of, fault);
    if (const std::optional<JsonPlace> over = place.member("over")) {
        measure.over = readPlace(*over, fault);
    }
    return measure;
}

/// That the run is there, and its batch size. `json` is where a fault is said to be.
void checkRunOf(const JsonPlace& json, const ExperimentPlace& place, const Experiment& experiment,
                ProgramFault& fault) {
    if (place.run.empty()) {
        fault.add(json, words::kRowsDifferInRun);
        return;
    }
    const ExperimentRun* const run = findRun(experiment, place.run);
    if (run == nullptr) {
        fault.add(json, words::unknownRun(place.run, listedRuns(experiment)));
        return;
    }
    const std::vector<std::size_t>& batches = run->full.batches;
    const bool isFixed = place.batch && place.batch->kind == BatchChoice::Kind::Fixed;
    if (isFixed && std::find(batches.begin(), batches.end(), place.batch->trees) == batches.end()) {
        fault.add(json, words::batchNotInRun(place.batch->trees, run->id));
    }
}

/// The same, and that the run measures the arm.
void checkPlace(const JsonPlace& json, const ExperimentPlace& place, const Experiment& experiment,
                ProgramFault& fault) {
    checkRunOf(json, place, experiment, fault);
    const ExperimentRun* const run = findRun(experiment, place.run);
    if (!fault.found() && !measuresArm(*run, place.arm)) {
        fault.add(json, words::armNotInRun(place.arm, run->id, listedArms(*run)));
    }
}

/// In rows of different runs an arm may be missing from some, but not from all.
void checkColumn(const JsonPlace& json, const ExperimentPlace& place, const ExperimentTable& table,
                 const Experiment& experiment, ProgramFault& fault) {
    bool isMeasured = false;
    for (const ExperimentRow& row : table.rows) {
        const ExperimentPlace whole = placeIn(row, place);
        checkRunOf(json, whole, experiment, fault);
        if (fault.found()) {
            return;
        }
        isMeasured |= measuresArm(*findRun(experiment, whole.run), whole.arm);
    }
    if (!isMeasured && !table.rows.empty()) {
        checkPlace(json, placeIn(table.rows.front(), place), experiment, fault);
    }
}

ExperimentColumn readColumn(const JsonPlace& place, ProgramFault& fault) {
    if (!checkObject(place, kColumnKeys, words::kExperimentColumn, fault)) {
        return {};
    }
    return {std::string(nameIn(place, "id", fault)), textIn(place, "title", fault), readMeasure(place, fault)};
}

ExperimentRow readRow(const JsonPlace& place, ProgramFault& fault) {
    if (!checkObject(place, kRowKeys, words::kExperimentRow, fault)) {
        return {};
    }
    return {textIn(place, "title", fault), optionalTextIn(place, "run", fault), batchIn(place, fault)};
}

std::vector<std::optional<double>> readValues(const JsonPlace& place, std::size_t columns, ProgramFault& fault) {
    std::vector<std::optional<double>> values;
    if (!place.value.is_array() || place.value.size() != columns) {
        fault.addFound(place, words::arrayOfLength(columns));
        return values;
    }
    for (std::size_t column = 0; column < columns && !fault.found(); ++column) {
        const JsonPlace each = place.element(column);
        if (!each.value.is_number() && !each.value.is_null()) {
            fault.addFound(each, words::kNumberOrNull);
        }
        values.push_back(each.value.is_number() ? std::optional(each.value.get<double>()) : std::nullopt);
    }
    return values;
}

PublishedFigures readPublished(const JsonPlace& place, const ExperimentTable& table, ProgramFault& fault) {
    if (!checkObject(place, kPublishedKeys, words::kPublishedFigures, fault)) {
        return {};
    }
    PublishedFigures published{textIn(place, "machine", fault), {}};
    forEachIn(
        place, "values",
        [&](const JsonPlace& row) { published.values.push_back(readValues(row, table.columns.size(), fault)); }, fault);
    if (!fault.found() && published.values.size() != table.rows.size()) {
        fault.addFound(*place.member("values"), words::arrayOfLength(table.rows.size()));
    }
    return published;
}

void checkColumns(const JsonPlace& place, const ExperimentTable& table, const Experiment& experiment,
                  ProgramFault& fault) {
    const std::optional<JsonPlace> columns = place.member("columns");
    for (std::size_t index = 0; index < table.columns.size() && !fault.found(); ++index) {
        const JsonPlace json = columns->element(index);
        const ExperimentMeasure& measure = table.columns[index].measure;
        checkColumn(*json.member("of"), measure.of, table, experiment, fault);
        if (measure.over) {
            checkColumn(*json.member("over"), *measure.over, table, experiment, fault);
        }
    }
}

void readLimits(const JsonPlace& place, ExperimentClaim& claim, ProgramFault& fault) {
    const std::optional<JsonPlace> least = place.member("at_least");
    const std::optional<JsonPlace> most = place.member("at_most");
    if (least.has_value() == most.has_value()) {
        fault.add(place, words::kClaimNeedsOneLimit);
        return;
    }
    (least ? claim.atLeast : claim.atMost) = numberAt(least ? *least : *most, fault);
}

/// Times of parts of a step have no samples, so nothing can be proven about them.
bool canBeClaimed(ExperimentFigure figure) {
    return figure != ExperimentFigure::RunningSeconds && figure != ExperimentFigure::RunningSecondsPerTree &&
           figure != ExperimentFigure::ConstructionShare;
}

std::vector<std::string_view> claimableFigures() {
    std::vector<std::string_view> names;
    for (std::size_t index = 0; index < experimentFigureNames().size(); ++index) {
        if (canBeClaimed(static_cast<ExperimentFigure>(index))) {
            names.push_back(experimentFigureNames()[index]);
        }
    }
    return names;
}

} // namespace

ExperimentTable readExperimentTable(const JsonPlace& place, const Experiment& experiment, ProgramFault& fault) {
    ExperimentTable table;
    if (!checkObject(place, kTableKeys, words::kExperimentTable, fault)) {
        return table;
    }
    table.id = nameIn(place, "id", fault);
    table.title = textIn(place, "title", fault);
    table.rowTitle = textIn(place, "row_title", fault);
    forEachIn(
        place, "columns",
        [&](const JsonPlace& each) {
            table.columns.push_back(readColumn(each, fault));
            checkNewId(each, table.columns, fault);
        },
        fault);
    forEachIn(
        place, "rows", [&](const JsonPlace& each) { table.rows.push_back(readRow(each, fault)); }, fault);
    if (!fault.found()) {
        checkColumns(place, table, experiment, fault);
    }
    forEachInOptional(
        place, "published",
        [&](const JsonPlace& each) { table.published.push_back(readPublished(each, table, fault)); }, fault);
    return table;
}

ExperimentClaim readExperimentClaim(const JsonPlace& place, const Experiment& experiment, ProgramFault& fault) {
    ExperimentClaim claim;
    if (!checkObject(place, kClaimKeys, words::kExperimentClaim, fault)) {
        return claim;
    }
    claim.text = textIn(place, "text", fault);
    claim.measure = readMeasure(place, fault);
    readLimits(place, claim, fault);
    if (fault.found()) {
        return claim;
    }
    if (!canBeClaimed(claim.measure.figure)) {
        fault.addFound(*place.member("figure"), namesText(claimableFigures()));
    } else if (isTimed(claim.measure.figure) && !claim.measure.over) {
        fault.add(place, words::kClaimNeedsRatio);
    } else {
        checkPlace(*place.member("of"), claim.measure.of, experiment, fault);
        if (claim.measure.over) {
            checkPlace(*place.member("over"), *claim.measure.over, experiment, fault);
        }
    }
    return claim;
}

} // namespace batchscope
