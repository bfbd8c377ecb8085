// SPDX-License-Identifier: GPL-3.0-or-later
//
// An op as the engine runs it: its body cut into fused kernels and products. Operands say which rows a kernel reads;
// which node's rows those are is left to the launch plan, so that the code of an op is made once for a net.
//
// Every product is of one operand: rows of an argument, of a look-up or of an earlier kernel of the same op, times
// weights stored side by side (a group). A product is launched by the plan, once for all rows that want it.
#pragma once

#include "core/graph/op_set.h"
#include "core/plan/formula.h"
#include "core/plan/pass.h"
#include "core/plan/plan_ids.h"

#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

/// A weight, or the columns of one that meet an operand: weight[:, inputColumn : inputColumn + inner].
struct GroupWeight {
    ParamId weight;
    std::int32_t inputColumn = 0;
    std::int32_t column = 0; ///< of the product row: where its product begins
    std::int32_t width = 0;  ///< rows of the weight
    bool operator==(const GroupWeight&) const = default;
};

/// Weights side by side: a row [inner] becomes a product row [width].
struct ProductGroup {
    std::int32_t inner = 0;
    std::int32_t width = 0;
    std::vector<GroupWeight> weights;
    /// Multiplications and additions of so many rows' products.
    [[nodiscard]] double flops(std::size_t rows) const { return 2.0 * static_cast<double>(rows) * inner * width; }
    bool operator==(const ProductGroup&) const = default;
};

enum class OperandSource : std::uint8_t {
    Slot,      ///< the row (or items) of an argument, or a row of numbers given with the call
    Lookup,    ///< the row of a table that an integer argument names
    Fill,      ///< a row that holds one number
    Space,     ///< a row of an earlier kernel of the same op
    Parameter, ///< a parameter's only row, the same for all: a bias
};

/// Which of its rows a kernel's row reads.
enum class OperandRows : std::uint8_t {
    Own,      ///< a node's own row, or an item's own
    OfNode,   ///< kernels over items: the row of the item's node
    Segments, ///< kernels over nodes: all items of the node, added up
};

/// Rows that kernels read; with a group, their products instead.
struct CodeOperand {
    OperandSource source = OperandSource::Slot;
    OperandRows rows = OperandRows::Own;
    std::int32_t slot = 0;  ///< Slot, Lookup: argument
    ParamId param = {};     ///< Lookup: table; Parameter
    SpaceId space = {};     ///< Space
    double number = 0.0;    ///< Fill
    std::int32_t width = 0; ///< columns of what is read
    GroupId group = {};     ///< valid: read the product
    bool isRead = false;    ///< by a kernel; else an output only passes it on
    bool operator==(const CodeOperand&) const = default;
};

/// A fused pass: inputs of the formula are operands of the op, outputs are spaces.
struct CodeKernel {
    std::int32_t level = 0; ///< kernels of one level read nothing of each other
    RowsOf domain = RowsOf::Nodes;
    Formula formula;
    RowCall row = {}; ///< with a function: the kernel is that and has no formula; bindings as RowCall says
    std::vector<OperandId> inputs;
    std::vector<SpaceId> outputs;
    BlockProgram program; ///< bindings: inputs, then outputs
    /// The chain rule over it. Bindings: inputs; gradients of the outputs; gradients of `gradientInputs`.
    BlockProgram gradient;
    std::vector<std::uint32_t> gradientInputs; ///< into `inputs`: those whose gradient it writes, or adds to
};

/// Output k of an op: a row of a space, or what the op was given.
struct CodeOutput {
    SpaceId space = {};     ///< valid: computed
    OperandId operand = {}; ///< else
};

struct CellCode {
    IdVector<OperandId, CodeOperand> operands;
    IdVector<CodeKernelId, CodeKernel> kernels; ///< in order of execution
    std::vector<SpaceId> spaces;                ///< that the kernels write, by level
    std::vector<CodeOutput> outputs;
    bool ofIntegersOnly = false; ///< equal calls may share everything
    bool usesItems = false;
};

/// Rows that one kernel makes.
struct CodeSpace {
    OpId op;
    RowsOf domain = RowsOf::Nodes;
    std::int32_t width = 0;
    bool isReadInside = false; ///< by a later kernel of the op: its gradient is not only what the op's readers want
};

/// All ops of a net.
struct NetCode {
    CompileRules compileRules; ///< as it was compiled
    PlanRules planRules;       ///< for its plans
    IdVector<GroupId, ProductGroup> groups;
    IdVector<SpaceId, CodeSpace> spaces;
    IdVector<OpId, CellCode> ops;
    /// Some operand's gradient is not written exactly once in each column: all gradients begin at zero and are added.
    bool zeroGradients = false;
};

/// Numbers that the kernel writes for each of its rows.
[[nodiscard]] std::size_t numbersWritten(const CodeKernel& kernel);

/// Calls each(operand, first column, columns) for everything that the kernel reads of a row.
template <typename Each>
void forEachRead(const CodeKernel& kernel, Each each) {
    if (kernel.row.function != RowFunction::None) {
        for (std::size_t side = 0; side < 2 && kernel.row.operands[side] != RowCall::kNoBinding; ++side) {
            each(kernel.inputs[static_cast<std::size_t>(kernel.row.operands[side])], 0, kernel.row.widths[side]);
        }
    }
    for (const TermNode& term : kernel.formula.terms) {
        if (term.code == TermCode::Load || term.code == TermCode::SegmentSum) {
            each(kernel.inputs[term.input], term.column, kernel.formula.width);
        }
    }
}

/// The gradient of an operand's rows is wanted: fills are numbers.
[[nodiscard]] bool hasGradient(const CodeOperand& operand);

/// Compiles every op. Nothing here depends on a graph.
[[nodiscard]] NetCode compileNet(const OpSet& ops, PassSet passes);

} // namespace batchscope
