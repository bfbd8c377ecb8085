// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/block_runner.h"

#include "core/base/check.h"
#include "core/kernels/kernel_choice.h"

#include <algorithm>
#include <memory>

namespace batchscope {

namespace {

/// The size of all registers of a block: together with the rows of memory that pass through, they stay in a first-level
/// cache of 32 KiB. Twice the size is a fifth slower on long rows that are in no cache, since memory is read in shorter
/// runs. Prefetching the next block gains nothing.
constexpr std::size_t kBlockBytes = std::size_t{8} * 1024;
constexpr std::size_t kMostRows = 64;
constexpr std::size_t kMostColumnBytes = 2048;

template <typename T>
StepFunction<T> stepFor(const VectorKernels& kernels, const BlockInstruction& instruction, StepStore mode) {
    StepFunction<T> found = nullptr;
    if constexpr (sizeof(T) == sizeof(float)) {
        found = kernels.findFloat(instruction.code, instruction.function, instruction.count, mode);
    } else {
        found = kernels.findDouble(instruction.code, instruction.function, instruction.count, mode);
    }
    BATCHSCOPE_CHECK(found != nullptr);
    return found;
}

template <typename T>
StepFunction<T> spreadFor(const VectorKernels& kernels, StepStore mode) {
    if constexpr (sizeof(T) == sizeof(float)) {
        return kernels.spreadFloat(mode);
    } else {
        return kernels.spreadDouble(mode);
    }
}

constexpr std::size_t roundUp(std::size_t value, std::size_t unit) {
    return (value + unit - 1) / unit * unit;
}

/// Places pieces of a scratch memory one after another; with a null start, it only counts the bytes.
class Arena {
public:
    explicit Arena(std::byte* start) : m_start(start) {}

    template <typename Item>
    Item* take(std::size_t count) {
        std::byte* const piece = m_start == nullptr ? nullptr : m_start + m_used;
        m_used += roundUp(count * sizeof(Item), kRowUnit);
        return reinterpret_cast<Item*>(piece);
    }
    [[nodiscard]] std::size_t used() const { return m_used; }

private:
    std::byte* m_start;
    std::size_t m_used = 0;
};

std::byte* alignedBytes(BlockScratch& scratch, std::size_t size) {
    if (scratch.bytes.size() < size + kRowUnit) {
        scratch.bytes.resize(size + kRowUnit);
    }
    void* start = scratch.bytes.data();
    std::size_t space = scratch.bytes.size();
    return static_cast<std::byte*>(std::align(kRowUnit, size, start, space));
}

bool isMemory(SlotKind kind) {
    return kind != SlotKind::Register && kind != SlotKind::Number;
}

bool isCopy(const BlockInstruction& instruction) {
    return instruction.code == BlockCode::Sum && instruction.function == BlockFunction::Identity &&
           instruction.count == 1;
}

/// One call of runBlocks.
template <typename T>
class Run {
public:
    Run(const BlockProgram& program, const VectorKernels& kernels, std::span<const RowBinding> bindings, T* base)
        : m_program(program), m_kernels(kernels), m_bindings(bindings), m_base(base),
          m_width(static_cast<std::size_t>(program.width)) {
        BATCHSCOPE_CHECK(bindings.size() >= program.bindings);
        measure();
    }

    void prepare(BlockScratch& scratch) {
        Arena counting(nullptr);
        lay(counting);
        Arena laying(alignedBytes(scratch, counting.used()));
        lay(laying);
        for (std::size_t slot = 0; slot < m_program.slotTable.size(); ++slot) {
            fillFixed(slot);
        }
        for (const BlockInstruction& instruction : m_program.instructions) {
            addInstruction(instruction);
        }
    }

    void rows(std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t first = begin; first < end;) {
            const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(end - first, m_rows));
            for (std::size_t slot = m_program.registers; slot < m_program.slotTable.size(); ++slot) {
                fillRows(slot, first, count);
            }
            for (std::size_t column = 0; column < m_width; column += m_columns) {
                const BlockPart part = {.firstRow = first,
                                        .rows = count,
                                        .column = static_cast<std::ptrdiff_t>(column),
                                        .columns = static_cast<std::ptrdiff_t>(std::min(m_columns, m_width - column))};
                for (std::size_t step = 0; step < m_stepCount; ++step) {
                    m_steps[step].run(m_steps[step], part);
                }
            }
            first += count;
        }
    }

private:
    void measure() {
        constexpr std::size_t kLine = kRowUnit / sizeof(T);
        const std::size_t parts = (m_width * sizeof(T) + kMostColumnBytes - 1) / kMostColumnBytes;
        m_columns = roundUp((m_width + parts - 1) / parts, kLine);
        for (const BlockInstruction& instruction : m_program.instructions) {
            const BlockOperand& target = instruction.target;
            m_spreads += slotOf(target).kind == SlotKind::SegmentOutput ? 1U : 0U;
            if (isMemory(slotOf(target).kind)) {
                m_reach = std::max(m_reach, static_cast<std::size_t>(target.column) + m_width);
            }
        }
        // Spreading over segments needs one more register for the value.
        m_registers = std::size_t{m_program.registers} + (m_spreads > 0 ? 1 : 0);
        const std::size_t bytes = std::max<std::size_t>(m_registers, 1) * m_columns * sizeof(T);
        m_rows = std::clamp<std::size_t>(kBlockBytes / bytes, 1, kMostRows);
    }

    void lay(Arena& arena) {
        m_steps = arena.take<BlockStep<T>>(m_program.instructions.size() + m_spreads);
        m_tables = arena.take<T*>((m_program.slotTable.size() + 1) * m_rows);
        m_blocks = arena.take<T>(m_registers * m_rows * m_columns);
        m_numbers = arena.take<T>((m_program.slotTable.size() - m_program.registers) * m_columns);
        m_junk = arena.take<T>(m_reach);
    }

    [[nodiscard]] const BlockSlot& slotOf(const BlockOperand& operand) const {
        BATCHSCOPE_CHECK(operand.slot < m_program.slotTable.size());
        return m_program.slotTable[operand.slot];
    }
    [[nodiscard]] const RowBinding& bindingOf(const BlockSlot& slot) const {
        return m_bindings[static_cast<std::size_t>(slot.binding)];
    }
    [[nodiscard]] T** table(std::size_t slot) const { return m_tables + slot * m_rows; }
    [[nodiscard]] std::size_t spreadSlot() const { return m_program.slotTable.size(); }
    [[nodiscard]] T* memory(std::size_t offset) const { return m_base + offset * (kRowUnit / sizeof(T)); }

    void fillRegister(std::size_t slot, std::size_t index) {
        for (std::size_t row = 0; row < m_rows; ++row) {
            table(slot)[row] = m_blocks + (index * m_rows + row) * m_columns;
        }
    }

    /// Sets the row table of a slot whose rows are the same in every block.
    void fillFixed(std::size_t slot) {
        const BlockSlot& said = m_program.slotTable[slot];
        BATCHSCOPE_CHECK((said.kind == SlotKind::Register) == (slot < m_program.registers));
        BATCHSCOPE_CHECK(!isMemory(said.kind) || static_cast<std::size_t>(said.binding) < m_bindings.size());
        if (said.kind == SlotKind::Register) {
            fillRegister(slot, slot);
        } else if (said.kind == SlotKind::Number) {
            T* const row = m_numbers + (slot - m_program.registers) * m_columns;
            std::fill_n(row, m_columns, static_cast<T>(said.number));
            std::fill_n(table(slot), m_rows, row);
        } else if (said.kind == SlotKind::ColumnSum) {
            const RowBinding& binding = bindingOf(said);
            const std::uint32_t offset = binding.offsets != nullptr ? binding.offsets[0] : binding.first;
            std::fill_n(table(slot), m_rows, memory(std::size_t{offset} + binding.shift));
        }
    }

    void fillRows(std::size_t slot, std::uint32_t first, std::uint32_t count) {
        const BlockSlot& said = m_program.slotTable[slot];
        if (said.kind != SlotKind::Rows && said.kind != SlotKind::Output) {
            return;
        }
        const RowBinding& binding = bindingOf(said);
        T** const rows = table(slot);
        if (binding.offsets == nullptr) {
            for (std::size_t row = 0; row < count; ++row) {
                rows[row] = memory(binding.first + binding.shift + binding.stride * (std::size_t{first} + row));
            }
        } else if (said.kind == SlotKind::Rows) {
            for (std::size_t row = 0; row < count; ++row) {
                rows[row] = memory(std::size_t{binding.offsets[first + row]} + binding.shift);
            }
        } else {
            for (std::size_t row = 0; row < count; ++row) {
                const std::uint32_t offset = binding.offsets[first + row];
                rows[row] = offset == kSkippedRow ? m_junk : memory(std::size_t{offset} + binding.shift);
            }
        }
    }

    [[nodiscard]] StepRows<T> rowsOf(const BlockOperand& operand) const {
        const bool moves = isMemory(slotOf(operand).kind);
        return {.rows = table(operand.slot), .column = moves ? operand.column : 0, .moves = moves ? 1 : 0};
    }

    void addStep(const BlockStep<T>& step) { std::construct_at(m_steps + m_stepCount++, step); }

    void addInstruction(const BlockInstruction& instruction) {
        const BlockSlot& target = slotOf(instruction.target);
        BATCHSCOPE_CHECK(target.kind == SlotKind::Register || target.kind == SlotKind::Output ||
                         target.kind == SlotKind::SegmentOutput || target.kind == SlotKind::ColumnSum);
        if (target.kind == SlotKind::SegmentOutput) {
            addSpread(instruction);
            return;
        }
        const bool adds = instruction.accumulate || target.kind == SlotKind::ColumnSum;
        const StepStore written = target.kind == SlotKind::Register ? StepStore::Padded : StepStore::Exact;
        addInto(instruction, rowsOf(instruction.target), adds ? StepStore::Add : written);
    }

    void addInto(const BlockInstruction& instruction, const StepRows<T>& target, StepStore mode) {
        BlockStep<T> step = {.run = stepFor<T>(m_kernels, instruction, mode), .target = target, .base = m_base};
        for (std::size_t operand = 0; operand < instruction.count; ++operand) {
            const SlotKind kind = slotOf(instruction.operands[operand]).kind;
            BATCHSCOPE_CHECK((kind == SlotKind::Segments) == (instruction.code == BlockCode::SegmentSum));
            BATCHSCOPE_CHECK(kind != SlotKind::SegmentOutput && kind != SlotKind::ColumnSum);
            step.operands[operand] = rowsOf(instruction.operands[operand]);
        }
        if (instruction.code == BlockCode::SegmentSum) {
            step.segments = &bindingOf(slotOf(instruction.operands[0]));
        }
        addStep(step);
    }

    /// Computes the value into a register, unless it is in one, and writes it from there to the rows of the segment.
    void addSpread(const BlockInstruction& instruction) {
        const BlockOperand& only = instruction.operands[0];
        StepRows<T> value = {.rows = table(spreadSlot())};
        if (isCopy(instruction) && slotOf(only).kind == SlotKind::Register) {
            value = rowsOf(only);
        } else {
            fillRegister(spreadSlot(), m_program.registers);
            addInto(instruction, value, StepStore::Padded);
        }
        addStep({.run = spreadFor<T>(m_kernels, instruction.accumulate ? StepStore::Add : StepStore::Exact),
                 .operands = {value},
                 .target = rowsOf(instruction.target),
                 .segments = &bindingOf(slotOf(instruction.target)),
                 .base = m_base});
    }

    const BlockProgram& m_program;
    const VectorKernels& m_kernels;
    std::span<const RowBinding> m_bindings;
    T* m_base;
    std::size_t m_width;
    std::size_t m_columns = 0; ///< columns of a block: whole cache lines
    std::size_t m_rows = 0;    ///< rows of a block
    std::size_t m_registers = 0;
    std::size_t m_spreads = 0; ///< instructions whose target is a SegmentOutput
    std::size_t m_reach = 0;   ///< columns of an output row that instructions may write
    std::size_t m_stepCount = 0;
    BlockStep<T>* m_steps = nullptr;
    T** m_tables = nullptr; ///< m_rows for each slot, and for the spread register
    T* m_blocks = nullptr;  ///< m_rows · m_columns for each register
    T* m_numbers = nullptr; ///< m_columns for each slot that is not a register
    T* m_junk = nullptr;    ///< target of skipped rows
};

/// One call of runBlocks() for a program that is a function of whole rows.
template <typename T>
class RowRun {
public:
    RowRun(const RowCall& call, const VectorKernels& kernels, std::span<const RowBinding> bindings, T* base)
        : m_call(call), m_bindings(bindings), m_base(base), m_function(functionOf(kernels)) {
        BATCHSCOPE_CHECK(m_function != nullptr);
    }

    void rows(std::uint32_t begin, std::uint32_t end, BlockScratch& scratch) {
        Arena counting(nullptr);
        lay(counting, mostItems(begin, end));
        Arena laying(alignedBytes(scratch, counting.used()));
        lay(laying, mostItems(begin, end));
        for (std::uint32_t row = begin; row < end; ++row) {
            run(row);
        }
    }

private:
    RowFunctionOf<T> functionOf(const VectorKernels& kernels) const {
        if constexpr (sizeof(T) == sizeof(float)) {
            return kernels.rowFloat(m_call.function, m_call.direction);
        } else {
            return kernels.rowDouble(m_call.function, m_call.direction);
        }
    }
    [[nodiscard]] const RowBinding& binding(std::int32_t index) const {
        BATCHSCOPE_CHECK(static_cast<std::size_t>(index) < m_bindings.size());
        return m_bindings[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] bool overItems() const {
        return m_call.function == RowFunction::SegmentMean || m_call.function == RowFunction::SegmentMax;
    }

    [[nodiscard]] std::size_t mostItems(std::uint32_t begin, std::uint32_t end) const {
        std::uint32_t most = 0;
        const std::uint32_t* const segments = binding(m_call.operands[0]).segments;
        for (std::uint32_t row = begin; overItems() && row < end; ++row) {
            most = std::max(most, segments[row + 1] - segments[row]);
        }
        return most;
    }

    void lay(Arena& arena, std::size_t items) {
        m_scratch = arena.take<T>(static_cast<std::size_t>(m_call.widths[0]));
        m_items = arena.take<const T*>(items);
        m_ofItems = arena.take<T*>(items);
    }

    /// Null if the row is not needed, or if there is no such binding.
    [[nodiscard]] T* at(std::int32_t index, std::size_t row) const {
        if (index == RowCall::kNoBinding) {
            return nullptr;
        }
        const RowBinding& rows = binding(index);
        const std::size_t offset =
            rows.offsets != nullptr ? rows.offsets[row] : rows.first + std::size_t{rows.stride} * row;
        const bool isSkipped = rows.offsets != nullptr && offset == kSkippedRow;
        return isSkipped ? nullptr : m_base + (offset + rows.shift) * (kRowUnit / sizeof(T));
    }

    void run(std::uint32_t row) {
        const bool isForward = m_call.direction == RowDirection::Forward;
        RowWork<T> work{.widthX = m_call.widths[0],
                        .widthY = m_call.widths[1],
                        .width = m_call.width,
                        .number = static_cast<T>(m_call.number),
                        .accumulate = m_call.accumulate,
                        .scratch = m_scratch};
        (isForward ? work.output : m_gradient) = at(m_call.output, row);
        work.gradient = m_gradient;
        if (overItems()) {
            setItems(row, work);
        } else {
            work.x = at(m_call.operands[0], row);
            work.y = at(m_call.operands[1], row);
            work.ofX = at(m_call.gradients[0], row);
            work.ofY = at(m_call.gradients[1], row);
        }
        const bool isWanted =
            isForward ? work.output != nullptr : work.ofX != nullptr || work.ofY != nullptr || work.itemCount > 0;
        if (isWanted) {
            m_function(work);
        }
    }

    void setItems(std::uint32_t row, RowWork<T>& work) {
        const std::uint32_t* const segments = binding(m_call.operands[0]).segments;
        work.itemCount = segments[row + 1] - segments[row];
        for (std::uint32_t item = 0; item < work.itemCount; ++item) {
            std::construct_at(m_items + item, at(m_call.operands[0], segments[row] + item));
            std::construct_at(m_ofItems + item, at(m_call.gradients[0], segments[row] + item));
        }
        work.items = m_items;
        work.ofItems = m_ofItems;
    }

    const RowCall& m_call;
    std::span<const RowBinding> m_bindings;
    T* m_base;
    RowFunctionOf<T> m_function;
    T* m_gradient = nullptr;
    T* m_scratch = nullptr;
    const T** m_items = nullptr;
    T** m_ofItems = nullptr;
};

template <typename T>
void runAll(const BlockProgram& program, InstructionSet set, std::span<const RowBinding> bindings, T* base,
            std::uint32_t begin, std::uint32_t end, BlockScratch& scratch) {
    if (begin >= end || program.width <= 0) {
        return;
    }
    if (program.row.function != RowFunction::None) {
        RowRun<T>(program.row, kernelsOf(set), bindings, base).rows(begin, end, scratch);
        return;
    }
    Run<T> run(program, kernelsOf(set), bindings, base);
    run.prepare(scratch);
    run.rows(begin, end);
}

} // namespace

void runBlocks(const BlockProgram& program, InstructionSet set, std::span<const RowBinding> bindings, float* base,
               std::uint32_t begin, std::uint32_t end, BlockScratch& scratch) {
    runAll(program, set, bindings, base, begin, end, scratch);
}

void runBlocks(const BlockProgram& program, InstructionSet set, std::span<const RowBinding> bindings, double* base,
               std::uint32_t begin, std::uint32_t end, BlockScratch& scratch) {
    runAll(program, set, bindings, base, begin, end, scratch);
}

} // namespace batchscope
