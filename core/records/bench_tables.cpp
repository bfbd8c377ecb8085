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

using ResultColumn = Column<BenchResult>;

Cell launchesCell(const BenchResult& result) {
    return countCell(result.figures.launches);
}

/// The half width of the middle half, as a share of the median.
Cell spreadCell(std::optional<double> spread, const BenchResult& result) {
    return spread ? Cell{fmt::format("{:.1f}%", 50.0 * *spread / result.medianSeconds), *spread} : noFigure();
}

const char* noiseMark(SpeedVerdict verdict) {
    return verdict == SpeedVerdict::Steady ? "" : verdict == SpeedVerdict::Busy ? "busy" : "noisy";
}

// Columns of both tables.

constexpr ResultColumn kNet = {"model", "net",       [](const BenchResult& result) {
                                   return textCell(result.model); },
                               "",      Align::Left, true};
constexpr ResultColumn kWork = {
    "work", "work",      [](const BenchResult& result) {
                                    return textCell(std::string(workText(result.work))); },
    "",     Align::Left, true};

constexpr ResultColumn kArm = {"arm", "arm", [](const BenchResult& result) { return textCell(result.arm); }, "",
                               Align::Left};
constexpr ResultColumn kDim = {
    "dim", "dim", [](const BenchResult& result) { return result.dim > 0 ? numberCell(result.dim) : noFigure(); }};
constexpr ResultColumn kBatch = {"batch", "batch", [](const BenchResult& result) { return numberCell(result.batch); }};
constexpr ResultColumn kThreads = {
    "threads", "threads", [](const BenchResult& result) {
                                       return numberCell(result.threads); }, "", Align::Right, true};
constexpr ResultColumn kMedian = {"median_s", "median",
                                  [](const BenchResult& result) { return secondsCell(result.medianSeconds); }};
constexpr ResultColumn kRepeatSpread = {"spread_repeats_s", "± repeats", [](const BenchResult& result) {
                                            return spreadCell(result.spreadOverRepeats, result);
                                        }};
constexpr ResultColumn kBatchSpread = {"spread_trees_s", "± trees", [](const BenchResult& result) {
                                           return spreadCell(result.spreadOverBatches, result);
                                       }};
constexpr ResultColumn kBatching = {"speedup_batching", "batching",
                                    [](const BenchResult& result) { return ratioCell(result.speedup); }};
constexpr ResultColumn kEngine = {"speedup_engine", "engine",
                                  [](const BenchResult& result) { return ratioCell(result.speedupEngine); }};
constexpr ResultColumn kBoth = {"speedup_both", "both",
                                [](const BenchResult& result) { return ratioCell(result.speedupBoth); }};
constexpr ResultColumn kBound = {"fma_share", "of bound",
                                 [](const BenchResult& result) { return shareCell(result.fmaShare); }};
constexpr ResultColumn kMemory = {"memory_bytes", "memory",
                                  [](const BenchResult& result) { return bytesCell(result.figures.memoryBytes); }};
constexpr ResultColumn kEqual = {"equal", "equal",
                                 [](const BenchResult& result) {
                                     return Cell{result.equal ? "yes" : "NO", result.equal};
                                 },
                                 "", Align::Left};
constexpr ResultColumn kNoise = {"", "noisy",
                                 [](const BenchResult& result) {
                                     return Cell{noiseMark(result.verdict), result.noisy};
                                 },
                                 "", Align::Left};

constexpr auto kSweepColumns = std::to_array<ResultColumn>(
    {kArm,
     kNet,
     kWork,
     kDim,
     kBatch,
     kThreads,
     {"batches", "batches", [](const BenchResult& result) { return countCell(result.batches); }},
     {"launches", kLaunchesColumn, launchesCell},
     kMedian,
     kRepeatSpread,
     kBatchSpread,
     {"trees_per_s", "trees/s",
      [](const BenchResult& result) {
          return Cell{fmt::format("{:.0f}", result.treesPerSecond), result.treesPerSecond};
      }},
     kBatching,
     {"speedup_execution", "running only",
      [](const BenchResult& result) { return ratioCell(result.speedupExecution); }},
     kEngine,
     kBoth,
     {"cost_ratio", "cost", [](const BenchResult& result) { return ratioCell(result.costRatio); }},
     {"speedup_ratio", "tree alone", [](const BenchResult& result) { return ratioCell(result.speedupRatio); }},
     {"padding_waste", "padding", [](const BenchResult& result) { return shareCell(result.paddingWaste); }},
     kBound,
     kMemory,
     {"process_peak_bytes", "process", [](const BenchResult& result) { return bytesCell(result.peakBytes); }},
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
     {"speedup_over_before", "vs row above",
      [](const BenchResult& result) { return ratioCell(result.speedupOverBefore); }},
     kBatching,
     kEngine,
     kBoth,
     {"launches", kLaunchesColumn, launchesCell},
     {"product_gflop", "GFLOP",
      [](const BenchResult& result) {
          const double giga = result.figures.productFlops * 1e-9;
          return Cell{fmt::format("{:.3f}", giga), giga};
      }},
     {"bytes_copied", "copied", [](const BenchResult& result) { return bytesCell(result.figures.bytesCopied); }},
     kMemory,
     kBound,
     kEqual,
     kNoise});

/// Identify a row that stands alone, and what people see in other columns.
constexpr auto kCsvOnlyColumns = std::to_array<ResultColumn>(
    {{"kernels", "", [](const BenchResult& result) { return textCell(result.kernels ? "engine" : "libtorch"); }},
     {"training", "", [](const BenchResult& result) { return yesNoCell(result.work == Work::Training); }},
     {"nodes", "", [](const BenchResult& result) { return countCell(result.nodes); }},
     {"samples", "", [](const BenchResult& result) { return countCell(result.samples.size()); }},
     {"iqr_s", "", [](const BenchResult& result) { return secondsCell(result.iqrSeconds); }},
     {"ci_low_s", "", [](const BenchResult& result) { return secondsCell(medianRange(result.samples).low); }},
     {"ci_high_s", "", [](const BenchResult& result) { return secondsCell(medianRange(result.samples).high); }},
     {"outliers", "", [](const BenchResult& result) { return countCell(outlierCount(result.samples)); }}});

FigureTable resultTable(std::span<const ResultColumn> columns, const BenchReport& report) {
    std::vector<ResultColumn> all(columns.begin(), columns.end());
    all.insert(all.end(), kCsvOnlyColumns.begin(), kCsvOnlyColumns.end());
    return tableOf(std::span<const ResultColumn>(all), report.results);
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
    return dim > 0 ? fmt::format("{}", dim) : std::string("–");
}

FigureTable sweepTable(const BenchReport& report) {
    return resultTable(kSweepColumns, report);
}

FigureTable ablationTable(const BenchReport& report) {
    FigureTable table = resultTable(kAblationColumns, report);
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
