// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/bench_table_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string policyLearned(std::string_view arm, std::string_view dim, std::size_t batch, std::string_view duration) {
    return fmt::format("{}, dim {}, batch {}: the policy trained on the graph once, for {}, before the runs", arm, dim,
                       batch, duration);
}

std::string whyMarked(std::string_view mark, std::string_view reason) {
    return fmt::format("{}: {}", mark, reason);
}

std::string threadsListed(std::string_view counts, int last) {
    return fmt::format("{} thread{}", counts, last == 1 ? "" : "s");
}

std::string machineOfTable(const MeasuredMachine& machine) {
    return fmt::format("{}, {}, LibTorch {}, {}, seed {}, {} build", machine.cpu, machine.threads, machine.torch,
                       machine.blas, machine.seed, machine.build);
}

std::string engineOfTable(std::string_view gemm, std::string_view kernels) {
    return fmt::format("engine: {}, kernels {}", gemm, kernels);
}

std::string limitsOfTable(double gigaFlops, double gigaBytes, std::string_view threads) {
    return fmt::format("machine limits, measured in this run: {:.1f} GFLOP/s of multiply-adds, {:.1f} GB/s copied, {}",
                       gigaFlops, gigaBytes, threads);
}

std::string sameAtAnySize(std::string_view duration) {
    return fmt::format("{} at any batch size", duration);
}

std::string timesBatchSize(std::string_view duration) {
    return fmt::format("{} × batch size", duration);
}

std::string fixedAndGrowing(std::string_view fixed, std::string_view growing) {
    return fmt::format("{} + {}", fixed, growing);
}

std::string fitWithin(std::string_view line, double percent) {
    return fmt::format("{} (within {:.0f}%)", line, percent);
}

std::string noLineFits(double percent) {
    return fmt::format("no line fits (off by up to {:.0f}%)", percent);
}

std::string moreFits(std::size_t count) {
    return fmt::format("{} more: see --json", count);
}

std::string roundsTakenAgain(std::size_t count, std::string_view shown, double percent) {
    return fmt::format("{} {} taken again because the machine was slower than at its best by more than {:.0f}%", shown,
                       count == 1 ? "round was" : "rounds were", percent);
}

} // namespace batchscope::words
