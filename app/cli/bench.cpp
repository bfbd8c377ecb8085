// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_compare.h"
#include "app/cli/commands.h"
#include "app/cli/given.h"
#include "app/cli/json.h"
#include "app/cli/learned.h"
#include "core/bytes/file_writer.h"
#include "core/records/bench_json.h"
#include "core/records/bench_tables.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

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
    if (!earlier) {
        return earlier.error();
    }
    return std::optional(std::move(*earlier));
}

/// None without an earlier run, which must outlive the result.
Result<std::optional<ComparedRuns>> comparedWith(const EarlierRun* earlier, const BenchDocument& record,
                                                 const BenchOutput& output) {
    if (earlier == nullptr) {
        return std::optional<ComparedRuns>();
    }
    Result<ComparedRuns> found = compare(record, *earlier, output);
    if (!found) {
        return found.error();
    }
    return std::optional(std::move(*found));
}

Result<BenchDocument> begunRecord(const CliOptions& options, const Treebank& bank, const RunControl& control) {
    BenchConfig config = options.bench;
    config.graph = fittingGraph(options, bank);
    config.run = options.run;
    config.seed = options.seed;
    if (const Status given = giveSchedule(config, options, bank, control); !given) {
        return given.error();
    }
    BenchDocument record = begunBench(bank, config);
    record.scheduleFile = options.scheduleFile;
    record.instructionSet = options.instructionSet;
    record.memoryLimit = options.memoryLimit;
    record.command = options.commandLine;
    if (!options.tableFile.empty()) {
        Result<std::shared_ptr<const Policy>> taught = taughtBy(options.tableFile, control);
        if (!taught) {
            return taught.error();
        }
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
    if (const Status writable = file.empty() ? Status(Ok{}) : checkWritable(file); !writable) {
        return writable.error();
    }
    const Result<std::optional<EarlierRun>> earlier = earlierRunOf(options, control);
    if (!earlier) {
        return earlier.error();
    }
    const Result<Treebank> bank = openTreebank(options, control);
    if (!bank) {
        return bank.error();
    }
    Result<BenchDocument> begun = begunRecord(options, *bank, control);
    if (!begun) {
        return begun.error();
    }
    BenchDocument& record = *begun;
    const Status measured = measure(record, *bank, file, control);
    if (record.report.results.empty()) {
        return measured ? Result<ExitCode>(ExitCode::Done) : measured.error();
    }
    const Result<std::optional<ComparedRuns>> comparison =
        comparedWith(measured && *earlier ? &**earlier : nullptr, record, options.benchOutput);
    const std::optional<ComparedRuns> compared = comparison ? *comparison : std::nullopt;
    if (const Status delivered = deliver(record, compared, formatOf(options), file); !delivered) {
        return delivered.error();
    }
    const Status ended = !measured || comparison ? measured : Status(comparison.error());
    if (!ended) {
        return ended.error();
    }
    return codeOf(record, compared, options.benchOutput);
}

} // namespace batchscope
