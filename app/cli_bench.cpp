// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_commands.h"
#include "app/cli_json.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace batchscope {

namespace {

void printReport(const BenchReport& report) {
    TextTable table({{"arm", Align::Left},
                     {"dim"},
                     {"batch"},
                     {"launches"},
                     {"median"},
                     {"IQR"},
                     {"trees/s"},
                     {"speed-up"},
                     {"running only"},
                     {"cost"},
                     {"tree alone"},
                     {"padding"},
                     {"equal", Align::Left},
                     {"", Align::Left}});
    const auto ratio = [](double value) { return value > 0.0 ? fmt::format("{:.2f}×", value) : std::string("-"); };
    const auto optional = [&](const std::optional<double>& value) { return ratio(value.value_or(0.0)); };
    for (const BenchResult& result : report.results) {
        table.add({result.arm, std::to_string(result.dim), std::to_string(result.batch), withThousands(result.batches),
                   formatSeconds(result.medianSeconds), formatSeconds(result.iqrSeconds),
                   fmt::format("{:.0f}", result.treesPerSecond), ratio(result.speedup), ratio(result.speedupExecution),
                   optional(result.costRatio), optional(result.speedupRatio),
                   result.paddingWaste > 0.0 ? fmt::format("{:.0f} %", 100.0 * result.paddingWaste) : std::string("-"),
                   result.equal ? "yes" : "NO", result.noisy ? "noisy" : ""});
    }
    fmt::print("{}", table.text());
    fmt::print("\ncost: over the direct arm, running only · tree alone: the direct arm's first tree by itself over a "
               "tree here "
               "(Looks et al. 2017)\n");
    const BenchContext& context = report.context;
    fmt::print("\n{}, {} thread{}, LibTorch {}, {}, seed {}, {} build\n", context.cpu, context.threads,
               context.threads == 1 ? "" : "s", context.torch, context.blas, context.seed, context.build);
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
    config.graph = options.graph;
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
    if (options.json) {
        printJson(toJson(*report));
    } else {
        printReport(*report);
    }
    if (file.is_open() && !(file << jsonText(toJson(*report))).flush()) {
        return cannotWrite(options.benchFile);
    }
    const bool allEqual = std::all_of(report->results.begin(), report->results.end(),
                                      [](const BenchResult& result) { return result.equal; });
    return allEqual ? ExitCode::Done : ExitCode::Different;
}

} // namespace batchscope
