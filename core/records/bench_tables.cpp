// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/bench_tables.h"

#include "core/base/counted.h"
#include "core/base/statistics.h"
#include "core/bench/arms.h"
#include "core/bench/bench_series.h"
#include "core/bench/cost_fit.h"
#include "core/bench/plot_figures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string_view>

namespace batchscope {

namespace {

using ResultColumn = Column<BenchResult>;

// `counts` is a list; its last number, `last`, decides between singular and plural.
std::string threadsListed(std::string_view counts, int last) {
    return fmt::format("{} thread{}", counts, last == 1 ? "" : "s");
}

/// Half the interquartile range, as a share of the median.
Cell spreadCell(std::optional<double> spread, const BenchResult& result) {
    return spread ? Cell{fmt::format("{:.1f}%", 50.0 * *spread / result.medianSeconds), *spread} : noFigure();
}

const char* noiseMark(SpeedVerdict verdict) {
    return verdict == SpeedVerdict::Steady ? "" : verdict == SpeedVerdict::Busy ? "busy" : "noisy";
}

/// All figures of a result; each table shows a selection of them.
constexpr auto kColumns = std::to_array<ResultColumn>({
    {"arm", "arm", [](const BenchResult& r) { return textCell(r.arm); },
     "Regular: node by node; folded: in batches; on LibTorch or the engine", Align::Left},
    {"run", "run", [](const BenchResult& r) { return textCell(r.run); },
     "The file that the run was opened from, or measured here", Align::Left, true},
    {"model", "net", [](const BenchResult& r) { return textCell(r.model); }, "What was run", Align::Left, true},
    {"work", "work", [](const BenchResult& r) { return textCell(std::string(workText(r.work))); },
     "Inference, or training: with loss and gradients", Align::Left, true},
    {"dim", "dim", [](const BenchResult& r) { return r.dim > 0 ? numberCell(r.dim) : noFigure(); },
     "Width of the hidden state"},
    {"batch", "trees", [](const BenchResult& r) { return numberCell(r.batch); }, "Trees per run"},
    {"threads", "threads", [](const BenchResult& r) { return numberCell(r.threads); }, "Threads that the run may use",
     Align::Right, true},
    {"batches", "batches", [](const BenchResult& r) { return countCell(r.batches); },
     "Batches per run; the nodes of a batch run together"},
    {"launches", "launches", [](const BenchResult& r) { return countCell(r.figures.launches); },
     "Calls of kernels per run, forward: by the engine, or by LibTorch without it"},
    {"median_s", "median", [](const BenchResult& r) { return secondsCell(r.medianSeconds); },
     "Median time of a run: build, schedule, plan, run, read out, backward when training"},
    {"noisy", "noise",
     [](const BenchResult& r) {
         return Cell{noiseMark(r.verdict), r.noisy};
     },
     "Why the times are worth little: noisy ones vary, busy is other work on the machine", Align::Left},
    {"spread_repeats_s", "± repeats", [](const BenchResult& r) { return spreadCell(r.spreadOverRepeats, r); },
     "Half the interquartile range of the samples, mini-batches taken out, as a share of the median"},
    {"spread_trees_s", "± trees", [](const BenchResult& r) { return spreadCell(r.spreadOverBatches, r); },
     "Half the interquartile range of the medians of the mini-batches, as a share of the median"},
    {"iqr_s", "IQR", [](const BenchResult& r) { return secondsCell(r.iqrSeconds); },
     "Interquartile range of the samples"},
    {"trees_per_s", "trees/s",
     [](const BenchResult& r) {
         return Cell{withThousands(static_cast<std::uint64_t>(std::llround(r.treesPerSecond))), r.treesPerSecond};
     },
     "Trees per second at the median"},
    {"speedup_over_before", "vs row above", [](const BenchResult& r) { return ratioCell(r.speedupOverBefore); },
     "Time of the row above / time of this row"},
    {"speedup_batching", "batching", [](const BenchResult& r) { return ratioCell(r.speedup); },
     "Time of regular on the same kernels / time of this row, whole run"},
    {"speedup_execution", "running only", [](const BenchResult& r) { return ratioCell(r.speedupExecution); },
     "Batching, measured while running only, without building, scheduling and planning"},
    {"speedup_engine", "engine", [](const BenchResult& r) { return ratioCell(r.speedupEngine); },
     "Time of regular on LibTorch (@off) / time of regular on the kernels of this row, whole run"},
    {"speedup_both", "both", [](const BenchResult& r) { return ratioCell(r.speedupBoth); },
     "Batching × engine: time of regular on LibTorch (@off) / time of this row"},
    {"cost_ratio", "cost", [](const BenchResult& r) { return ratioCell(r.costRatio); },
     "Time of this row / time of direct on the same kernels, running only"},
    {"speedup_ratio", "tree alone", [](const BenchResult& r) { return ratioCell(r.speedupRatio); },
     "Time of one tree by direct / time per tree of this row (Looks et al. 2017)"},
    {"padding_waste", "padding", [](const BenchResult& r) { return shareCell(r.paddingWaste); },
     "Share of rows that are computed and thrown away"},
    {"product_gflop", "GFLOP",
     [](const BenchResult& r) {
         const double giga = r.figures.productFlops * 1e-9;
         return Cell{fmt::format("{:.3f}", giga), giga};
     },
     "Floating-point operations of the products of a run"},
    {"fma_share", "of peak", [](const BenchResult& r) { return shareCell(r.fmaShare); },
     "Time of the products at the machine's peak rate of multiply-adds / median time"},
    {"bytes_copied", "copied", [](const BenchResult& r) { return bytesCell(r.figures.bytesCopied); },
     "Bytes that a run copies to bring arguments together"},
    {"memory_bytes", "memory", [](const BenchResult& r) { return bytesCell(r.figures.memoryBytes); },
     "Memory of a run's state, without the weights"},
    {"equal", "equal", [](const BenchResult& r) { return Cell{r.equal ? "yes" : "NO", r.equal}; },
     "The values (and gradients, when training) equal those of the regular run, within tolerance", Align::Left},
    {"kernels", "", [](const BenchResult& r) { return textCell(r.kernels ? "engine" : "libtorch"); }},
    {"training", "", [](const BenchResult& r) { return yesNoCell(r.work == Work::Training); }},
    {"nodes", "", [](const BenchResult& r) { return countCell(r.nodes); }},
    {"samples", "", [](const BenchResult& r) { return countCell(r.samples.size()); }},
    {"ci_low_s", "", [](const BenchResult& r) { return secondsCell(medianRange(r.samples).low); }},
    {"ci_high_s", "", [](const BenchResult& r) { return secondsCell(medianRange(r.samples).high); }},
    {"outliers", "", [](const BenchResult& r) { return countCell(outlierCount(r.samples)); }},
});

/// The arm by the window's title for people, and by name for other programs.
constexpr ResultColumn kWay = {"arm", "way to run",
                               [](const BenchResult& r) {
                                   return Cell{armTitle(curveKeyOf(r).arm), r.arm};
                               },
                               kColumns.front().tip, Align::Left};

constexpr auto kSweepKeys = std::to_array<std::string_view>({"arm",
                                                             "model",
                                                             "work",
                                                             "dim",
                                                             "batch",
                                                             "threads",
                                                             "batches",
                                                             "launches",
                                                             "median_s",
                                                             "spread_repeats_s",
                                                             "spread_trees_s",
                                                             "trees_per_s",
                                                             "speedup_over_before",
                                                             "speedup_batching",
                                                             "speedup_execution",
                                                             "speedup_engine",
                                                             "speedup_both",
                                                             "cost_ratio",
                                                             "speedup_ratio",
                                                             "padding_waste",
                                                             "fma_share",
                                                             "memory_bytes",
                                                             "equal",
                                                             "noisy"});
/// The most important columns first: a narrow table must show the speed-up and if the values are right.
constexpr auto kWindowKeys = std::to_array<std::string_view>({"arm",
                                                              "run",
                                                              "model",
                                                              "work",
                                                              "dim",
                                                              "threads",
                                                              "batch",
                                                              "median_s",
                                                              "speedup_batching",
                                                              "speedup_engine",
                                                              "equal",
                                                              "noisy",
                                                              "iqr_s",
                                                              "trees_per_s",
                                                              "batches",
                                                              "launches",
                                                              "memory_bytes",
                                                              "padding_waste",
                                                              "fma_share",
                                                              "speedup_execution",
                                                              "speedup_both"});
/// For other programs only: figures that people see in other columns, and keys that identify a row on its own.
constexpr auto kCsvOnlyKeys =
    std::to_array<std::string_view>({"kernels", "training", "nodes", "samples", "iqr_s", "ci_low_s", "ci_high_s",
                                     "outliers", "product_gflop", "bytes_copied"});

const ResultColumn& columnOf(std::string_view key) {
    return *std::find_if(kColumns.begin(), kColumns.end(),
                         [key](const ResultColumn& column) { return column.key == key; });
}

/// The columns with these keys, and the remaining ones for other programs.
std::vector<ResultColumn> chosenColumns(std::span<const std::string_view> keys) {
    std::vector<ResultColumn> chosen;
    std::transform(keys.begin(), keys.end(), std::back_inserter(chosen), columnOf);
    for (const std::string_view key : kCsvOnlyKeys) {
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            chosen.push_back(columnOf(key));
            chosen.back().title = "";
        }
    }
    return chosen;
}

std::vector<std::string_view> keysOf(const BenchDocument& document) {
    std::vector<std::string_view> keys(kSweepKeys.begin(), kSweepKeys.end());
    if (!document.config.ablation) {
        std::erase(keys, "speedup_over_before");
    }
    return keys;
}

/// "batching: time of regular …", for the visible columns whose titles do not explain themselves.
std::vector<std::string> columnMeanings(const FigureTable& table) {
    constexpr auto kPlain =
        std::to_array<std::string_view>({"arm", "model", "work", "dim", "batch", "threads", "batches", "launches",
                                         "median_s", "noisy", "trees_per_s", "memory_bytes", "equal"});
    std::vector<std::string> meanings;
    for (std::size_t place = 0; place < table.columns.size(); ++place) {
        const ResultColumn& column = columnOf(table.columns[place].key);
        const bool isPlain = std::find(kPlain.begin(), kPlain.end(), column.key) != kPlain.end();
        if (isFilled(table, place) && !isPlain) {
            std::string tip = column.tip;
            tip.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(tip.front())));
            meanings.push_back(fmt::format("{}: {}", column.title, tip));
        }
    }
    return meanings;
}

void addLearning(std::vector<std::string>& lines, const BenchReport& report) {
    for (const BenchResult& result : report.results) {
        if (result.learnSeconds) {
            lines.push_back(fmt::format("{}{}, batch {}: the policy trained on the graph once, for {}, before the runs",
                                        result.arm, result.dim > 0 ? fmt::format(", dim {}", result.dim) : "",
                                        result.batch, formatSeconds(*result.learnSeconds)));
        }
    }
}

/// The thread counts that were measured: "1, 4 threads".
std::string threadCountsText(const BenchReport& report) {
    std::set<int> counts;
    for (const BenchResult& result : report.results) {
        counts.insert(result.threads);
    }
    return threadsListed(fmt::format("{}", fmt::join(counts, ", ")), counts.empty() ? 0 : *counts.rbegin());
}

std::vector<std::string> machineLines(const BenchReport& report) {
    const BenchContext& context = report.context;
    std::vector<std::string> lines = {fmt::format("{}, {}, LibTorch {}, {}, seed {}, {} build", context.cpu,
                                                  threadCountsText(report), context.torch, context.blas, context.seed,
                                                  context.build)};
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

void addGroup(std::vector<std::string>& lines, const std::vector<std::string>& group) {
    if (!group.empty()) {
        lines.emplace_back();
        lines.insert(lines.end(), group.begin(), group.end());
    }
}

std::vector<std::string> fitLines(const std::vector<FittedCost>& fits) {
    std::vector<std::string> lines;
    if (!fits.empty()) {
        lines.emplace_back("time of a run, fitted to the medians:");
    }
    for (const FittedCost& fit : fits) {
        lines.push_back(fmt::format("{}: {}", fit.name, fit.cost));
    }
    return lines;
}

} // namespace

std::span<const Column<BenchResult>> windowColumns() {
    static const std::vector<ResultColumn> kChosen = [] {
        std::vector<ResultColumn> chosen = chosenColumns(kWindowKeys);
        chosen.front() = kWay;
        return chosen;
    }();
    return kChosen;
}

FigureTable resultTable(const BenchDocument& document) {
    const std::vector<BenchResult>& results = document.report.results;
    const std::vector<ResultColumn> columns = chosenColumns(keysOf(document));
    FigureTable table = tableOf(std::span<const ResultColumn>(columns), results);
    for (std::size_t row = 1; document.config.ablation && row < results.size(); ++row) {
        table.rows[row].startsGroup = cellOf(results[row - 1]) != cellOf(results[row]);
    }
    return table;
}

BenchRemarks remarksOn(const BenchDocument& document) {
    const BenchReport& report = document.report;
    BenchRemarks remarks;
    remarks.columns = columnMeanings(resultTable(document));
    addLearning(remarks.columns, report);
    if (!report.context.roofline) {
        remarks.columns.emplace_back("machine limits were not measured");
    }
    remarks.machine = machineLines(report);
    remarks.fits = fittedCosts(report);
    remarks.advice = adviceOn(report);
    return remarks;
}

std::vector<std::string> remarkLines(const BenchRemarks& remarks) {
    std::vector<std::string> lines;
    addGroup(lines, {fmt::format("{}", fmt::join(remarks.columns, " · "))});
    addGroup(lines, remarks.machine);
    addGroup(lines, fitLines(remarks.fits));
    addGroup(lines, remarks.advice);
    return lines;
}

} // namespace batchscope
