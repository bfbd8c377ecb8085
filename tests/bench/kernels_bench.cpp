// SPDX-License-Identifier: GPL-3.0-or-later
//
// The kernels: block programs per row and column, and products, on one thread and on two.
#include "core/kernels/block_runner.h"
#include "core/kernels/gemm.h"
#include "core/kernels/thread_team.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <vector>

namespace batchscope {
namespace {

/// Memory whose rows begin at multiples of kRowUnit.
struct alignas(kRowUnit) Line {
    float numbers[kRowUnit / sizeof(float)];
};

/// The gates of a binary TreeLSTM: products of both children [i o u fl fr], bias, both cells; out come h and c.
class Gates {
public:
    Gates(std::int32_t columns, std::uint32_t rows) {
        const auto width = [&](std::int32_t times) { return lines(columns * times); };
        for (const std::int32_t times : {5, 5, 0, 1, 1, 1, 1}) {
            bind(width(times), rows);
        }
        m_bindings[2] = {.first = m_lines, .stride = 0};
        m_lines += width(5);
        m_memory.resize(m_lines);
        std::mt19937 random(1);
        std::normal_distribution<float> normal;
        for (Line& line : m_memory) {
            for (float& number : line.numbers) {
                number = normal(random);
            }
        }
        write(columns);
    }

    void run(InstructionSet set, std::uint32_t begin, std::uint32_t end, BlockScratch& scratch) {
        runBlocks(m_program, set, m_bindings, m_memory.data()->numbers, begin, end, scratch);
    }

private:
    static std::uint32_t lines(std::int32_t columns) { return static_cast<std::uint32_t>(columns + 15) / 16U; }

    /// Outputs and cells lie at scattered rows, as in a batch whose children are in any order.
    void bind(std::uint32_t stride, std::uint32_t rows) {
        if (stride == 0) {
            m_bindings.push_back({});
            return;
        }
        if (m_bindings.size() < 3) {
            m_bindings.push_back({.first = m_lines, .stride = stride});
        } else {
            std::vector<std::uint32_t>& offsets = m_offsets[m_bindings.size() - 3];
            offsets.resize(rows);
            std::iota(offsets.begin(), offsets.end(), 0U);
            std::shuffle(offsets.begin(), offsets.end(), std::mt19937(7));
            for (std::uint32_t& offset : offsets) {
                offset = m_lines + offset * stride;
            }
            m_bindings.push_back({.offsets = offsets.data()});
        }
        m_lines += stride * rows;
    }

    void write(std::int32_t columns) {
        m_program.width = columns;
        m_program.registers = 5;
        m_program.bindings = 7;
        m_program.slotTable.resize(5);
        for (std::int32_t binding = 0; binding < 7; ++binding) {
            m_program.slotTable.push_back({binding < 5 ? SlotKind::Rows : SlotKind::Output, binding});
        }
        for (std::int32_t gate = 0; gate < 5; ++gate) {
            const std::int32_t at = gate * columns;
            m_program.instructions.push_back({.function = gate == 2 ? BlockFunction::Tanh : BlockFunction::Sigmoid,
                                              .count = 3,
                                              .operands = {{{5, at}, {6, at}, {7, at}}},
                                              .target = {static_cast<std::uint16_t>(gate)}});
        }
        m_program.instructions.push_back(
            {.code = BlockCode::TwoProducts, .count = 4, .operands = {{{3}, {8}, {4}, {9}}}, .target = {3}});
        m_program.instructions.push_back(
            {.code = BlockCode::ProductPlus, .count = 3, .operands = {{{0}, {2}, {3}}}, .target = {11}});
        m_program.instructions.push_back({.function = BlockFunction::Tanh, .operands = {{{11}}}, .target = {4}});
        m_program.instructions.push_back(
            {.code = BlockCode::Product, .count = 2, .operands = {{{1}, {4}}}, .target = {10}});
    }

    std::uint32_t m_lines = 0;
    BlockProgram m_program;
    std::vector<RowBinding> m_bindings;
    std::array<std::vector<std::uint32_t>, 4> m_offsets;
    std::vector<Line> m_memory;
};

/// Arguments: columns, rows, threads.
void gates(benchmark::State& state, InstructionSet set) {
    if (set > bestInstructionSet()) {
        state.SkipWithError("does not run here");
        return;
    }
    const auto columns = static_cast<std::int32_t>(state.range(0));
    const auto rows = static_cast<std::uint32_t>(state.range(1));
    const auto threads = static_cast<int>(state.range(2));
    Gates made(columns, rows);
    std::vector<BlockScratch> scratch(static_cast<std::size_t>(threads));
    for ([[maybe_unused]] auto step : state) {
        runTeam(threads, 1, [&](std::uint32_t /*phase*/, const TeamShare& share) {
            const TeamShare::Range range = share.of(rows);
            made.run(set, range.begin, range.end, scratch[static_cast<std::size_t>(share.index())]);
        });
    }
    const double done = static_cast<double>(rows) * columns * static_cast<double>(state.iterations());
    state.counters["per_element"] = benchmark::Counter(done, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// [n, 300] x [300, 1500]; the argument is n.
void product(benchmark::State& state, int threads) {
    const GemmSize size = {state.range(0), 1500, 300};
    const std::vector<float> left(static_cast<std::size_t>(size.rows * size.inner), 0.5F);
    const std::vector<float> right(static_cast<std::size_t>(size.inner * size.columns), 0.5F);
    std::vector<float> result(static_cast<std::size_t>(size.rows * size.columns), 0.0F);
    for ([[maybe_unused]] auto step : state) {
        runTeam(threads, 1, [&](std::uint32_t /*phase*/, const TeamShare& share) {
            gemmShare<float>(size, {left.data(), size.inner}, {right.data(), size.columns},
                             {result.data(), size.columns}, Accumulate::No, share);
        });
    }
    const double done = 2.0 * 1500 * 300 * static_cast<double>(state.range(0) * state.iterations());
    state.counters["flops"] = benchmark::Counter(done, benchmark::Counter::kIsRate);
}

void sizes(benchmark::internal::Benchmark* bench) {
    for (const int rows : {1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 200, 300, 600}) {
        bench->Arg(rows);
    }
    bench->UseRealTime();
}

void shapes(benchmark::internal::Benchmark* bench) {
    bench->Args({100, 2403, 1})->Args({300, 2403, 1})->Args({100, 2403, 2})->Args({300, 2403, 2});
    bench->Args({100, 100, 1})->Args({300, 300, 1})->Args({300, 1, 1}); // what the caches hold; one row
    bench->UseRealTime();
}

BENCHMARK_CAPTURE(gates, avx512, InstructionSet::Avx512)->Apply(shapes);
BENCHMARK_CAPTURE(gates, avx2, InstructionSet::Avx2)->Apply(shapes);
BENCHMARK_CAPTURE(gates, portable, InstructionSet::Portable)->Apply(shapes);
BENCHMARK_CAPTURE(product, alone, 1)->Apply(sizes);
BENCHMARK_CAPTURE(product, shared, 2)->Apply(sizes);

} // namespace
} // namespace batchscope
