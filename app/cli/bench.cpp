// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/prepare.h"
#include "core/base/table.h"
#include "core/bench/bench_series.h"
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
    BenchDocument document;
};

/// What was found against an earlier run.
struct ComparedWith {
    const EarlierRun& earlier;
    RunComparison comparison;
};

/// Read before anything is measured, so that a wrong file costs no minutes. Errors as readBenchDocument(), and what
/// compareRuns() finds wrong with one run.
Result<EarlierRun> readEarlierRun(const std::string& file, const RunControl& control) {
    Result<BenchDocument> document = readBenchDocument(file, control);
    TRY(document);
    if (const auto withItself = compareDocuments(*document, *document, kUsualTolerance); !withItself) {
        return Error{ErrorCode::Parse, withItself.error().message, file}; // better now than after minutes of measuring
    }
    return EarlierRun{file, std::move(*document)};
}

/// The keys that identify a series.
Json keysJson(const std::vector<BenchKey>& keys) {
    Json list = Json::array();
    for (const BenchKey& key : keys) {
        list.push_back({{"arm", key.arm},
                        {"model", key.model},
                        {"dim", key.dim > 0 ? Json(key.dim) : Json(nullptr)},
                        {"batch", key.batch},
                        {"threads", key.threads},
                        {"training", key.work == Work::Training}});
    }
    return list;
}

/// `comparison` of the document.
Json comparisonJson(const ComparedWith& compared) {
    const RunComparison& comparison = compared.comparison;
    Json list = Json::array();
    for (const ComparedSeries& series : comparison.series) {
        list.push_back(rowJson(comparedColumns(), series));
    }
    return {{"file", compared.earlier.file},
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

/// Against what a run was compared, and what the columns mean.
std::vector<std::string> comparisonRemarks(const ComparedWith& compared) {
    std::string line =
        fmt::format("compared with {}, tolerance {:g}%", compared.earlier.file, 100.0 * compared.comparison.tolerance);
    for (const Column<ComparedSeries>& column : comparedColumns()) {
        line += *column.tip == '\0' ? std::string() : fmt::format(" · {}: {}", column.title, column.tip);
    }
    return {"", line};
}

/// Adds the verdicts to a table of the results as further columns: for CSV, which holds one table.
void addComparison(FigureTable& table, const BenchReport& report, const RunComparison& comparison) {
    const auto columns = comparedColumns();
    const auto first = std::find_if(columns.begin(), columns.end(),
                                    [](const auto& column) { return std::string_view(column.key) == "old_median_s"; });
    for (auto column = first; column != columns.end(); ++column) {
        table.columns.push_back({.title = column->title, .key = column->key, .align = column->align});
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const BenchKey key = keyOf(report.results[row]);
            const auto found = std::find_if(comparison.series.begin(), comparison.series.end(),
                                            [&key](const ComparedSeries& each) { return each.key == key; });
            table.rows[row].cells.push_back(found == comparison.series.end() ? noFigure() : column->cell(*found));
        }
    }
}

TableFormat formatOf(const CliOptions& options) {
    return options.json ? TableFormat::Document : options.benchOutput.format;
}

Json documentOf(const BenchDocument& record, const std::optional<ComparedWith>& compared) {
    Json document = benchJson(record);
    if (compared) {
        document["comparison"] = comparisonJson(*compared);
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

void printTables(const BenchDocument& record, const std::optional<ComparedWith>& compared, TableFormat format) {
    FigureTable table = resultTable(record);
    if (compared && format == TableFormat::Csv) {
        addComparison(table, record.report, compared->comparison);
    }
    fmt::print("{}{}", tableText(table, format), remarksText(remarkLines(remarksOn(record)), format));
    if (compared && format != TableFormat::Csv) {
        fmt::print("{}\n{}", remarksText(comparisonRemarks(*compared), format),
                   tableText(tableOf(comparedColumns(), compared->comparison.series), format));
    }
}

/// What is said beside the figures, on stderr.
void printNotes(const BenchDocument& record, const std::optional<ComparedWith>& compared) {
    for (const std::string& note : record.report.notes) {
        fmt::print(stderr, "{}\n", note);
    }
    if (!compared) {
        return;
    }
    const std::vector<std::string> conditions = differentConditions(compared->earlier.document, record);
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
ExitCode codeOf(const BenchDocument& record, const std::optional<ComparedWith>& compared, const BenchOutput& output) {
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
Status deliver(const BenchDocument& record, const std::optional<ComparedWith>& compared, TableFormat format,
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

BenchDocument begunRecord(const CliOptions& options, const Treebank& bank) {
    BenchConfig config = options.bench;
    config.graph = fittedOptionsWithNote(options, bank);
    config.run = options.run;
    config.seed = options.seed;
    BenchDocument record = begunBench(bank, config);
    record.instructionSet = options.instructionSet;
    record.memoryLimit = options.memoryLimit;
    record.command = options.commandLine;
    return record;
}

} // namespace

Result<ExitCode> runBenchCommand(const CliOptions& options, const RunControl& control) {
    const std::string& file = options.benchOutput.file;
    TRY(file.empty() ? Status(Ok{}) : checkWritable(file));
    std::optional<EarlierRun> earlier;
    if (!options.benchOutput.compareWith.empty()) {
        Result<EarlierRun> read = readEarlierRun(options.benchOutput.compareWith, control);
        TRY(read);
        earlier = std::move(*read);
    }
    const Result<Treebank> bank = openTreebank(options, control);
    TRY(bank);
    BenchDocument record = begunRecord(options, *bank);
    const Status measured = measure(record, *bank, file, control);
    if (record.report.results.empty()) {
        return measured ? Result<ExitCode>(ExitCode::Done) : measured.error();
    }
    std::optional<ComparedWith> compared;
    Status ended = measured;
    if (measured && earlier) {
        Result<RunComparison> comparison =
            compareDocuments(earlier->document, record, options.benchOutput.failIfSlower.value_or(kUsualTolerance));
        if (comparison) {
            compared.emplace(ComparedWith{*earlier, std::move(*comparison)});
        } else {
            ended = Error{comparison.error().code, comparison.error().message, earlier->file};
        }
    }
    TRY(deliver(record, compared, formatOf(options), file));
    TRY(ended);
    return codeOf(record, compared, options.benchOutput);
}

} // namespace batchscope
