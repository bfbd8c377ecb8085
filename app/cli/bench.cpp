// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/prepare.h"
#include "app/cli/table_formats.h"
#include "core/bytes/file_writer.h"
#include "core/records/bench_json.h"
#include "core/records/bench_tables.h"
#include "core/records/compare_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace batchscope {

namespace {

// `bench --compare OLD.json`: holds the samples of a run against those of an earlier one (core/bench/compare_runs.h),
// and says where the two were not measured under the same conditions.

struct EarlierRun {
    std::string file;
    RunConditions conditions; ///< as they stand in the file
    std::vector<TimedSeries> series;
};

/// How scripts read a verdict: "too_few_samples".
[[nodiscard]] const char* verdictKey(SeriesVerdict verdict);

/// The keys that identify a series.
[[nodiscard]] Json keyJson(const SeriesKey& key);

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

/// Read before anything is measured, so that a wrong file costs no minutes. Errors as readBenchDocument(), and what
/// compareRuns() finds wrong with one run.
Result<EarlierRun> readEarlierRun(const std::string& file, const RunControl& control) {
    const Result<Json> json = readBenchJson(file, control);
    TRY(json);
    const Result<BenchDocument> document = benchDocumentOf(*json, file);
    TRY(document);
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

/// `comparison` of the document; `file`: what stands for the earlier run.
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

/// The exit code of a run with --fail-if-slower. If no series had enough samples, stderr says so.
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

/// What stands after comparisonTable(): against what, and what its columns mean. `file` as above.
std::vector<std::string> comparisonRemarks(const RunComparison& comparison, const std::string& file) {
    return {"", fmt::format(
                    "compared with {}, tolerance {:g}% · new / old: median over all pairs of samples · pairs slower: "
                    "share of pairs in which the new sample takes longer · p: Mann-Whitney test, corrected for the "
                    "number of series (Holm)",
                    file, 100.0 * comparison.tolerance)};
}

/// A row for each series that both runs have.
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

/// Adds the comparison to a table of `report` as further columns: for CSV, which holds one table.
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

/// What was found against an earlier run.
struct ComparedRuns {
    const EarlierRun& earlier;
    RunComparison comparison;
};

TableFormat formatOf(const CliOptions& options) {
    return options.json ? TableFormat::Document : options.benchOutput.format;
}

Json documentOf(const BenchDocument& record, const std::optional<ComparedRuns>& compared) {
    Json document = benchJson(record);
    if (compared) {
        document["comparison"] = comparisonJson(compared->comparison, compared->earlier.file);
    }
    return document;
}

/// What was measured is kept in `record`, and in the file, whatever ends the run: Ctrl+C, an error, or a power cut.
Status measure(BenchDocument& record, const Treebank& bank, const std::string& file, const RunControl& control) {
    const auto keep = [&](const BenchReport& soFar) {
        record.report = soFar;
        if (!file.empty() && isRewritable(file)) {
            record.isCancelled = true;                        // what it is as long as nothing follows
            (void)writeFile(file, benchDocumentText(record)); // it was writable, and is written again at the end
        }
    };
    const Result<BenchReport> report = runBench(bank, record.config, control, keep);
    clearProgress();
    endBench(record, report);
    return report ? Status(Ok{}) : Status(report.error());
}

Result<ComparedRuns> compare(const BenchDocument& record, const EarlierRun& earlier, const BenchOutput& output) {
    const double tolerance = output.failIfSlower.value_or(kUsualTolerance);
    std::vector<TimedSeries> olds = earlier.series;
    if (!haveSameDraw(earlier.conditions, conditionsOf(record))) {
        forgetMiniBatches(olds);
    }
    Result<RunComparison> comparison = compareRuns(olds, timedSeries(record.report), tolerance);
    if (!comparison) {
        return Error{comparison.error().code, comparison.error().message, earlier.file};
    }
    return ComparedRuns{earlier, std::move(*comparison)};
}

void printComparedRuns(const ComparedRuns& compared, TableFormat format) {
    const std::vector<std::string> heading = comparisonRemarks(compared.comparison, compared.earlier.file);
    fmt::print("{}\n{}", remarksText(heading, format), tableText(comparisonTable(compared.comparison), format));
}

void printTables(const BenchDocument& record, const std::optional<ComparedRuns>& compared, TableFormat format) {
    const bool isAblation = record.config.ablation;
    FigureTable table = isAblation ? ablationTable(record.report) : sweepTable(record.report);
    if (compared && format == TableFormat::Csv) {
        addComparison(table, record.report, compared->comparison);
    }
    fmt::print(
        "{}{}", tableText(table, format),
        remarksText(remarkLines(isAblation ? ablationRemarks(record.report) : sweepRemarks(record.report)), format));
    if (compared && format != TableFormat::Csv) {
        printComparedRuns(*compared, format);
    }
}

/// What is said beside the figures, on stderr.
void printNotes(const BenchDocument& record, const std::optional<ComparedRuns>& compared) {
    for (const std::string& note : record.report.notes) {
        fmt::print(stderr, "{}\n", note);
    }
    if (!compared) {
        return;
    }
    const std::vector<std::string> conditions = differentConditions(compared->earlier.conditions, conditionsOf(record));
    if (!conditions.empty()) {
        fmt::print(stderr, "warning: {} was measured under other conditions, which may explain a difference\n",
                   compared->earlier.file);
    }
    for (const std::string& condition : conditions) {
        fmt::print(stderr, "  {}\n", condition);
    }
    for (const std::string& line : linesOn(compared->comparison)) {
        fmt::print(stderr, "{}\n", line);
    }
}

/// Differing values come first: times of another computation prove nothing.
ExitCode codeOf(const BenchDocument& record, const std::optional<ComparedRuns>& compared, const BenchOutput& output) {
    const std::vector<BenchResult>& results = record.report.results;
    const bool allEqual =
        std::all_of(results.begin(), results.end(), [](const BenchResult& result) { return result.equal; });
    const bool isGate = compared && output.failIfSlower;
    if (!allEqual) {
        return ExitCode::Different;
    }
    return isGate ? codeOfGate(compared->comparison) : ExitCode::Done;
}

/// All that was measured, wherever it was asked to go; --out goes to `file`, if one is named.
Status deliver(const BenchDocument& record, const std::optional<ComparedRuns>& compared, TableFormat format,
               const std::string& file) {
    const Json document = documentOf(record, compared);
    printNotes(record, compared);
    if (format == TableFormat::Document) {
        printJson(document);
    } else {
        printTables(record, compared, format);
    }
    return file.empty() ? Status(Ok{}) : writeFile(file, jsonText(document));
}

Result<std::optional<EarlierRun>> earlierRunOf(const CliOptions& options, const RunControl& control) {
    if (options.benchOutput.compareWith.empty()) {
        return std::optional<EarlierRun>();
    }
    Result<EarlierRun> earlier = readEarlierRun(options.benchOutput.compareWith, control);
    TRY(earlier);
    return std::optional(std::move(*earlier));
}

/// None without an earlier run, which must outlive the result.
Result<std::optional<ComparedRuns>> comparedWith(const EarlierRun* earlier, const BenchDocument& record,
                                                 const BenchOutput& output) {
    if (earlier == nullptr) {
        return std::optional<ComparedRuns>();
    }
    Result<ComparedRuns> found = compare(record, *earlier, output);
    TRY(found);
    return std::optional(std::move(*found));
}

Result<BenchDocument> begunRecord(const CliOptions& options, const Treebank& bank, const RunControl& control) {
    BenchConfig config = options.bench;
    config.graph = fittingGraph(options, bank);
    config.run = options.run;
    config.seed = options.seed;
    TRY(giveSchedule(config, options, bank, control));
    BenchDocument record = begunBench(bank, config);
    record.scheduleFile = options.scheduleFile;
    record.instructionSet = options.instructionSet;
    record.memoryLimit = options.memoryLimit;
    record.command = options.commandLine;
    if (!options.tableFile.empty()) {
        Result<std::shared_ptr<const Policy>> taught = taughtBy(options.tableFile, control);
        TRY(taught);
        record.config.taught = std::move(*taught);
        record.tableFile = options.tableFile;
    }
    return record;
}

} // namespace

Result<ExitCode> runBenchCommand(const CliOptions& options, const RunControl& control) {
    if (options.files.empty()) {
        return Error{ErrorCode::Config,
                     "bench needs a FILE to measure, or --repeat-from with the JSON of an earlier run"};
    }
    const std::string& file = options.benchOutput.file;
    TRY(file.empty() ? Status(Ok{}) : checkWritable(file));
    const Result<std::optional<EarlierRun>> earlier = earlierRunOf(options, control);
    TRY(earlier);
    const Result<Treebank> bank = openTreebank(options, control);
    TRY(bank);
    Result<BenchDocument> begun = begunRecord(options, *bank, control);
    TRY(begun);
    BenchDocument& record = *begun;
    const Status measured = measure(record, *bank, file, control);
    if (record.report.results.empty()) {
        return measured ? Result<ExitCode>(ExitCode::Done) : measured.error();
    }
    const Result<std::optional<ComparedRuns>> comparison =
        comparedWith(measured && *earlier ? &**earlier : nullptr, record, options.benchOutput);
    const std::optional<ComparedRuns> compared = comparison ? *comparison : std::nullopt;
    TRY(deliver(record, compared, formatOf(options), file));
    TRY(!measured || comparison ? measured : Status(comparison.error()));
    return codeOf(record, compared, options.benchOutput);
}

} // namespace batchscope
