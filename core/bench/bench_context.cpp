// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/bench_context.h"

#include "core/base/clock.h"
#include "core/exec/machine.h"
#include "core/kernels/gemm.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>

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
    context.build = kBuiltWithAssertions;
#endif
    return context;
}

BuildIdentity buildIdentity() {
#ifdef __clang__
    const std::string compiler =
        fmt::format("{} {}.{}.{}", "clang++", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
    const std::string compiler = fmt::format("{} {}", "g++", __VERSION__);
#endif
    return {BATCHSCOPE_VERSION, BATCHSCOPE_COMMIT, compiler};
}

std::string hostName() {
    std::array<char, 256> name{}; // Linux allows at most 64 characters
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::optional<std::string> frequencyGovernor() {
    std::ifstream file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    std::string name;
    return file >> name ? std::optional(name) : std::nullopt;
}

std::optional<LoadAverages> loadAverages() {
    LoadAverages averages{};
    const int count = getloadavg(averages.data(), static_cast<int>(averages.size()));
    return count == static_cast<int>(averages.size()) ? std::optional(averages) : std::nullopt;
}

std::string utcText(std::chrono::system_clock::time_point time) {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

namespace {

constexpr std::size_t kRows = 32; // rows of the products
constexpr std::size_t kWidth = 96;
constexpr std::size_t kTableRows = 65536; // 16 MiB of 64 floats each: beyond the usual second-level cache
constexpr std::size_t kTableWidth = 64;
constexpr std::size_t kGathered = 1500;
constexpr std::size_t kSorted = 2500;

/// A linear congruential generator (Numerical Recipes): must never change, even if core/base/random.h does.
std::uint32_t nextNumber(std::uint32_t& state) {
    state = state * 1664525U + 1013904223U;
    return state;
}

} // namespace

Yardstick::Yardstick()
    : m_left(kRows * kWidth, 0.5F), m_right(kWidth * kWidth, 0.25F), m_product(kRows * kWidth),
      m_table(kTableRows * kTableWidth, 1.0F), m_rows(kGathered), m_numbers(kSorted) {
    std::uint32_t state = 1;
    for (std::uint32_t& row : m_rows) {
        row = nextNumber(state) % kTableRows;
    }
    for (std::uint32_t& number : m_numbers) {
        number = nextNumber(state);
    }
    static_cast<void>(once()); // brings the table into memory
}

double Yardstick::measure() {
    const double seconds = std::min(once(), once());
    m_best = std::min(m_best, seconds);
    return seconds;
}

double Yardstick::once() {
    const auto begin = Clock::now();
    multiply();
    gather();
    sortNumbers();
    return secondsSince(begin);
}

void Yardstick::multiply() {
    std::fill(m_product.begin(), m_product.end(), 0.0F);
    for (std::size_t row = 0; row < kRows; ++row) {
        float* const out = m_product.data() + row * kWidth;
        for (std::size_t inner = 0; inner < kWidth; ++inner) {
            const float factor = m_left[row * kWidth + inner];
            const float* const in = m_right.data() + inner * kWidth;
            for (std::size_t column = 0; column < kWidth; ++column) {
                out[column] += factor * in[column];
            }
        }
    }
    m_sink = m_product.back();
}

void Yardstick::gather() {
    float sum = 0.0F;
    for (const std::uint32_t row : m_rows) {
        const float* const values = m_table.data() + row * kTableWidth;
        for (std::size_t column = 0; column < kTableWidth; ++column) {
            sum += values[column];
        }
    }
    m_sink = sum;
}

void Yardstick::sortNumbers() {
    m_sorted = m_numbers;
    std::sort(m_sorted.begin(), m_sorted.end());
    m_sink = static_cast<float>(m_sorted.front());
}

} // namespace batchscope
