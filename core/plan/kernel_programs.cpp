// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/kernel_programs.h"

namespace batchscope {

namespace {

FormulaSlots forwardSlots(const CellCode& code, const CodeKernel& kernel) {
    FormulaSlots slots;
    for (const OperandId input : kernel.inputs) {
        slots.inputs.push_back(code.operands[input].rows == OperandRows::Segments ? SlotKind::Segments
                                                                                  : SlotKind::Rows);
    }
    slots.outputs.assign(kernel.outputs.size(), SlotKind::Output);
    return slots;
}

BlockProgram programOf(const CellCode& code, const CodeKernel& kernel) {
    if (kernel.row.function == RowFunction::None) {
        return lowerFormula(kernel.formula, forwardSlots(code, kernel));
    }
    const std::size_t bindings = kernel.inputs.size() + kernel.outputs.size();
    return {.width = kernel.row.width, .row = kernel.row, .bindings = static_cast<std::uint16_t>(bindings)};
}

} // namespace

std::size_t numbersWritten(const CodeKernel& kernel) {
    return kernel.row.function != RowFunction::None
               ? static_cast<std::size_t>(kernel.row.width)
               : kernel.formula.stores.size() * static_cast<std::size_t>(kernel.formula.width);
}

void lowerKernels(CellCode& code, NetCode& net) {
    for (std::size_t index = 0; index < code.kernels.size(); ++index) {
        CodeKernel& kernel = code.kernels[CodeKernelId(index)];
        for (const OperandId input : kernel.inputs) {
            CodeOperand& operand = code.operands[input];
            operand.isRead = true;
            if (operand.source == OperandSource::Space) {
                net.spaces[operand.space].isReadInside = true;
            }
        }
        kernel.program = programOf(code, kernel);
    }
}

} // namespace batchscope
