// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/yardstick.h"

#include "core/base/clock.h"

#include <algorithm>
#include <cstddef>

namespace batchscope {

namespace {

constexpr std::size_t kRows = 32; // of the products
constexpr std::size_t kWidth = 96;
constexpr std::size_t kTableRows = 65536; // 16 MiB of 64 floats each: beyond the usual second-level cache
constexpr std::size_t kTableWidth = 64;
constexpr std::size_t kGathered = 1500;
constexpr std::size_t kSorted = 2500;

/// A linear congruential generator (Numerical Recipes): it must never change, whatever core/base/random.h becomes.
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
    static_cast<void>(once()); // the table is not yet in memory
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
