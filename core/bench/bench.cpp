// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/bench.h"

#include "core/bench/bench_run.h"

namespace batchscope {

Result<BenchReport> runBench(const Treebank& bank, const BenchConfig& config, const RunControl& control,
                             const BenchSink& sink) {
    const Result<std::unique_ptr<BenchRun>> run = BenchRun::begin(bank, config, control);
    TRY(run);
    while (!(*run)->isDone()) {
        TRY((*run)->measureNext(control));
        sink((*run)->report());
    }
    return (*run)->report();
}

} // namespace batchscope
