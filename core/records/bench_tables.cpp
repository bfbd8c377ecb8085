// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/bench_tables.h"

#include "core/base/counted.h"
#include "core/base/statistics.h"
#include "core/bench/advice.h"
#include "core/bench/ratios.h"
#include "core/bench/sample_spread.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>

namespace batchscope {

namespace {

constexpr const char* kLaunchesColumn = "launches";

struct MeasuredMachine {
    std::string_view cpu;
    std::string_view threads; ///< as threadsListed() says it
    std::string_view torch;
    std::string_view blas;
    std::string_view seed;
    std::string_view build;
};

// The machine. `counts` is a list; `last` of it decides between singular and plural.
std::string threadsListed(std::string_view counts, int last) {
    return fmt::format("{} thread{}", counts, last == 1 ? "" : "s");
}

std::string machineOfTable(const MeasuredMachine& machine) {
    return fmt::format("{}, {}, LibTorch {}, {}, seed {}, {} build", machine.cpu, machine.threads, machine.torch,
                       machine.blas, machine.seed, machine.build);
}

struct ResultColumn {
    const char* title;
    const char* key;
    TableCell (*cell)(const BenchResult& result);
    Align align = Align::Right;
    bool (*isShown)(const BenchReport& report) = nullptr; ///< null: always; CSV has the column in any case
};

/// Identifies a row that stands alone, and what people see in other columns.
struct CsvOnlyColumn {
    const char* key;
    TableCell (*cell)(const BenchResult& result);
};

const TableCell kNoFigure = {"-", ""};

TableCell countCell(std::uint64_t count) {
    return {withThousands(count), fmt::format("{}", count)};
}

TableCell launchesCell(const BenchResult& result) {
    return countCell(result.figures.launches);
}

TableCell bytesCell(std::uint64_t bytes) {
    return {formatBytes(bytes), fmt::format("{}", bytes)};
}

TableCell ratioCell(const std::optional<double>& ratio) {
    return ratio && *ratio > 0.0 ? figureCell(*ratio, fmt::format("{:.2f}×", *ratio)) : kNoFigure;
}

TableCell shareCell(const std::optional<double>& share) {
    return share && *share > 0.0 ? figureCell(*share, fmt::format("{:.0f}%", 100.0 * *share))
                                 : TableCell{"-", share ? "0" : ""};
}

/// Such a figure is 0 where its counterpart was not measured.
std::optional<double> ifMeasured(double ratio) {
    return ratio > 0.0 ? std::optional(ratio) : std::nullopt;
}

TableCell yesNoCell(bool holds, const char* shown) {
    return {shown, holds ? "true" : "false"};
}

/// The half width of the middle half, as a share of the median.
TableCell spreadCell(const std::optional<double>& spread, const BenchResult& result) {
    return spread ? figureCell(*spread, fmt::format("{:.1f}%", 50.0 * *spread / result.medianSeconds)) : kNoFigure;
}

const char* noiseMark(SpeedVerdict verdict) {
    return verdict == SpeedVerdict::Steady ? "" : verdict == SpeedVerdict::Busy ? "busy" : "noisy";
}

bool hasSeveralThreads(const BenchReport& report) {
    return std::any_of(report.results.begin(), report.results.end(), [&report](const BenchResult& result) {
        return result.threads != report.results.front().threads;
    });
}

bool hasSeveralNets(const BenchReport& report) {
    return std::any_of(report.results.begin(), report.results.end(),
                       [&report](const BenchResult& result) { return result.model != report.results.front().model; });
}

bool hasSeveralWorks(const BenchReport& report) {
    return std::any_of(report.results.begin(), report.results.end(),
                       [&report](const BenchResult& result) { return result.work != report.results.front().work; });
}

// Columns of both tables.

constexpr ResultColumn kNet = {"net", "model",
                               [](const BenchResult& result) {
                                   return TableCell{result.model, result.model};
                               },
                               Align::Left, hasSeveralNets};
constexpr ResultColumn kWork = {"work", "work",
                                [](const BenchResult& result) {
                                    const std::string text(workText(result.work));
                                    return TableCell{text, text};
                                },
                                Align::Left, hasSeveralWorks};

constexpr ResultColumn kArm = {"arm", "arm",
                               [](const BenchResult& result) {
                                   return TableCell{result.arm, result.arm};
                               },
                               Align::Left};
constexpr ResultColumn kDim = {
    "dim", "dim", [](const BenchResult& result) {
        return TableCell{dimText(result.dim), result.dim > 0 ? fmt::format("{}", result.dim) : std::string()};
    }};
constexpr ResultColumn kBatch = {"batch", "batch", [](const BenchResult& result) {
                                     const std::string text = fmt::format("{}", result.batch);
                                     return TableCell{text, text};
                                 }};
constexpr ResultColumn kThreads = {"threads", "threads",
                                   [](const BenchResult& result) {
                                       const std::string text = fmt::format("{}", result.threads);
                                       return TableCell{text, text};
                                   },
                                   Align::Right, hasSeveralThreads};
constexpr ResultColumn kMedian = {"median", "median_s",
                                  [](const BenchResult& result) { return secondsCell(result.medianSeconds); }};
constexpr ResultColumn kRepeatSpread = {"± repeats", "spread_repeats_s", [](const BenchResult& result) {
                                            return spreadCell(result.spreadOverRepeats, result);
                                        }};
constexpr ResultColumn kBatchSpread = {"± trees", "spread_trees_s", [](const BenchResult& result) {
                                           return spreadCell(result.spreadOverBatches, result);
                                       }};
constexpr ResultColumn kBatching = {"batching", "speedup_batching",
                                    [](const BenchResult& result) { return ratioCell(ifMeasured(result.speedup)); }};
constexpr ResultColumn kEngine = {"engine", "speedup_engine",
                                  [](const BenchResult& result) { return ratioCell(result.speedupEngine); }};
constexpr ResultColumn kBoth = {"both", "speedup_both",
                                [](const BenchResult& result) { return ratioCell(result.speedupBoth); }};
constexpr ResultColumn kBound = {"of bound", "fma_share",
                                 [](const BenchResult& result) { return shareCell(result.fmaShare); }};
constexpr ResultColumn kMemory = {"memory", "memory_bytes",
                                  [](const BenchResult& result) { return bytesCell(result.figures.memoryBytes); }};
constexpr ResultColumn kEqual = {
    "equal", "equal", [](const BenchResult& result) { return yesNoCell(result.equal, result.equal ? "yes" : "NO"); },
    Align::Left};
constexpr ResultColumn kNoise = {
    "", "noisy", [](const BenchResult& result) { return yesNoCell(result.noisy, noiseMark(result.verdict)); },
    Align::Left};

constexpr auto kSweepColumns = std::to_array<ResultColumn>(
    {kArm,
     kNet,
     kWork,
     kDim,
     kBatch,
     kThreads,
     {"batches", "batches", [](const BenchResult& result) { return countCell(result.batches); }},
     {kLaunchesColumn, "launches", launchesCell},
     kMedian,
     kRepeatSpread,
     kBatchSpread,
     {"trees/s", "trees_per_s",
      [](const BenchResult& result) {
          return figureCell(result.treesPerSecond, fmt::format("{:.0f}", result.treesPerSecond));
      }},
     kBatching,
     {"running only", "speedup_execution",
      [](const BenchResult& result) { return ratioCell(ifMeasured(result.speedupExecution)); }},
     kEngine,
     kBoth,
     {"cost", "cost_ratio", [](const BenchResult& result) { return ratioCell(result.costRatio); }},
     {"tree alone", "speedup_ratio", [](const BenchResult& result) { return ratioCell(result.speedupRatio); }},
     {"padding", "padding_waste", [](const BenchResult& result) { return shareCell(result.paddingWaste); }},
     kBound,
     kMemory,
     {"process", "process_peak_bytes", [](const BenchResult& result) { return bytesCell(result.peakBytes); }},
     kEqual,
     kNoise});

constexpr auto kAblationColumns = std::to_array<ResultColumn>(
    {kArm,
     kNet,
     kWork,
     kDim,
     kBatch,
     kThreads,
     kMedian,
     kRepeatSpread,
     kBatchSpread,
     {"vs row above", "speedup_over_before",
      [](const BenchResult& result) { return ratioCell(result.speedupOverBefore); }},
     kBatching,
     kEngine,
     kBoth,
     {kLaunchesColumn, "launches", launchesCell},
     {"GFLOP", "product_gflop",
      [](const BenchResult& result) {
          const double giga = result.figures.productFlops * 1e-9;
          return figureCell(giga, fmt::format("{:.3f}", giga));
      }},
     {"copied", "bytes_copied", [](const BenchResult& result) { return bytesCell(result.figures.bytesCopied); }},
     kMemory,
     kBound,
     kEqual,
     kNoise});

constexpr auto kCsvOnlyColumns = std::to_array<CsvOnlyColumn>(
    {{"kernels",
      [](const BenchResult& result) {
          return TableCell{"", result.kernels ? "engine" : "libtorch"};
      }},
     {"training", [](const BenchResult& result) { return yesNoCell(result.work == Work::Training, ""); }},
     {"nodes",
      [](const BenchResult& result) {
          return TableCell{"", fmt::format("{}", result.nodes)};
      }},
     {"samples",
      [](const BenchResult& result) {
          return TableCell{"", fmt::format("{}", result.samples.size())};
      }},
     {"iqr_s", [](const BenchResult& result) { return secondsCell(result.iqrSeconds); }},
     {"ci_low_s", [](const BenchResult& result) { return secondsCell(medianRange(result.samples).low); }},
     {"ci_high_s", [](const BenchResult& result) { return secondsCell(medianRange(result.samples).high); }},
     {"outliers", [](const BenchResult& result) { return countCell(outlierCount(result.samples)); }}});

FigureTable tableOf(std::span<const ResultColumn> columns, const BenchReport& report) {
    FigureTable table;
    for (const ResultColumn& column : columns) {
        table.columns.push_back({.title = column.title,
                                 .key = column.key,
                                 .align = column.align,
                                 .isCsvOnly = column.isShown != nullptr && !column.isShown(report)});
    }
    for (const CsvOnlyColumn& column : kCsvOnlyColumns) {
        table.columns.push_back({.title = "", .key = column.key, .isCsvOnly = true});
    }
    for (const BenchResult& result : report.results) {
        TableRow& row = table.rows.emplace_back();
        for (const ResultColumn& column : columns) {
            row.cells.push_back(column.cell(result));
        }
        for (const CsvOnlyColumn& column : kCsvOnlyColumns) {
            row.cells.push_back(column.cell(result));
        }
    }
    return table;
}

void addLearning(std::vector<std::string>& lines, const BenchReport& report) {
    for (const BenchResult& result : report.results) {
        if (result.learnSeconds) {
            lines.push_back(
                fmt::format("{}, dim {}, batch {}: the policy trained on the graph once, for {}, before the runs",
                            result.arm, dimText(result.dim), result.batch, formatSeconds(*result.learnSeconds)));
        }
    }
}

/// Why rows are marked; of busy ones, the worst.
std::vector<std::string> noiseLines(const BenchReport& report) {
    std::vector<std::string> lines;
    for (const SpeedVerdict verdict : {SpeedVerdict::Busy, SpeedVerdict::Varying}) {
        const BenchResult* worst = nullptr;
        for (const BenchResult& result : report.results) {
            const bool isWorse = worst == nullptr || worst->load.others < result.load.others;
            worst = result.verdict == verdict && isWorse ? &result : worst;
        }
        if (worst != nullptr) {
            lines.push_back(fmt::format("{}: {}", noiseMark(verdict), noiseText(verdict, worst->load)));
        }
    }
    return lines;
}

/// Arms of a cell share their rounds.
void addSlowRounds(std::vector<std::string>& lines, const BenchReport& report) {
    std::size_t slow = 0;
    const BenchResult* before = nullptr;
    for (const BenchResult& result : report.results) {
        slow += before != nullptr && isOfOneCell(*before, result) ? 0 : result.slowRounds;
        before = &result;
    }
    if (slow > 0) {
        lines.push_back(
            fmt::format("{} {} taken again because the machine was slower than at its best by more than {:.0f}%",
                        withThousands(slow), slow == 1 ? "round was" : "rounds were", 100.0 * (kMostSlowdown - 1.0)));
    }
}

std::vector<std::string> machineLines(const BenchReport& report) {
    const BenchContext& context = report.context;
    const std::string threads = threadCountsText(report);
    const std::string seed = fmt::format("{}", context.seed);
    std::vector<std::string> lines = {
        machineOfTable({context.cpu, threads, context.torch, context.blas, seed, context.build})};
    const auto usesEngine = [](const BenchResult& result) { return result.kernels.has_value(); };
    if (std::any_of(report.results.begin(), report.results.end(), usesEngine)) {
        lines.push_back(
            fmt::format("engine: {}, kernels {}", context.gemm, instructionSetName(context.instructionSet)));
    }
    if (context.roofline) {
        const int measuredOn = context.roofline->threads;
        lines.push_back(
            fmt::format("machine limits, measured in this run: {:.1f} GFLOP/s of multiply-adds, {:.1f} GB/s copied, {}",
                        context.roofline->fmaFlops * 1e-9, context.roofline->copyBytes * 1e-9,
                        threadsListed(fmt::format("{}", measuredOn), measuredOn)));
    }
    return lines;
}

/// Of both tables, after what is said of the columns of one.
void addCommonRemarks(BenchRemarks& remarks, const BenchReport& report) {
    remarks.columns.emplace_back("± repeats: half the inter-quartile range of the samples, mini-batches taken out, as "
                                 "a share of the median · ± trees: the same of the medians of the mini-batches");
    remarks.columns.push_back(
        std::string(
            "of bound: time of the products at the peak rate of multiply-adds / median time · memory: state of one run")
            .append(report.context.roofline ? "" : std::string(" · machine limits were not measured")));
    remarks.noise = noiseLines(report);
    addSlowRounds(remarks.noise, report);
    remarks.machine = machineLines(report);
    remarks.fits = fittedCosts(report);
    remarks.advice = adviceOn(report);
}

void addGroup(std::vector<std::string>& lines, const std::vector<std::string>& group) {
    if (!group.empty()) {
        lines.emplace_back();
        lines.insert(lines.end(), group.begin(), group.end());
    }
}

/// Remarks are read, not searched: the document has all of them.
std::vector<std::string> fitLines(const std::vector<FittedCost>& fits) {
    constexpr std::size_t kMostFits = 12;
    std::vector<std::string> lines;
    if (!fits.empty()) {
        lines.emplace_back("time of a run, fitted to the medians:");
    }
    for (const FittedCost& fit : std::span(fits).first(std::min(fits.size(), kMostFits))) {
        lines.push_back(fmt::format("{}: {}", fit.name, fit.cost));
    }
    if (fits.size() > kMostFits) {
        lines.push_back(fmt::format("{} more: see --json", fits.size() - kMostFits));
    }
    return lines;
}

} // namespace

bool isFilled(const FigureTable& table, std::size_t column) {
    return !table.columns[column].isCsvOnly &&
           std::any_of(table.rows.begin(), table.rows.end(), [column](const TableRow& row) {
               return !row.cells[column].shown.empty() && row.cells[column].shown != "-";
           });
}

std::string threadCountsText(const BenchReport& report) {
    std::vector<int> counts;
    for (const BenchResult& result : report.results) {
        if (std::find(counts.begin(), counts.end(), result.threads) == counts.end()) {
            counts.push_back(result.threads);
        }
    }
    const int last = counts.empty() ? report.context.threads : counts.back();
    return threadsListed(counts.empty() ? fmt::format("{}", last) : fmt::format("{}", fmt::join(counts, ", ")), last);
}

std::string dimText(std::int32_t dim) {
    return dim > 0 ? fmt::format("{}", dim) : std::string("-");
}

TableCell figureCell(double raw, std::string shown) {
    return {std::move(shown), fmt::format("{}", raw)};
}

TableCell secondsCell(double seconds) {
    return figureCell(seconds, formatSeconds(seconds));
}

FigureTable sweepTable(const BenchReport& report) {
    return tableOf(kSweepColumns, report);
}

FigureTable ablationTable(const BenchReport& report) {
    FigureTable table = tableOf(kAblationColumns, report);
    for (std::size_t row = 1; row < report.results.size(); ++row) {
        const BenchResult& before = report.results[row - 1];
        const BenchResult& result = report.results[row];
        table.rows[row].startsGroup = !isOfOneCell(before, result);
    }
    return table;
}

BenchRemarks sweepRemarks(const BenchReport& report) {
    BenchRemarks remarks;
    remarks.columns = {
        std::string("batching: time of regular on the same kernels / time of this arm · engine: time of regular@off / "
                    "time of regular on those kernels · both: their product, time of regular@off / time of this arm"),
        std::string("cost: time of this arm / time of direct on the same kernels, running only · tree alone: time of "
                    "one tree by direct / time per tree of this arm (Looks et al. 2017) · process: peak memory of the "
                    "process, all arms")};
    addLearning(remarks.columns, report);
    addCommonRemarks(remarks, report);
    return remarks;
}

BenchRemarks ablationRemarks(const BenchReport& report) {
    BenchRemarks remarks;
    remarks.columns = {std::string(
        "vs row above: time of the row above / time of this row · batching: time of regular on the same kernels / time "
        "of this row · engine: time of regular@off / time of regular on those kernels · both: their product, time of "
        "regular@off / time of this row · launches: by the engine, or LibTorch calls without it")};
    addCommonRemarks(remarks, report);
    return remarks;
}

std::vector<std::string> remarkLines(const BenchRemarks& remarks) {
    std::vector<std::string> meanings = remarks.columns;
    meanings.insert(meanings.end(), remarks.noise.begin(), remarks.noise.end());
    std::vector<std::string> lines;
    addGroup(lines, meanings);
    addGroup(lines, remarks.machine);
    addGroup(lines, fitLines(remarks.fits));
    addGroup(lines, remarks.advice);
    return lines;
}

} // namespace batchscope
