// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/bench_context.h"

#include "core/exec/machine.h"
#include "core/kernels/gemm.h"
#include "core/words/bench_words.h"

#include <algorithm>

namespace batchscope {

BenchContext contextOf(const Treebank& bank, const BenchConfig& config) {
    BenchContext context;
    context.cpu = cpuName();
    context.threads = threadCount();
    context.torch = torchVersion();
    context.blas = blasName();
    context.gemm = gemmName();
    context.instructionSet = engineOrUsual(config.run.executor).instructionSet;
    context.seed = config.seed;
    context.file = bank.files.empty() ? "" : bank.files.front();
#ifdef NDEBUG
    context.build = "release";
#else
    context.build = words::kBuiltWithAssertions;
#endif
    return context;
}

void measureLimits(const BenchConfig& config, BenchContext& context) {
    if (config.rooflineSeconds <= 0.0) {
        return;
    }
    Roofline roofline = measureRoofline(context.threads, context.instructionSet, config.rooflineSeconds);
    if (context.roofline) {
        roofline.fmaFlops = std::max(roofline.fmaFlops, context.roofline->fmaFlops);
        roofline.copyBytes = std::max(roofline.copyBytes, context.roofline->copyBytes);
    }
    context.roofline = roofline;
}

} // namespace batchscope
