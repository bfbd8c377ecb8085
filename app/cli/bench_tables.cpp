// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_tables.h"

#include "app/cli/bench_advice.h"
#include "core/base/counted.h"
#include "core/base/statistics.h"
#include "core/bench/ratios.h"
#include "core/bench/sample_spread.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

namespace batchscope {

namespace {

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
std::optional<double> measured(double ratio) {
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
                                    [](const BenchResult& result) { return ratioCell(measured(result.speedup)); }};
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
     kMedian,
     kRepeatSpread,
     kBatchSpread,
     {"trees/s", "trees_per_s",
      [](const BenchResult& result) {
          return figureCell(result.treesPerSecond, fmt::format("{:.0f}", result.treesPerSecond));
      }},
     kBatching,
     {"running only", "speedup_execution",
      [](const BenchResult& result) { return ratioCell(measured(result.speedupExecution)); }},
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
     {"launches", "launches", [](const BenchResult& result) { return countCell(result.figures.launches); }},
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
void addNoise(std::vector<std::string>& lines, const BenchReport& report) {
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

std::string threadsText(const BenchReport& report) {
    std::vector<int> counts;
    for (const BenchResult& result : report.results) {
        if (std::find(counts.begin(), counts.end(), result.threads) == counts.end()) {
            counts.push_back(result.threads);
        }
    }
    const int last = counts.empty() ? report.context.threads : counts.back();
    return fmt::format("{} thread{}",
                       counts.empty() ? fmt::format("{}", last) : fmt::format("{}", fmt::join(counts, ", ")),
                       last == 1 ? "" : "s");
}

void addContext(std::vector<std::string>& lines, const BenchReport& report) {
    const BenchContext& context = report.context;
    lines.emplace_back(
        "± repeats: half the inter-quartile range of the samples, mini-batches taken out, as a share of the "
        "median · ± trees: the same of the medians of the mini-batches");
    addNoise(lines, report);
    addSlowRounds(lines, report);
    lines.push_back(
        fmt::format("of bound: time of the products at the peak rate of multiply-adds / median time · memory: "
                    "state of one run{}",
                    context.roofline ? "" : " · machine limits were not measured"));
    lines.emplace_back();
    lines.push_back(fmt::format("{}, {}, LibTorch {}, {}, seed {}, {} build", context.cpu, threadsText(report),
                                context.torch, context.blas, context.seed, context.build));
    lines.push_back(fmt::format("engine: {}, kernels {}", context.gemm, instructionSetName(context.instructionSet)));
    if (context.roofline) {
        lines.push_back(fmt::format(
            "machine limits, measured in this run: {:.1f} GFLOP/s of multiply-adds, {:.1f} GB/s copied, {}",
            context.roofline->fmaFlops * 1e-9, context.roofline->copyBytes * 1e-9,
            context.roofline->threads == 1 ? "1 thread" : fmt::format("{} threads", context.roofline->threads)));
    }
}

} // namespace

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

std::vector<std::string> sweepRemarks(const BenchReport& report) {
    std::vector<std::string> lines = {
        "",
        "batching: time of regular on the same kernels / time of this arm · engine: time of regular@off / time of "
        "regular on those kernels · both: their product, time of regular@off / time of this arm",
        "cost: time of this arm / time of direct on the same kernels, running only · tree alone: time of one tree by "
        "direct / time per tree of this arm (Looks et al. 2017) · process: peak memory of the process, all arms"};
    addLearning(lines, report);
    addContext(lines, report);
    addAdvice(lines, report);
    return lines;
}

std::vector<std::string> ablationRemarks(const BenchReport& report) {
    std::vector<std::string> lines = {
        "", "vs row above: time of the row above / time of this row · batching: time of regular on the same kernels / "
            "time of this row · engine: time of regular@off / time of regular on those kernels · both: their product, "
            "time of regular@off / time of this row · launches: by the engine, or LibTorch calls without it"};
    addContext(lines, report);
    return lines;
}

} // namespace batchscope
