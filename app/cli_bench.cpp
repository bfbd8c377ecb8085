// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_commands.h"
#include "app/cli_json.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace batchscope {

namespace {

constexpr double kRooflineSeconds = 0.3;

std::string ratioText(double value) {
    return value > 0.0 ? fmt::format("{:.2f}×", value) : std::string("-");
}

std::string ratioText(const std::optional<double>& value) {
    return ratioText(value.value_or(0.0));
}

std::string shareText(const std::optional<double>& share) {
    return share && *share > 0.0 ? fmt::format("{:.0f} %", 100.0 * *share) : std::string("-");
}

void printSweep(const BenchReport& report) {
    TextTable table({{"arm", Align::Left},
                     {"dim"},
                     {"batch"},
                     {"batches"},
                     {"median"},
                     {"IQR"},
                     {"trees/s"},
                     {"speed-up"},
                     {"running only"},
                     {"cost"},
                     {"tree alone"},
                     {"padding"},
                     {"of bound"},
                     {"memory"},
                     {"process"},
                     {"equal", Align::Left},
                     {"", Align::Left}});
    for (const BenchResult& result : report.results) {
        table.add({result.arm, std::to_string(result.dim), std::to_string(result.batch), withThousands(result.batches),
                   formatSeconds(result.medianSeconds), formatSeconds(result.iqrSeconds),
                   fmt::format("{:.0f}", result.treesPerSecond), ratioText(result.speedup),
                   ratioText(result.speedupExecution), ratioText(result.costRatio), ratioText(result.speedupRatio),
                   shareText(result.paddingWaste), shareText(result.fmaShare), formatBytes(result.figures.memoryBytes),
                   formatBytes(result.peakBytes), result.equal ? "yes" : "NO", result.noisy ? "noisy" : ""});
    }
    fmt::print("{}", table.text());
    fmt::print("\ncost: over the direct arm, running only · tree alone: the direct arm's first tree by itself over a "
               "tree here (Looks et al. 2017) · process: its memory at the peak, all arms\n");
}

void printAblation(const BenchReport& report) {
    TextTable table({{"arm", Align::Left},
                     {"dim"},
                     {"batch"},
                     {"median"},
                     {"IQR"},
                     {"over before"},
                     {"over off"},
                     {"launches"},
                     {"GFLOP"},
                     {"copied"},
                     {"memory"},
                     {"of bound"},
                     {"equal", Align::Left},
                     {"", Align::Left}});
    const BenchResult* before = nullptr;
    for (const BenchResult& result : report.results) {
        if (before != nullptr && (before->dim != result.dim || before->batch != result.batch)) {
            table.add({});
        }
        before = &result;
        table.add({result.arm, std::to_string(result.dim), std::to_string(result.batch),
                   formatSeconds(result.medianSeconds), formatSeconds(result.iqrSeconds),
                   ratioText(result.speedupOverBefore), ratioText(result.speedupOverOff),
                   withThousands(result.figures.launches), fmt::format("{:.3f}", result.figures.productFlops * 1e-9),
                   formatBytes(result.figures.bytesCopied), formatBytes(result.figures.memoryBytes),
                   shareText(result.fmaShare), result.equal ? "yes" : "NO", result.noisy ? "noisy" : ""});
    }
    fmt::print("{}", table.text());
    fmt::print("\nover before: the row above over this one · over off: folded@off over this one · launches: of the "
               "engine; else LibTorch calls\n");
}

void printContext(const BenchContext& context) {
    fmt::print("of bound: time of the products at the peak of multiply-adds, over the median · memory: state of one "
               "step{}\n",
               context.roofline ? "" : " · no limits were measured");
    fmt::print("\n{}, {} thread{}, LibTorch {}, {}, seed {}, {} build\n", context.cpu, context.threads,
               context.threads == 1 ? "" : "s", context.torch, context.blas, context.seed, context.build);
    fmt::print("engine: {}, kernels {}\n", context.gemm, instructionSetName(context.instructionSet));
    if (context.roofline) {
        fmt::print("measured in this run: {:.1f} GFLOP/s of multiply-adds, {:.1f} GB/s copied, {} thread{}\n",
                   context.roofline->fmaFlops * 1e-9, context.roofline->copyBytes * 1e-9, context.roofline->threads,
                   context.roofline->threads == 1 ? "" : "s");
    }
}

ExitCode cannotWrite(const std::string& path) {
    fmt::print(stderr, "{}: error: cannot write\n", path);
    return ExitCode::Failed;
}

} // namespace

Result<ExitCode> runBenchCommand(const CliOptions& options, const RunControl& control) {
    std::ofstream file; // opened before the sweep: minutes of measuring must not end in "cannot write"
    if (!options.benchFile.empty()) {
        file.open(options.benchFile);
        if (!file) {
            return cannotWrite(options.benchFile);
        }
    }
    const Result<Treebank> bank = openTreebank(options, control);
    if (!bank) {
        return bank.error();
    }
    BenchConfig config = options.bench;
    config.graph = fittingGraph(options, *bank);
    config.run = options.run;
    config.threads = options.threads;
    config.seed = options.seed;
    config.rooflineSeconds = kRooflineSeconds;
    const Result<BenchReport> report = runBench(*bank, config, control, [](const BenchReport&) {});
    if (!report) {
        return report.error();
    }
    for (const std::string& note : report->notes) {
        fmt::print(stderr, "{}\n", note);
    }
    if (options.json) {
        printJson(toJson(*report));
    } else {
        config.ablation ? printAblation(*report) : printSweep(*report);
        printContext(report->context);
    }
    if (file.is_open() && !(file << jsonText(toJson(*report))).flush()) {
        return cannotWrite(options.benchFile);
    }
    const bool allEqual = std::all_of(report->results.begin(), report->results.end(),
                                      [](const BenchResult& result) { return result.equal; });
    return allEqual ? ExitCode::Done : ExitCode::Different;
}

} // namespace batchscope
