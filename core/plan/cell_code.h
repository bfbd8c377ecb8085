// SPDX-License-Identifier: GPL-3.0-or-later
//
// An op as the engine runs it: its body cut into fused kernels and products. Operands describe which rows a kernel
// reads; the launch plan decides to which nodes these rows belong, so the code of an op is made once per net.
//
// Every product multiplies the rows of one operand (an argument, a look-up or an earlier kernel of the same op) by
// weights stored side by side (a group). The launch plan combines the products of many rows in one launch (launches.h).
#pragma once

#include "core/graph/op_set.h"
#include "core/plan/formula.h"
#include "core/plan/pass.h"
#include "core/plan/plan_ids.h"

#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

/// A weight, or those of its columns that are applied to the operand: weight[:, inputColumn : inputColumn + inner].
struct GroupWeight {
    ParamId weight;
    std::int32_t inputColumn = 0;
    std::int32_t column = 0; ///< column of the product row where its product begins
    std::int32_t width = 0;  ///< rows of the weight
    bool operator==(const GroupWeight&) const = default;
};

/// Weights side by side, which turn a row [inner] into a product row [width].
struct ProductGroup {
    std::int32_t inner = 0;
    std::int32_t width = 0;
    std::vector<GroupWeight> weights;
    /// The number of multiplications and additions for the products of `rows` rows.
    [[nodiscard]] double flops(std::size_t rows) const { return 2.0 * static_cast<double>(rows) * inner * width; }
    bool operator==(const ProductGroup&) const = default;
};

enum class OperandSource : std::uint8_t {
    Slot,      ///< the row (or items) of an argument, or a row of numbers given with the call
    Lookup,    ///< the row of a table that an integer argument names
    Fill,      ///< a row filled with one number
    Space,     ///< a row written by an earlier kernel of the same op
    Parameter, ///< the only row of a parameter, shared by all nodes: a bias
};

/// The rows of an operand that one row of a kernel reads.
enum class OperandRows : std::uint8_t {
    Own,      ///< the row of the same node or item
    OfNode,   ///< kernels over items: the row of the item's node
    Segments, ///< kernels over nodes: all items of the node, summed or otherwise combined
};

/// Rows that kernels read, or the products of these rows if `group` is valid.
struct CodeOperand {
    OperandSource source = OperandSource::Slot;
    OperandRows rows = OperandRows::Own;
    std::int32_t slot = 0;  ///< Slot, Lookup: index of the argument
    ParamId param = {};     ///< Lookup: the table; Parameter: the parameter
    SpaceId space = {};     ///< Space
    double number = 0.0;    ///< Fill
    std::int32_t width = 0; ///< number of columns that are read
    GroupId group = {};     ///< if valid: the product with this group is read
    bool isRead = false;    ///< true if a kernel reads it; otherwise an output only passes it on
    bool operator==(const CodeOperand&) const = default;
};

/// A fused pass. The inputs of its formula are operands of the op, its outputs are spaces.
struct CodeKernel {
    std::int32_t level = 0; ///< kernels of one level do not read each other's results
    RowsOf domain = RowsOf::Nodes;
    Formula formula;
    RowCall row = {}; ///< if it has a function, the kernel is this call and has no formula
    std::vector<OperandId> inputs;
    std::vector<SpaceId> outputs;
    BlockProgram program; ///< bindings: inputs, then outputs
    /// Its gradient by the chain rule. Bindings: inputs; gradients of the outputs; gradients of `gradientInputs`.
    BlockProgram gradient;
    std::vector<std::uint32_t> gradientInputs; ///< indices of the inputs whose gradients it writes or adds to
};

/// An output of an op: a row of a space, or a row that exists before the op runs (argument, look-up or fill).
struct CodeOutput {
    SpaceId space = {};     ///< valid if the output is computed
    OperandId operand = {}; ///< that row, if `space` is not valid
};

struct CellCode {
    IdVector<OperandId, CodeOperand> operands;
    IdVector<CodeKernelId, CodeKernel> kernels; ///< in order of execution
    std::vector<SpaceId> spaces;                ///< spaces that the kernels write, by level
    std::vector<CodeOutput> outputs;
    bool ofIntegersOnly = false; ///< batchable, with integer arguments only: equal calls may share rows
    bool usesItems = false;
};

/// The rows of one body value, written by kernels.
struct CodeSpace {
    OpId op;
    RowsOf domain = RowsOf::Nodes;
    std::int32_t width = 0;
    bool isReadInside = false; ///< a later kernel of the op reads it, so its gradient also comes from inside the op
};

/// The code of all ops of a net.
struct NetCode {
    CompileRules compileRules; ///< rules of its compilation
    PlanRules planRules;       ///< rules for its plans
    IdVector<GroupId, ProductGroup> groups;
    IdVector<SpaceId, CodeSpace> spaces;
    IdVector<OpId, CellCode> ops;
    /// True if an op reads a column of an operand twice or never: all gradients then start at zero and are added to.
    bool zeroGradients = false;
};

/// The count of numbers that the kernel writes for each of its rows.
[[nodiscard]] std::size_t numbersWritten(const CodeKernel& kernel);

/// Calls each(operand, first column, number of columns) for everything that the kernel reads per row.
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

/// False for fills, which are constant. Rows of arguments may be constant, too, but this depends on the graph.
[[nodiscard]] bool hasGradient(const CodeOperand& operand);

/// Compiles every op, after the rewrites and with the rules of the passes. The code fits every graph of the net.
[[nodiscard]] NetCode compileNet(const OpSet& ops, PassSet passes);

} // namespace batchscope
