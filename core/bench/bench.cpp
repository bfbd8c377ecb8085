// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/bench.h"

#include "core/bench/bench_run.h"

namespace batchscope {

Result<BenchReport> runBench(const Treebank& bank, const BenchConfig& config, const RunControl& control,
                             const BenchSink& sink) {
    const Result<std::unique_ptr<BenchRun>> run = BenchRun::begin(bank, config, control);
    if (!run) {
        return run.error();
    }
    while (!(*run)->isDone()) {
        if (const Status measured = (*run)->measureNext(control); !measured) {
            return measured.error();
        }
        sink((*run)->report());
    }
    return (*run)->report();
}

} // namespace batchscope
