// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_compare.h"

#include "core/records/bench_tables.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

Json keysJson(const std::vector<SeriesKey>& keys) {
    Json list = Json::array();
    for (const SeriesKey& key : keys) {
        list.push_back(keyJson(key));
    }
    return list;
}

/// What a comparison says of a series, beside the new median.
std::vector<TableColumn> comparedColumns() {
    return {
        {.title = "old median", .key = "old_median_s"},  {.title = "new / old", .key = "ratio"},
        {.title = "pairs slower", .key = "superiority"}, {.title = "", .key = "p_value", .isCsvOnly = true},
        {.title = "p", .key = "adjusted_p_value"},       {.title = "verdict", .key = "verdict", .align = Align::Left}};
}

std::vector<TableCell> comparedCells(const ComparedSeries& series) {
    return {secondsCell(series.oldMedian),
            figureCell(series.ratio, fmt::format("{:.3f}", series.ratio)),
            figureCell(series.superiority, fmt::format("{:.0f}%", 100.0 * series.superiority)),
            figureCell(series.pValue, ""),
            figureCell(series.adjustedPValue, fmt::format("{:.2g}", series.adjustedPValue)),
            {std::string(verdictText(series.verdict)), verdictKey(series.verdict)}};
}

} // namespace

Result<EarlierRun> readEarlierRun(const std::string& file, const RunControl& control) {
    const Result<Json> json = readBenchJson(file, control);
    if (!json) {
        return json.error();
    }
    const Result<BenchDocument> document = benchDocumentOf(*json, file);
    if (!document) {
        return document.error();
    }
    EarlierRun run{file, conditionsIn(json->at("context")), timedSeries(document->report)};
    if (const Result<RunComparison> withItself = compareRuns(run.series, run.series, kUsualTolerance); !withItself) {
        return Error{ErrorCode::Parse, withItself.error().message, file}; // better now than after minutes of measuring
    }
    return run;
}

const char* verdictKey(SeriesVerdict verdict) {
    switch (verdict) {
    case SeriesVerdict::Same: return "same";
    case SeriesVerdict::Slower: return "slower";
    case SeriesVerdict::Faster: return "faster";
    case SeriesVerdict::OtherSpeed: return "other_speed";
    case SeriesVerdict::Unsteady: return "unsteady";
    case SeriesVerdict::TooFewSamples: break;
    }
    return "too_few_samples";
}

Json keyJson(const SeriesKey& key) {
    return {{"arm", key.arm},     {"model", key.model},     {"dim", key.dim > 0 ? Json(key.dim) : Json(nullptr)},
            {"batch", key.batch}, {"threads", key.threads}, {"training", key.training}};
}

Json comparisonJson(const RunComparison& comparison, const std::string& file) {
    Json list = Json::array();
    for (const ComparedSeries& series : comparison.series) {
        Json entry = keyJson(series.key);
        entry.update({{"old_median_s", series.oldMedian},
                      {"new_median_s", series.newMedian},
                      {"old_samples", series.oldCount},
                      {"new_samples", series.newCount},
                      {"ratio", series.ratio},
                      {"machine_ratio", series.machineRatio},
                      {"p_value", series.pValue},
                      {"adjusted_p_value", series.adjustedPValue},
                      {"superiority", series.superiority},
                      {"verdict", verdictKey(series.verdict)}});
        list.push_back(std::move(entry));
    }
    return {{"file", file},
            {"tolerance", comparison.tolerance},
            {"slower", comparison.isSlower()},
            {"repeats_needed", comparison.repeatsNeeded},
            {"series", list},
            {"only_old", keysJson(comparison.onlyOld)},
            {"only_new", keysJson(comparison.onlyNew)}};
}

ExitCode codeOfGate(const RunComparison& comparison) {
    if (comparison.isSlower()) {
        return ExitCode::Different;
    }
    if (comparison.isTested()) {
        return ExitCode::Done;
    }
    fmt::print(stderr,
               "--fail-if-slower has tested nothing: no series has enough samples; measure with --repeats {} or more\n",
               comparison.repeatsNeeded);
    return ExitCode::Untested;
}

std::vector<std::string> comparisonRemarks(const RunComparison& comparison, const std::string& file) {
    return {"", fmt::format(
                    "compared with {}, tolerance {:g}% · new / old: median over all pairs of samples · pairs slower: "
                    "share of pairs in which the new sample takes longer · p: Mann-Whitney test, corrected for the "
                    "number of series (Holm)",
                    file, 100.0 * comparison.tolerance)};
}

FigureTable comparisonTable(const RunComparison& comparison) {
    const auto haveOne = [&comparison](auto member) {
        return std::all_of(comparison.series.begin(), comparison.series.end(), [&](const ComparedSeries& series) {
            return series.key.*member == comparison.series.front().key.*member;
        });
    };
    const bool hasOneThreadCount = haveOne(&SeriesKey::threads);
    FigureTable table;
    table.columns = {{.title = "arm", .key = "arm", .align = Align::Left},
                     {.title = "net", .key = "model", .align = Align::Left, .isCsvOnly = haveOne(&SeriesKey::model)},
                     {.title = "work", .key = "work", .align = Align::Left, .isCsvOnly = haveOne(&SeriesKey::training)},
                     {.title = "dim", .key = "dim"},
                     {.title = "batch", .key = "batch"},
                     {.title = "threads", .key = "threads", .isCsvOnly = hasOneThreadCount},
                     {.title = "new median", .key = "new_median_s"}};
    const std::vector<TableColumn> compared = comparedColumns();
    table.columns.insert(table.columns.end(), compared.begin(), compared.end());
    for (const ComparedSeries& series : comparison.series) {
        const std::string batch = fmt::format("{}", series.key.batch);
        const std::string threads = fmt::format("{}", series.key.threads);
        TableRow& row = table.rows.emplace_back();
        const std::string work(workText(series.key.training ? Work::Training : Work::Inference));
        row.cells = {{series.key.arm, series.key.arm},
                     {series.key.model, series.key.model},
                     {work, work},
                     {dimText(series.key.dim), dimText(series.key.dim)},
                     {batch, batch},
                     {threads, threads},
                     secondsCell(series.newMedian)};
        const std::vector<TableCell> cells = comparedCells(series);
        row.cells.insert(row.cells.end(), cells.begin(), cells.end());
    }
    return table;
}

void addComparison(FigureTable& table, const BenchReport& report, const RunComparison& comparison) {
    const std::vector<TableColumn> columns = comparedColumns();
    table.columns.insert(table.columns.end(), columns.begin(), columns.end());
    const std::vector<TimedSeries> all = timedSeries(report);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto found = std::find_if(comparison.series.begin(), comparison.series.end(),
                                        [&](const ComparedSeries& each) { return each.key == all[row].key; });
        const std::vector<TableCell> cells =
            found == comparison.series.end() ? std::vector<TableCell>(columns.size()) : comparedCells(*found);
        table.rows[row].cells.insert(table.rows[row].cells.end(), cells.begin(), cells.end());
    }
}

} // namespace batchscope
