// SPDX-License-Identifier: GPL-3.0-or-later
//
// Block programs against an interpreter in plain doubles, on every instruction set that runs here; products against
// three loops. All memory is compared: what nobody may write must be what it was.
#include "core/kernels/block_runner.h"
#include "core/kernels/gemm.h"
#include "core/kernels/instruction_set.h"
#include "core/kernels/roofline.h"
#include "core/kernels/thread_team.h"
#include "tests/support/function_oracle.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <random>

namespace batchscope {
namespace {

std::vector<InstructionSet> setsHere() {
    std::vector<InstructionSet> sets;
    for (const InstructionSet set : {InstructionSet::Portable, InstructionSet::Avx2, InstructionSet::Avx512}) {
        if (set <= bestInstructionSet()) {
            sets.push_back(set);
        }
    }
    return sets;
}

/// Exactly `count` numbers from a multiple of kRowUnit on: a sanitizer sees the first one beyond.
template <typename T>
class Memory {
public:
    explicit Memory(std::size_t count)
        : m_numbers(static_cast<T*>(::operator new(std::max<std::size_t>(count, 1) * sizeof(T), kAlignment))),
          m_count(count) {
        std::uninitialized_fill_n(m_numbers.get(), count, T{0});
    }
    [[nodiscard]] T* data() { return m_numbers.get(); }
    [[nodiscard]] std::span<T> numbers() { return {m_numbers.get(), m_count}; }

private:
    static constexpr std::align_val_t kAlignment{kRowUnit};
    struct Free {
        void operator()(T* numbers) const { ::operator delete(numbers, kAlignment); }
    };
    std::unique_ptr<T, Free> m_numbers;
    std::size_t m_count;
};

// ---- block programs ---------------------------------------------------------------------------------------------

/// How the rows of a binding lie.
enum class Rows { Contiguous, Scattered, Same };

/// A program, and bindings for it over one memory.
class Made {
public:
    Made(std::int32_t width, std::uint32_t rows, std::size_t size) : m_rows(rows), m_numberSize(size) {
        program.width = width;
        program.registers = 4;
        program.slotTable.resize(4);
    }

    /// One row of memory for each row; `skips`: every fifth output is not wanted.
    std::uint16_t rowsSlot(SlotKind kind, Rows rows, std::int32_t extent, bool skips) {
        return bindTo(kind, rowsAt(m_rows, rows, extent, skips));
    }
    /// Row r has r % 4 items.
    std::uint16_t segmentsSlot(SlotKind kind, Rows rows, std::int32_t extent, bool skips) {
        std::vector<std::uint32_t>& segments = m_tables.emplace_back(m_rows + 1, 0U);
        for (std::uint32_t row = 0; row < m_rows; ++row) {
            segments[row + 1] = segments[row] + row % 4;
        }
        RowBinding binding = rowsAt(segments.back(), rows, extent, skips);
        binding.segments = segments.data();
        return bindTo(kind, binding);
    }
    std::uint16_t numberSlot(double number) {
        program.slotTable.push_back({.kind = SlotKind::Number, .number = number});
        return static_cast<std::uint16_t>(program.slotTable.size() - 1);
    }

    BlockProgram program;
    std::vector<RowBinding> bindings;
    std::size_t numbers = 0; ///< of memory

private:
    std::uint16_t bindTo(SlotKind kind, const RowBinding& binding) {
        program.slotTable.push_back({.kind = kind, .binding = static_cast<std::int32_t>(bindings.size())});
        bindings.push_back(binding);
        program.bindings = static_cast<std::uint16_t>(bindings.size());
        return static_cast<std::uint16_t>(program.slotTable.size() - 1);
    }

    RowBinding rowsAt(std::uint32_t count, Rows rows, std::int32_t extent, bool skips) {
        const std::size_t line = kRowUnit / m_numberSize;
        const auto first = static_cast<std::uint32_t>((numbers + line - 1) / line);
        const auto stride = static_cast<std::uint32_t>((static_cast<std::size_t>(extent) + line - 1) / line);
        const std::uint32_t last = rows == Rows::Same || count == 0 ? 0 : count - 1;
        numbers = (first + std::size_t{stride} * last) * line + static_cast<std::size_t>(extent);
        if (rows != Rows::Scattered) {
            return {.first = first, .stride = rows == Rows::Same ? 0 : stride};
        }
        std::vector<std::uint32_t>& offsets = m_tables.emplace_back(count, 0U);
        std::iota(offsets.begin(), offsets.end(), 0U);
        std::shuffle(offsets.begin(), offsets.end(), std::mt19937(count));
        for (std::size_t row = 0; row < count; ++row) {
            offsets[row] = skips && row % 5 == 2 ? kSkippedRow : first + offsets[row] * stride;
        }
        return {.offsets = offsets.data()};
    }

    std::uint32_t m_rows;
    std::size_t m_numberSize;
    std::deque<std::vector<std::uint32_t>> m_tables;
};

/// The interpreter. `scale` says for each number in memory how large an error may be, in units of the rounding.
class Reference {
public:
    Reference(const Made& made, std::size_t numberSize)
        : scale(made.numbers, 0.0), m_made(made), m_line(kRowUnit / numberSize) {}

    void run(std::uint32_t rows) {
        const auto width = static_cast<std::size_t>(m_made.program.width);
        for (std::uint32_t row = 0; row < rows; ++row) {
            m_registers.assign(m_made.program.registers, std::vector<double>(width, 0.0));
            for (const BlockInstruction& instruction : m_made.program.instructions) {
                for (std::size_t column = 0; column < width; ++column) {
                    store(instruction, row, column, valueOf(instruction, row, column));
                }
            }
        }
    }

    std::vector<double> memory;
    std::vector<double> scale;

private:
    [[nodiscard]] const BlockSlot& slotOf(const BlockOperand& operand) const {
        return m_made.program.slotTable[operand.slot];
    }
    [[nodiscard]] const RowBinding& bindingOf(const BlockOperand& operand) const {
        return m_made.bindings[static_cast<std::size_t>(slotOf(operand).binding)];
    }
    /// Where a number lies; nothing where the row is not wanted.
    [[nodiscard]] std::optional<std::size_t> place(const BlockOperand& operand, std::size_t item,
                                                   std::size_t column) const {
        const RowBinding& binding = bindingOf(operand);
        const std::size_t offset =
            binding.offsets != nullptr ? binding.offsets[item] : binding.first + binding.stride * item;
        if (offset == kSkippedRow) {
            return std::nullopt;
        }
        return offset * m_line + static_cast<std::size_t>(operand.column) + column;
    }

    [[nodiscard]] double read(const BlockOperand& operand, std::uint32_t row, std::size_t column) const {
        switch (slotOf(operand).kind) {
        case SlotKind::Register: return m_registers[operand.slot][column];
        case SlotKind::Number: return slotOf(operand).number;
        case SlotKind::Segments: {
            double sum = 0.0;
            const std::uint32_t* const segments = bindingOf(operand).segments;
            for (std::uint32_t item = segments[row]; item < segments[row + 1]; ++item) {
                sum += memory[*place(operand, item, column)];
            }
            return sum;
        }
        default: return memory[*place(operand, row, column)];
        }
    }

    static const BlockFunctionEntry& entryOf(BlockFunction function) {
        return kBlockFunctions[static_cast<std::size_t>(function)];
    }

    static double applied(BlockFunction function, double x) {
        return function == BlockFunction::Identity ? x : testing::functionOracle(entryOf(function).name)->value(x);
    }

    static double differentiated(BlockFunction function, double at) {
        if (function == BlockFunction::Identity) {
            return 1.0;
        }
        const testing::FunctionOracle& oracle = *testing::functionOracle(entryOf(function).name);
        return entryOf(function).derivative == Derivative::OfArgument ? oracle.derivative(at)
                                                                      : oracle.derivativeOfValue(at);
    }

    [[nodiscard]] double valueOf(const BlockInstruction& instruction, std::uint32_t row, std::size_t column) const {
        std::array<double, 4> x = {};
        for (std::size_t operand = 0; operand < instruction.count; ++operand) {
            x[operand] = read(instruction.operands[operand], row, column);
        }
        switch (instruction.code) {
        case BlockCode::Sum: return applied(instruction.function, x[0] + x[1] + x[2] + x[3]);
        case BlockCode::Subtract: return x[0] - x[1];
        case BlockCode::Quotient: return x[0] / x[1];
        case BlockCode::Minimum: return std::min(x[0], x[1]);
        case BlockCode::Maximum: return std::max(x[0], x[1]);
        case BlockCode::Step: return x[0] > x[1] ? 1.0 : x[0] == x[1] ? 0.5 : 0.0;
        case BlockCode::Mask: return x[1] > 0.0 ? x[0] : 0.0;
        case BlockCode::Power: return std::pow(x[0], x[1]);
        case BlockCode::Product: return x[0] * x[1];
        case BlockCode::ProductPlus: return x[0] * x[1] + x[2];
        case BlockCode::TwoProducts: return x[0] * x[1] + x[2] * x[3];
        case BlockCode::Gradient: return x[0] * differentiated(instruction.function, x[1]);
        case BlockCode::SegmentSum: return x[0];
        }
        return 0.0;
    }

    void write(std::optional<std::size_t> at, double value, bool adds) {
        if (at) {
            memory[*at] = adds ? memory[*at] + value : value;
            scale[*at] += 1.0 + std::abs(value) + std::abs(memory[*at]);
        }
    }

    void store(const BlockInstruction& instruction, std::uint32_t row, std::size_t column, double value) {
        const BlockOperand& target = instruction.target;
        if (slotOf(target).kind == SlotKind::Register) {
            double& to = m_registers[target.slot][column];
            to = instruction.accumulate ? to + value : value;
        } else if (slotOf(target).kind == SlotKind::Output) {
            write(place(target, row, column), value, instruction.accumulate);
        } else if (slotOf(target).kind == SlotKind::ColumnSum) {
            write(place(target, 0, column), value, true);
        } else {
            const std::uint32_t* const segments = bindingOf(target).segments;
            for (std::uint32_t item = segments[row]; item < segments[row + 1]; ++item) {
                write(place(target, item, column), value, instruction.accumulate);
            }
        }
    }

    const Made& m_made;
    std::size_t m_line;
    std::vector<std::vector<double>> m_registers;
};

/// Every instruction once: operands of every kind, and a target of another kind in each turn.
class EveryInstruction {
public:
    EveryInstruction(std::int32_t width, std::uint32_t rows, std::size_t size, int turn)
        : made(width, rows, size), m_turn(turn) {
        const auto input = [&](Rows lie, std::int32_t more) {
            return BlockOperand{made.rowsSlot(SlotKind::Rows, lie, width + more, false), more};
        };
        m_inputs = {input(Rows::Contiguous, 0),
                    input(Rows::Scattered, 3),
                    input(Rows::Same, 2 * width),
                    {made.numberSlot(0.25)},
                    {0},
                    {1},
                    input(Rows::Scattered, 0)};
        m_segments = {{made.segmentsSlot(SlotKind::Segments, Rows::Scattered, width + 5, false), 5},
                      {made.segmentsSlot(SlotKind::Segments, Rows::Contiguous, width, false), 0}};
        add({.operands = {m_inputs[0]}, .target = {0}}, 1);
        add({.function = BlockFunction::Tanh, .operands = {m_inputs[1]}, .target = {1}}, 1);
        add({.function = BlockFunction::Exp, .operands = {{{1}}}, .target = {kPositive}}, 1);
        addInstructions();
    }

    Made made;

private:
    void add(BlockInstruction instruction, int count) {
        instruction.count = static_cast<std::uint8_t>(count);
        made.program.instructions.push_back(instruction);
    }

    void addWithTarget(BlockInstruction instruction, int count) {
        const std::int32_t width = made.program.width;
        const auto output = [&](SlotKind kind, Rows lie, std::int32_t more, bool skips) {
            return BlockOperand{made.rowsSlot(kind, lie, width + more, skips), more};
        };
        const auto segments = [&](Rows lie, std::int32_t more, bool skips) {
            return BlockOperand{made.segmentsSlot(SlotKind::SegmentOutput, lie, width + more, skips), more};
        };
        switch (m_turn++ % 7) {
        case 0: instruction.target = output(SlotKind::Output, Rows::Contiguous, 0, false); break;
        case 1: instruction.target = output(SlotKind::Output, Rows::Scattered, 7, true); break;
        case 2:
            instruction.accumulate = true;
            instruction.target = output(SlotKind::Output, Rows::Scattered, width, true);
            break;
        case 3: instruction.target = output(SlotKind::ColumnSum, Rows::Same, 9, false); break;
        case 4: instruction.target = segments(Rows::Scattered, 1, true); break;
        case 5:
            instruction.accumulate = true;
            instruction.target = segments(Rows::Contiguous, 0, false);
            break;
        default: addThroughRegister(instruction, count); return;
        }
        add(instruction, count);
    }

    /// Into a register, added to it, from there to an output, and from the output on to column sums and segments.
    void addThroughRegister(BlockInstruction instruction, int count) {
        const std::int32_t width = made.program.width;
        const BlockOperand output = {made.rowsSlot(SlotKind::Output, Rows::Scattered, width + 2, false), 2};
        const BlockOperand sum = {made.rowsSlot(SlotKind::ColumnSum, Rows::Same, width, false)};
        const BlockOperand items = {made.segmentsSlot(SlotKind::SegmentOutput, Rows::Scattered, width, false)};
        instruction.target = {2};
        add(instruction, count);
        instruction.accumulate = true;
        add(instruction, count);
        add({.operands = {{{2}}}, .target = output}, 1);
        add({.operands = {output}, .target = sum}, 1);
        add({.operands = {{{2}}}, .target = items}, 1);
    }

    [[nodiscard]] BlockInstruction take(BlockCode code, BlockFunction function, int count) {
        BlockInstruction instruction = {.code = code, .function = function};
        for (int operand = 0; operand < count; ++operand) {
            instruction.operands[static_cast<std::size_t>(operand)] = m_inputs[m_next++ % m_inputs.size()];
        }
        return instruction;
    }

    /// Where a logarithm, a root or a quotient would make large numbers of small differences.
    [[nodiscard]] BlockInstruction takePositive(BlockCode code, BlockFunction function, int count) {
        BlockInstruction instruction = take(code, function, count);
        for (int operand = 0; operand < count; ++operand) {
            const bool isFirst = operand == 0 && (code == BlockCode::Quotient || code == BlockCode::Gradient);
            const bool isLast = operand == 1 && code == BlockCode::Power;
            if (!isFirst && !isLast) {
                instruction.operands[static_cast<std::size_t>(operand)] = {kPositive};
            }
        }
        return instruction;
    }

    void addInstructions() {
        for (const BlockFunctionEntry& entry : kBlockFunctions) {
            if (entry.function == BlockFunction::Log || entry.function == BlockFunction::Sqrt) {
                for (int count = 1; count <= 4; ++count) {
                    addWithTarget(takePositive(BlockCode::Sum, entry.function, count), count);
                }
                addWithTarget(takePositive(BlockCode::Gradient, entry.function, 2), 2);
                continue;
            }
            for (int count = 1; count <= 4; ++count) {
                addWithTarget(take(BlockCode::Sum, entry.function, count), count);
            }
            addWithTarget(take(BlockCode::Gradient, entry.function, 2), 2);
        }
        for (const auto& [code, count] : {std::pair(BlockCode::Subtract, 2), std::pair(BlockCode::Product, 2),
                                          std::pair(BlockCode::ProductPlus, 3), std::pair(BlockCode::TwoProducts, 4)}) {
            addWithTarget(take(code, BlockFunction::Identity, count), count);
        }
        for (const BlockCode code : {BlockCode::Minimum, BlockCode::Maximum, BlockCode::Step, BlockCode::Mask}) {
            addWithTarget(take(code, BlockFunction::Identity, 2), 2);
        }
        for (const BlockCode code : {BlockCode::Quotient, BlockCode::Power}) {
            addWithTarget(takePositive(code, BlockFunction::Identity, 2), 2);
        }
        for (const BlockOperand& segments : m_segments) {
            addWithTarget({.code = BlockCode::SegmentSum, .operands = {segments}}, 1);
        }
    }

    static constexpr std::uint16_t kPositive = 3; ///< register of numbers from 1/e to e

    int m_turn;
    std::size_t m_next = 0;
    std::vector<BlockOperand> m_inputs;
    std::vector<BlockOperand> m_segments;
};

template <typename T>
void fillRandom(std::span<T> numbers) {
    std::mt19937 random(5);
    std::normal_distribution<T> normal;
    std::generate(numbers.begin(), numbers.end(), [&] { return normal(random); });
}

/// Runs it in two calls, as two threads would, and holds all memory to the interpreter's.
template <typename T>
void expectAsReference(const Made& made, std::uint32_t rows, InstructionSet set) {
    Memory<T> memory(made.numbers);
    fillRandom(memory.numbers());
    const std::vector<T> before(memory.numbers().begin(), memory.numbers().end());
    Reference reference(made, sizeof(T));
    reference.memory.assign(before.begin(), before.end());
    reference.run(rows);

    BlockScratch scratch;
    runBlocks(made.program, set, made.bindings, memory.data(), 0, rows / 3, scratch);
    runBlocks(made.program, set, made.bindings, memory.data(), rows / 3, rows, scratch);

    std::size_t wrong = 0;
    for (std::size_t at = 0; at < before.size(); ++at) {
        const double allowed = 64.0 * static_cast<double>(std::numeric_limits<T>::epsilon()) * reference.scale[at];
        const double error = std::abs(static_cast<double>(memory.numbers()[at]) - reference.memory[at]);
        if (!(error <= allowed) && ++wrong <= 3) {
            ADD_FAILURE() << "number " << at << " is " << memory.numbers()[at] << ", was " << before[at]
                          << ", should be " << reference.memory[at] << " within " << allowed;
        }
    }
    EXPECT_EQ(wrong, 0U);
}

class BlockPrograms : public ::testing::TestWithParam<InstructionSet> {};

void expectEveryInstruction(InstructionSet set, std::int32_t width, std::uint32_t rows, int turn) {
    SCOPED_TRACE(::testing::Message() << instructionSetName(set) << ", width " << width << ", rows " << rows
                                      << ", turn " << turn);
    expectAsReference<float>(EveryInstruction(width, rows, sizeof(float), turn).made, rows, set);
    expectAsReference<double>(EveryInstruction(width, rows, sizeof(double), turn).made, rows, set);
}

TEST_P(BlockPrograms, EveryInstructionIntoEveryTarget) {
    for (const std::int32_t width : {1, 5, 16, 17, 100}) {
        for (const std::uint32_t rows : {0U, 1U, 3U, 41U}) {
            for (int turn = 0; turn < 7; ++turn) {
                expectEveryInstruction(GetParam(), width, rows, turn);
            }
        }
    }
}

TEST_P(BlockPrograms, WideRowsAreCutIntoBlocks) {
    for (const std::int32_t width : {513, 1100}) {
        for (int turn = 0; turn < 7; ++turn) {
            expectEveryInstruction(GetParam(), width, 3, turn);
        }
    }
}

TEST_P(BlockPrograms, ManyRows) {
    for (const std::int32_t width : {1, 17, 100}) {
        expectEveryInstruction(GetParam(), width, 600, width);
    }
}

TEST_P(BlockPrograms, NothingToDo) {
    EveryInstruction wide(8, 4, sizeof(float), 0);
    wide.made.program.width = 0;
    expectAsReference<float>(wide.made, 4, GetParam());
    Made empty(8, 4, sizeof(float));
    expectAsReference<float>(empty, 4, GetParam());
}

TEST_P(BlockPrograms, RowsThatShareAnOutputAddUp) {
    Memory<float> memory(16 * 5);
    std::iota(memory.data(), memory.data() + 64, 1.0F);
    const std::array<std::uint32_t, 4> target = {4, 4, kSkippedRow, 4};
    const BlockProgram program = {
        .width = 16,
        .bindings = 2,
        .slotTable = {{SlotKind::Rows, 0}, {SlotKind::Output, 1}},
        .instructions = {{.accumulate = true, .operands = {{{0}}}, .target = {1}}},
    };
    const std::array<RowBinding, 2> bindings = {RowBinding{.stride = 1}, RowBinding{.offsets = target.data()}};
    BlockScratch scratch;
    runBlocks(program, GetParam(), bindings, memory.data(), 0, 4, scratch);
    for (std::size_t column = 0; column < 16; ++column) {
        EXPECT_EQ(memory.numbers()[64 + column], static_cast<float>(3 * (column + 1) + 16 + 48));
    }
}

/// What functions make of the numbers at the edges.
template <typename T>
void expectEdges(InstructionSet set) {
    const T infinite = std::numeric_limits<T>::infinity();
    const T nan = std::numeric_limits<T>::quiet_NaN();
    const std::vector<T> edges = {infinite, -infinite, nan, 0, 200, -200, T(1e-20), T(-1e-20), T(1e4), T(-1e4)};
    const auto width = static_cast<std::int32_t>(edges.size());
    BlockProgram program = {.width = width, .bindings = 2, .slotTable = {{SlotKind::Rows, 0}, {SlotKind::Output, 1}}};
    const std::vector<BlockFunction> functions = {BlockFunction::Tanh, BlockFunction::Sigmoid, BlockFunction::Relu};
    for (std::size_t each = 0; each < functions.size(); ++each) {
        const auto column = static_cast<std::int32_t>(each) * width;
        program.instructions.push_back({.function = functions[each], .operands = {{{0}}}, .target = {1, column}});
    }
    Memory<T> memory(16 + edges.size() * functions.size());
    std::copy(edges.begin(), edges.end(), memory.data());
    const std::array<RowBinding, 2> bindings = {
        RowBinding{}, RowBinding{.first = static_cast<std::uint32_t>(16 * sizeof(T) / kRowUnit)}};
    BlockScratch scratch;
    runBlocks(program, set, bindings, memory.data(), 0, 1, scratch);

    const std::span<T> made = memory.numbers().subspan(16);
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
        const T x = edges[edge];
        const std::array<T, 3> wanted = {std::tanh(x), 1 / (1 + std::exp(-x)), x < 0 ? 0 : x};
        for (std::size_t each = 0; each < functions.size(); ++each) {
            const T got = made[each * edges.size() + edge];
            EXPECT_EQ(std::isnan(got), std::isnan(wanted[each])) << "function " << each << " of " << x << " is " << got;
            if (!std::isnan(got) && got != wanted[each]) {
                EXPECT_NEAR(got, wanted[each],
                            4 * std::numeric_limits<T>::epsilon() * std::abs(wanted[each]) +
                                std::numeric_limits<T>::min())
                    << "function " << each << " of " << x;
            }
        }
    }
}

TEST_P(BlockPrograms, InfinityNanAndLargeNumbers) {
    expectEdges<float>(GetParam());
    expectEdges<double>(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Sets, BlockPrograms, ::testing::ValuesIn(setsHere()),
                         [](const auto& set) { return std::string(instructionSetName(set.param)); });

// ---- products ---------------------------------------------------------------------------------------------------

template <typename T>
struct Operand {
    Operand(std::int64_t rows, std::int64_t columns, Transposed transposed, std::int64_t more)
        : leading((transposed == Transposed::Yes ? rows : columns) + more), way(transposed),
          numbers(static_cast<std::size_t>(leading * (transposed == Transposed::Yes ? columns : rows))) {
        fillRandom<T>(numbers);
    }
    [[nodiscard]] std::size_t place(std::int64_t row, std::int64_t column) const {
        return static_cast<std::size_t>(way == Transposed::Yes ? column * leading + row : row * leading + column);
    }
    [[nodiscard]] Matrix<const T> in() const { return {numbers.data(), leading, way}; }
    [[nodiscard]] Matrix<T> out() { return {numbers.data(), leading, way}; }

    std::int64_t leading;
    Transposed way;
    std::vector<T> numbers;
};

template <typename T>
std::vector<double> productOf(GemmSize size, const Operand<T>& left, const Operand<T>& right, const Operand<T>& result,
                              Accumulate accumulate) {
    std::vector<double> wanted(result.numbers.begin(), result.numbers.end());
    for (std::int64_t row = 0; row < size.rows; ++row) {
        for (std::int64_t column = 0; column < size.columns; ++column) {
            double& sum = wanted[result.place(row, column)];
            sum = accumulate == Accumulate::Yes ? sum : 0.0;
            for (std::int64_t inner = 0; inner < size.inner; ++inner) {
                sum += static_cast<double>(left.numbers[left.place(row, inner)]) *
                       static_cast<double>(right.numbers[right.place(inner, column)]);
            }
        }
    }
    return wanted;
}

template <typename T>
void expectNear(const Operand<T>& result, const std::vector<double>& wanted, GemmSize size) {
    const double allowed =
        8.0 * static_cast<double>(std::numeric_limits<T>::epsilon()) * static_cast<double>(size.inner + 1);
    for (std::size_t at = 0; at < wanted.size(); ++at) {
        ASSERT_NEAR(static_cast<double>(result.numbers[at]), wanted[at], allowed) << "number " << at;
    }
}

/// The whole at once, and by shares, in turn and at once.
template <typename T>
void expectProducts(GemmSize size, std::array<Transposed, 3> ways, Accumulate accumulate) {
    const Operand<T> left(size.rows, size.inner, ways[0], 3);
    const Operand<T> right(size.inner, size.columns, ways[1], 5);
    const Operand<T> before(size.rows, size.columns, ways[2], 7);
    const std::vector<double> wanted = productOf(size, left, right, before, accumulate);
    Operand<T> whole = before;
    gemm(size, left.in(), right.in(), whole.out(), accumulate);
    expectNear(whole, wanted, size);
    for (int threads = 1; threads <= 3; ++threads) {
        Operand<T> shared = before;
        for (int index = 0; index < threads; ++index) {
            gemmShare<T>(size, left.in(), right.in(), shared.out(), accumulate, TeamShare(index, threads));
        }
        expectNear(shared, wanted, size);
        shared = before;
        runTeam(threads, 1, [&](std::uint32_t /*phase*/, const TeamShare& share) {
            gemmShare<T>(size, left.in(), right.in(), shared.out(), accumulate, share);
        });
        expectNear(shared, wanted, size);
    }
}

TEST(Gemm, EveryWayAndSize) {
    setTeamPolicy(TeamPolicy::Always);
    constexpr std::array<GemmSize, 9> kSizes = {{{1, 1, 1},
                                                 {3, 5, 7},
                                                 {17, 33, 65},
                                                 {130, 40, 20},
                                                 {5, 100, 30},
                                                 {0, 4, 4},
                                                 {4, 0, 4},
                                                 {4, 4, 0},
                                                 {64, 16, 3}}};
    for (const GemmSize& size : kSizes) {
        for (unsigned way = 0; way < 16; ++way) {
            const auto bit = [&](unsigned at) { return (way >> at & 1U) != 0 ? Transposed::Yes : Transposed::No; };
            const Accumulate accumulate = (way >> 3U) != 0 ? Accumulate::Yes : Accumulate::No;
            SCOPED_TRACE(::testing::Message()
                         << size.rows << " x " << size.inner << " x " << size.columns << ", way " << way);
            expectProducts<float>(size, {bit(0), bit(1), bit(2)}, accumulate);
            expectProducts<double>(size, {bit(0), bit(1), bit(2)}, accumulate);
        }
    }
    setTeamPolicy(TeamPolicy::Adaptive);
}

// ---- the rest ---------------------------------------------------------------------------------------------------

TEST(Rooflines, AreMeasured) {
    for (const InstructionSet set : setsHere()) {
        const Roofline roofline = measureRoofline(2, set, 0.02);
        EXPECT_EQ(roofline.threads, 2);
        EXPECT_EQ(roofline.instructionSet, set);
        EXPECT_GT(roofline.fmaFlops, 1e6);
        EXPECT_GT(roofline.copyBytes, 1e6);
    }
}

} // namespace
} // namespace batchscope
