// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of whole rows on every instruction set: values against sums written out in doubles, gradients against
// differences of these values; written and added to, rows that are not wanted, any number of items.
#include "core/kernels/block_runner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <string_view>
#include <vector>

namespace batchscope {
namespace {

using PlainRow = std::vector<double>;

double sumOf(const PlainRow& x) {
    return std::accumulate(x.begin(), x.end(), 0.0);
}

PlainRow softmaxOf(const PlainRow& x) {
    PlainRow y(x.size());
    std::transform(x.begin(), x.end(), y.begin(), [](double each) { return std::exp(each); });
    const double sum = sumOf(y);
    std::transform(y.begin(), y.end(), y.begin(), [sum](double each) { return each / sum; });
    return y;
}

PlainRow layerNormOf(const PlainRow& x, double number) {
    const double mean = sumOf(x) / static_cast<double>(x.size());
    double variance = number;
    for (const double each : x) {
        variance += (each - mean) * (each - mean) / static_cast<double>(x.size());
    }
    PlainRow y(x.size());
    std::transform(x.begin(), x.end(), y.begin(), [&](double each) { return (each - mean) / std::sqrt(variance); });
    return y;
}

/// One function at some widths. Segment functions have so many items of widthX.
struct RowCase {
    RowFunction function = RowFunction::None;
    std::int32_t widthX = 0;
    std::int32_t widthY = 0;
    std::int32_t width = 0;
    double number = 0.0;
    std::uint32_t items = 0;

    [[nodiscard]] bool overItems() const {
        return function == RowFunction::SegmentMean || function == RowFunction::SegmentMax;
    }
};

/// `x` holds all items of a segment function, one behind the other.
PlainRow valueOf(const RowCase& the, const PlainRow& x, const PlainRow& y) {
    const auto widthX = static_cast<std::size_t>(the.widthX);
    PlainRow result(static_cast<std::size_t>(the.width), 0.0);
    switch (the.function) {
    case RowFunction::None: break;
    case RowFunction::Sum: return {sumOf(x)};
    case RowFunction::Max: return {*std::max_element(x.begin(), x.end())};
    case RowFunction::Dot: return {std::inner_product(x.begin(), x.end(), y.begin(), 0.0)};
    case RowFunction::Widen: return PlainRow(result.size(), x.front());
    case RowFunction::Softmax: return softmaxOf(x);
    case RowFunction::LogSoftmax: {
        result = softmaxOf(x);
        std::transform(result.begin(), result.end(), result.begin(), [](double each) { return std::log(each); });
        return result;
    }
    case RowFunction::LayerNorm: return layerNormOf(x, the.number);
    case RowFunction::Outer:
        for (std::size_t at = 0; at < result.size(); ++at) {
            result[at] = x[at / y.size()] * y[at % y.size()];
        }
        return result;
    case RowFunction::Transpose: {
        const auto columns = static_cast<std::size_t>(the.number);
        const std::size_t rows = x.size() / columns;
        for (std::size_t at = 0; at < x.size(); ++at) {
            result[at % columns * rows + at / columns] = x[at];
        }
        return result;
    }
    case RowFunction::MatVec:
        for (std::size_t at = 0; at < x.size(); ++at) {
            result[at / y.size()] += x[at] * y[at % y.size()];
        }
        return result;
    case RowFunction::SegmentMean:
        for (std::size_t at = 0; at < x.size(); ++at) {
            result[at % widthX] += x[at] / static_cast<double>(the.items);
        }
        return result;
    case RowFunction::SegmentMax:
        for (std::size_t at = 0; at < x.size(); ++at) {
            double& largest = result[at % widthX];
            largest = at < widthX ? x[at] : std::max(largest, x[at]);
        }
        return result;
    }
    return result;
}

std::vector<RowCase> casesOf(std::int32_t width) {
    const std::int32_t three = 3;
    std::vector<RowCase> cases = {{RowFunction::Sum, width, 0, 1},
                                  {RowFunction::Max, width, 0, 1},
                                  {RowFunction::Dot, width, width, 1},
                                  {RowFunction::Widen, 1, 0, width},
                                  {RowFunction::Softmax, width, 0, width},
                                  {RowFunction::LogSoftmax, width, 0, width},
                                  {RowFunction::LayerNorm, width, 0, width, 0.1},
                                  {RowFunction::Outer, width, three, three * width},
                                  {RowFunction::Outer, three, width, three * width},
                                  {RowFunction::Transpose, three * width, 0, three * width, 3.0},
                                  {RowFunction::MatVec, three * width, width, three},
                                  {RowFunction::MatVec, three * width, three, width}};
    for (const std::uint32_t items : {0U, 1U, 4U}) {
        cases.push_back({RowFunction::SegmentMean, width, 0, width, 0.0, items});
        cases.push_back({RowFunction::SegmentMax, width, 0, width, 0.0, items});
    }
    return cases;
}

/// PlacedOperand begin at whole units.
template <typename T>
class RowMemory {
public:
    std::uint32_t take(std::size_t numbers) {
        const std::size_t unit = kRowUnit / sizeof(T);
        const std::size_t first = m_used;
        m_used += (numbers + unit - 1) / unit;
        return static_cast<std::uint32_t>(first);
    }
    void allocate() {
        m_numbers.assign((m_used + 1) * kRowUnit / sizeof(T), T(-7));
        void* start = m_numbers.data();
        std::size_t space = m_numbers.size() * sizeof(T);
        m_base = static_cast<T*>(std::align(kRowUnit, m_used * kRowUnit, start, space));
    }
    [[nodiscard]] T* base() const { return m_base; }
    [[nodiscard]] T* at(std::uint32_t unit) const { return m_base + unit * (kRowUnit / sizeof(T)); }

private:
    std::size_t m_used = 0;
    std::vector<T> m_numbers;
    T* m_base = nullptr;
};

/// PlacedOperand of one operand of the batch: where each begins, and what it holds.
struct PlacedOperand {
    std::size_t width = 0;
    std::vector<std::uint32_t> offsets;
    std::vector<PlainRow> numbers;
};

constexpr std::uint32_t kBatch = 3;

template <typename T>
class RowCheck {
public:
    RowCheck(const RowCase& the, InstructionSet set, bool accumulates)
        : m_case(the), m_set(set), m_accumulates(accumulates), m_random(11) {
        const std::uint32_t rowsOfX = the.overItems() ? kBatch * the.items : kBatch;
        m_x = rows(static_cast<std::size_t>(the.widthX), rowsOfX);
        m_y = rows(static_cast<std::size_t>(the.widthY), the.widthY > 0 ? kBatch : 0);
        m_output = rows(static_cast<std::size_t>(the.width), kBatch);
        m_ofX = rows(static_cast<std::size_t>(the.widthX), rowsOfX);
        m_ofY = rows(static_cast<std::size_t>(the.widthY), the.widthY > 0 ? kBatch : 0);
        m_gradient = rows(static_cast<std::size_t>(the.width), kBatch);
        for (std::uint32_t row = 0; row <= kBatch; ++row) {
            m_segments.push_back(row * the.items);
        }
        m_memory.allocate();
        for (const PlacedOperand* each : {&m_x, &m_y, &m_gradient, &m_ofX, &m_ofY}) {
            for (std::size_t row = 0; row < each->offsets.size(); ++row) {
                std::copy(each->numbers[row].begin(), each->numbers[row].end(), m_memory.at(each->offsets[row]));
            }
        }
    }

    void run() {
        RowCall call = {.function = m_case.function,
                        .number = m_case.number,
                        .operands = {0, m_case.widthY > 0 ? 1 : RowCall::kNoBinding},
                        .widths = {m_case.widthX, m_case.widthY},
                        .output = 2,
                        .width = m_case.width};
        std::vector<std::uint32_t> ofX = m_ofX.offsets;
        if (!ofX.empty()) {
            ofX.back() = kSkippedRow;
        }
        const std::vector<RowBinding> forward = {binding(m_x.offsets), binding(m_y.offsets), binding(m_output.offsets)};
        const std::vector<RowBinding> backward = {forward[0], forward[1], binding(m_gradient.offsets), binding(ofX),
                                                  binding(m_ofY.offsets)};
        BlockScratch scratch;
        runBlocks({.width = m_case.width, .row = call, .bindings = 3}, m_set, forward, m_memory.base(), 0, 1, scratch);
        runBlocks({.width = m_case.width, .row = call, .bindings = 3}, m_set, forward, m_memory.base(), 1, kBatch,
                  scratch);
        call.direction = RowDirection::Backward;
        call.gradients[0] = 3;
        call.gradients[1] = m_case.widthY > 0 ? 4 : RowCall::kNoBinding;
        call.accumulate = m_accumulates;
        runBlocks({.width = m_case.width, .row = call, .bindings = 5}, m_set, backward, m_memory.base(), 0, kBatch,
                  scratch);
        for (std::uint32_t row = 0; row < kBatch; ++row) {
            compare(row);
        }
    }

private:
    PlacedOperand rows(std::size_t width, std::uint32_t count) {
        PlacedOperand made{width, {}, {}};
        std::normal_distribution<double> normal;
        for (std::uint32_t row = 0; row < count; ++row) {
            made.offsets.push_back(m_memory.take(width));
            PlainRow& numbers = made.numbers.emplace_back(width);
            std::generate(numbers.begin(), numbers.end(), [&] { return static_cast<T>(normal(m_random)); });
        }
        return made;
    }

    [[nodiscard]] RowBinding binding(const std::vector<std::uint32_t>& offsets) const {
        return {.offsets = offsets.data(), .segments = m_case.overItems() ? m_segments.data() : nullptr};
    }

    [[nodiscard]] PlainRow operandOf(std::uint32_t row) const {
        if (!m_case.overItems()) {
            return m_x.numbers[row];
        }
        PlainRow all;
        for (std::uint32_t item = row * m_case.items; item < (row + 1) * m_case.items; ++item) {
            all.insert(all.end(), m_x.numbers[item].begin(), m_x.numbers[item].end());
        }
        return all;
    }

    void compare(std::uint32_t row) const {
        const PlainRow x = operandOf(row);
        const PlainRow y = m_y.numbers.empty() ? PlainRow() : m_y.numbers[row];
        const PlainRow value = valueOf(m_case, x, y);
        for (std::size_t at = 0; at < value.size(); ++at) {
            expectNear(m_memory.at(m_output.offsets[row])[at], value[at], "value", at);
        }
        const auto weighted = [&](const PlainRow& left, const PlainRow& right) {
            const PlainRow made = valueOf(m_case, left, right);
            return std::inner_product(made.begin(), made.end(), m_gradient.numbers[row].begin(), 0.0);
        };
        for (std::size_t at = 0; at < x.size(); ++at) {
            const std::size_t item = m_case.overItems() ? row * m_case.items + at / m_x.width : row;
            const double slope = difference(x, at, [&](const PlainRow& moved) { return weighted(moved, y); });
            const bool isSkipped = item + 1 == m_ofX.offsets.size();
            expectGradient(m_ofX, item, at % m_x.width, isSkipped, slope);
        }
        for (std::size_t at = 0; at < y.size(); ++at) {
            expectGradient(m_ofY, row, at, false,
                           difference(y, at, [&](const PlainRow& moved) { return weighted(x, moved); }));
        }
    }

    void expectGradient(const PlacedOperand& rows, std::size_t row, std::size_t at, bool isSkipped,
                        double slope) const {
        const double before = rows.numbers[row][at];
        const double wanted = isSkipped ? before : m_accumulates ? before + slope : slope;
        expectNear(m_memory.at(rows.offsets[row])[at], wanted, isSkipped ? "skipped gradient" : "gradient", at);
    }

    static double difference(PlainRow x, std::size_t at, const std::function<double(const PlainRow&)>& of) {
        constexpr double kStep = 1e-5;
        const double center = x[at];
        x[at] = center + kStep;
        const double above = of(x);
        x[at] = center - kStep;
        return (above - of(x)) / (2.0 * kStep);
    }

    static void expectNear(T found, double wanted, std::string_view what, std::size_t at) {
        const double tolerance = sizeof(T) == sizeof(float) ? 2e-4 : 2e-8;
        EXPECT_NEAR(static_cast<double>(found), wanted, tolerance * std::max(1.0, std::abs(wanted)))
            << what << " " << at;
    }

    RowCase m_case;
    InstructionSet m_set;
    bool m_accumulates;
    std::mt19937 m_random;
    RowMemory<T> m_memory;
    PlacedOperand m_x;
    PlacedOperand m_y;
    PlacedOperand m_output;
    PlacedOperand m_ofX;
    PlacedOperand m_ofY;
    PlacedOperand m_gradient;
    std::vector<std::uint32_t> m_segments;
};

class RowFunctions : public ::testing::TestWithParam<int> {};

TEST_P(RowFunctions, ValuesAndGradients) {
    const auto set = static_cast<InstructionSet>(GetParam());
    for (const std::int32_t width : {1, 2, 5, 16, 17, 40}) {
        for (const RowCase& the : casesOf(width)) {
            for (const bool accumulates : {false, true}) {
                SCOPED_TRACE(::testing::Message()
                             << kRowFunctions[static_cast<std::size_t>(the.function) - 1].name << ", width "
                             << the.widthX << ", " << the.items << " items" << (accumulates ? ", added" : ""));
                RowCheck<float>(the, set, accumulates).run();
                RowCheck<double>(the, set, accumulates).run();
            }
        }
    }
}

TEST(RowFunction, TiesShareTheGradient) {
    constexpr std::size_t kUnit = kRowUnit / sizeof(double);
    std::vector<double> numbers(5 * kUnit + kUnit, 0.0);
    void* start = numbers.data();
    std::size_t space = numbers.size() * sizeof(double);
    auto* const base = static_cast<double*>(std::align(kRowUnit, 5 * kRowUnit, start, space));
    const PlainRow x = {3, 1, 3, 3};
    std::copy(x.begin(), x.end(), base);
    base[kUnit] = 6.0; // gradient
    const RowCall call = {.function = RowFunction::Max,
                          .direction = RowDirection::Backward,
                          .operands = {0, RowCall::kNoBinding},
                          .widths = {4, 0},
                          .output = 1,
                          .width = 1,
                          .gradients = {2, RowCall::kNoBinding}};
    const std::vector<RowBinding> bindings = {{.first = 0}, {.first = 1}, {.first = 2}};
    BlockScratch scratch;
    runBlocks({.width = 1, .row = call, .bindings = 3}, InstructionSet{}, bindings, base, 0, 1, scratch);
    EXPECT_EQ(PlainRow(base + 2 * kUnit, base + 2 * kUnit + 4), (PlainRow{2, 0, 2, 2}));
}

INSTANTIATE_TEST_SUITE_P(All, RowFunctions, ::testing::Range(0, static_cast<int>(bestInstructionSet()) + 1));

} // namespace
} // namespace batchscope
