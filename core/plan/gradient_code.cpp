// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/gradient_code.h"

#include <algorithm>
#include <map>

namespace batchscope {

namespace {

struct Columns {
    std::int32_t begin = 0;
    std::int32_t end = 0;
    auto operator<=>(const Columns&) const = default;
};

/// Whether the pieces cover [0, width) and no column twice.
bool tile(std::vector<Columns> pieces, std::int32_t width) {
    std::sort(pieces.begin(), pieces.end());
    std::int32_t next = 0;
    for (const Columns& piece : pieces) {
        if (piece.begin != next) {
            return false;
        }
        next = piece.end;
    }
    return next == width;
}

/// Whether the kernels of an op read each column of each operand once, so that gradients may be written.
bool readsAllOnce(const CellCode& code) {
    std::map<OperandId, std::vector<Columns>> read; // by operand
    for (const CodeKernel& kernel : code.kernels) {
        forEachRead(kernel, [&](OperandId operand, std::int32_t column, std::int32_t width) {
            read[operand].push_back({column, column + width});
        });
    }
    return std::all_of(read.begin(), read.end(), [&code](const auto& entry) {
        const CodeOperand& operand = code.operands[entry.first];
        return operand.source == OperandSource::Parameter || tile(entry.second, operand.width);
    });
}

SlotKind gradientSlot(const CodeOperand& operand) {
    if (operand.source == OperandSource::Parameter) {
        return SlotKind::ColumnSum;
    }
    return operand.rows == OperandRows::Segments ? SlotKind::SegmentOutput : SlotKind::Output;
}

class GradientCode {
public:
    GradientCode(const CellCode& code, CodeKernel& kernel, StoreMode mode)
        : m_code(code), m_kernel(kernel), m_mode(mode), m_builder(kernel.formula.width) {}

    void make() {
        if (m_kernel.row.function != RowFunction::None) {
            makeRowFunction();
            return;
        }
        const std::vector<LoadGradient> loads = appendGradients(m_kernel.formula, storeGradients(), m_builder);
        for (const LoadGradient& load : loads) {
            if (hasGradient(operandOf(load.input))) {
                m_builder.store(load.term, gradientInput(load.input), load.column, m_mode);
            }
        }
        m_kernel.gradient = lowerFormula(m_builder.formula(), slots());
    }

private:
    void makeRowFunction() {
        RowCall call = m_kernel.row;
        call.direction = RowDirection::Backward;
        call.accumulate = m_mode == StoreMode::Add;
        const auto firstGradient = static_cast<std::int32_t>(m_kernel.inputs.size() + m_kernel.outputs.size());
        for (std::size_t side = 0; side < 2 && call.operands[side] != RowCall::kNoBinding; ++side) {
            const auto input = static_cast<std::uint32_t>(call.operands[side]);
            if (hasGradient(operandOf(input))) {
                call.gradients[side] = firstGradient + static_cast<std::int32_t>(gradientInput(input));
            }
        }
        const auto bindings = static_cast<std::size_t>(firstGradient) + m_kernel.gradientInputs.size();
        m_kernel.gradient = {.width = call.width, .row = call, .bindings = static_cast<std::uint16_t>(bindings)};
    }

    [[nodiscard]] const CodeOperand& operandOf(std::uint32_t input) const {
        return m_code.operands[m_kernel.inputs[input]];
    }

    /// Gradients of the outputs are inputs after the forward ones.
    std::vector<Term> storeGradients() {
        std::vector<Term> terms;
        terms.reserve(m_kernel.formula.stores.size());
        for (const TermStore& store : m_kernel.formula.stores) {
            terms.push_back(
                m_builder.load(static_cast<std::uint32_t>(m_kernel.inputs.size()) + store.output, store.column));
        }
        return terms;
    }

    std::uint32_t gradientInput(std::uint32_t input) {
        std::vector<std::uint32_t>& inputs = m_kernel.gradientInputs;
        const auto found = std::find(inputs.begin(), inputs.end(), input);
        if (found == inputs.end()) {
            inputs.push_back(input);
            return static_cast<std::uint32_t>(inputs.size() - 1);
        }
        return static_cast<std::uint32_t>(found - inputs.begin());
    }

    [[nodiscard]] FormulaSlots slots() const {
        FormulaSlots slots;
        for (const OperandId input : m_kernel.inputs) {
            slots.inputs.push_back(m_code.operands[input].rows == OperandRows::Segments ? SlotKind::Segments
                                                                                        : SlotKind::Rows);
        }
        slots.inputs.resize(m_kernel.inputs.size() + m_kernel.outputs.size(), SlotKind::Rows);
        for (const std::uint32_t input : m_kernel.gradientInputs) {
            slots.outputs.push_back(gradientSlot(operandOf(input)));
        }
        return slots;
    }

    const CellCode& m_code;
    CodeKernel& m_kernel;
    StoreMode m_mode;
    FormulaBuilder m_builder;
};

} // namespace

bool hasGradient(const CodeOperand& operand) {
    return operand.source != OperandSource::Fill;
}

void appendGradientPrograms(NetCode& net) {
    net.zeroGradients =
        !std::all_of(net.ops.begin(), net.ops.end(), [](const CellCode& code) { return readsAllOnce(code); });
    const StoreMode mode = net.zeroGradients ? StoreMode::Add : StoreMode::Write;
    for (std::size_t index = 0; index < net.ops.size(); ++index) {
        CellCode& code = net.ops[OpId(index)];
        for (std::size_t kernel = 0; kernel < code.kernels.size(); ++kernel) {
            GradientCode(code, code.kernels[CodeKernelId(kernel)], mode).make();
        }
    }
}

} // namespace batchscope
