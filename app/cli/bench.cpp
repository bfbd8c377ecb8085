// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace batchscope {

namespace {

std::string ratioText(double value) {
    return value > 0.0 ? fmt::format("{:.2f}×", value) : std::string("-");
}

std::string ratioText(const std::optional<double>& value) {
    return ratioText(value.value_or(0.0));
}

std::string shareText(const std::optional<double>& share) {
    return share && *share > 0.0 ? fmt::format("{:.0f}%", 100.0 * *share) : std::string("-");
}

std::string dimText(const BenchResult& result) {
    return result.dim > 0 ? std::to_string(result.dim) : std::string("-");
}

/// What is in no time of the table.
void printLearning(const BenchReport& report) {
    for (const BenchResult& result : report.results) {
        if (result.learnSeconds) {
            fmt::print("{}, dim {}, batch {}: the policy trained on the graph once, for {}, before the runs\n",
                       result.arm, dimText(result), result.batch, formatSeconds(*result.learnSeconds));
        }
    }
}

void printSweep(const BenchReport& report) {
    TextTable table({{"arm", Align::Left},
                     {"dim"},
                     {"batch"},
                     {"batches"},
                     {"median"},
                     {"IQR"},
                     {"trees/s"},
                     {"batching"},
                     {"running only"},
                     {"engine"},
                     {"both"},
                     {"cost"},
                     {"tree alone"},
                     {"padding"},
                     {"of bound"},
                     {"memory"},
                     {"process"},
                     {"equal", Align::Left},
                     {"", Align::Left}});
    for (const BenchResult& result : report.results) {
        table.add({result.arm, dimText(result), std::to_string(result.batch), withThousands(result.batches),
                   formatSeconds(result.medianSeconds), formatSeconds(result.iqrSeconds),
                   fmt::format("{:.0f}", result.treesPerSecond), ratioText(result.speedup),
                   ratioText(result.speedupExecution), ratioText(result.speedupEngine), ratioText(result.speedupBoth),
                   ratioText(result.costRatio), ratioText(result.speedupRatio), shareText(result.paddingWaste),
                   shareText(result.fmaShare), formatBytes(result.figures.memoryBytes), formatBytes(result.peakBytes),
                   result.equal ? "yes" : "NO", result.noisy ? "noisy" : ""});
    }
    fmt::print("{}", table.text());
    fmt::print(
        "\nbatching: time of regular on the same kernels / time of this arm · engine: time of "
        "regular@off / time of regular on those kernels · both: their product, time of regular@off / time of this "
        "arm\ncost: time of this arm / time of "
        "direct on the same kernels, running only · tree alone: time of one tree by direct / time per tree of "
        "this arm (Looks et al. 2017) · process: peak memory of the process, all arms\n");
    printLearning(report);
}

void printAblation(const BenchReport& report) {
    TextTable table({{"arm", Align::Left},
                     {"dim"},
                     {"batch"},
                     {"median"},
                     {"IQR"},
                     {"vs row above"},
                     {"batching"},
                     {"engine"},
                     {"both"},
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
        table.add({result.arm, dimText(result), std::to_string(result.batch), formatSeconds(result.medianSeconds),
                   formatSeconds(result.iqrSeconds), ratioText(result.speedupOverBefore), ratioText(result.speedup),
                   ratioText(result.speedupEngine), ratioText(result.speedupBoth),
                   withThousands(result.figures.launches), fmt::format("{:.3f}", result.figures.productFlops * 1e-9),
                   formatBytes(result.figures.bytesCopied), formatBytes(result.figures.memoryBytes),
                   shareText(result.fmaShare), result.equal ? "yes" : "NO", result.noisy ? "noisy" : ""});
    }
    fmt::print("{}", table.text());
    fmt::print("\nvs row above: time of the row above / time of this row · batching: time of regular on the same "
               "kernels / time of this row · engine: time of regular@off / time of regular on those kernels · both: "
               "their product, time of regular@off / time of this row · launches: by the engine, or LibTorch calls "
               "without it\n");
}

void printContext(const BenchContext& context) {
    fmt::print(
        "of bound: time of the products at the peak rate of multiply-adds / median time · memory: state of one run{}\n",
        context.roofline ? "" : " · machine limits were not measured");
    fmt::print("\n{}, {} thread{}, LibTorch {}, {}, seed {}, {} build\n", context.cpu, context.threads,
               context.threads == 1 ? "" : "s", context.torch, context.blas, context.seed, context.build);
    fmt::print("engine: {}, kernels {}\n", context.gemm, instructionSetName(context.instructionSet));
    if (context.roofline) {
        fmt::print(
            "machine limits, measured in this run: {:.1f} GFLOP/s of multiply-adds, {:.1f} GB/s copied, {} thread{}\n",
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
    // Minutes of measuring must not end in "cannot write"; nothing is lost before the input is known to be another
    // file.
    if (!options.benchFile.empty() && !std::ofstream(options.benchFile, std::ios::app)) {
        return cannotWrite(options.benchFile);
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
    const Result<BenchReport> report = runBench(*bank, config, control, [](const BenchReport&) {});
    if (!report) {
        return report.error();
    }
    for (const std::string& note : report->notes) {
        fmt::print(stderr, "{}\n", note);
    }
    Json document = toJson(*report);
    document["context"]["repeats"] = config.repeats;
    document["context"]["warmups"] = config.warmups;
    if (options.json) {
        printJson(document);
    } else {
        config.ablation ? printAblation(*report) : printSweep(*report);
        printContext(report->context);
    }
    if (!options.benchFile.empty() && !(std::ofstream(options.benchFile) << jsonText(document)).flush()) {
        return cannotWrite(options.benchFile);
    }
    const bool allEqual = std::all_of(report->results.begin(), report->results.end(),
                                      [](const BenchResult& result) { return result.equal; });
    return allEqual ? ExitCode::Done : ExitCode::Different;
}

} // namespace batchscope
