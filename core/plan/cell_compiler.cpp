// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/check.h"
#include "core/plan/body_stages.h"
#include "core/plan/cell_code.h"

#include <algorithm>
#include <compare>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

namespace batchscope {

namespace {

// Cuts a value into pieces whose columns are all computed alike, as a kernel needs them: if it reads a concatenation,
// columns left of the seam come from one side and columns right of it from the other.

/// Columns [begin, end) of a value; adding `shift` gives the columns of the value that is cut.
struct Window {
    BodyId value;
    std::int32_t begin = 0;
    std::int32_t end = 0;
    std::int32_t shift = 0;
    auto operator<=>(const Window&) const = default;
};

/// Opens the two sides of a concatenation, with a cut between them.
void openSides(const OpBody& body, const Window& at, std::vector<Window>& open, std::set<std::int32_t>& ends) {
    const BodyValue& node = body.values[at.value];
    const std::int32_t middle = body.values[node.left].width;
    if (at.begin < middle && middle < at.end) {
        ends.insert(middle + at.shift);
    }
    if (at.begin < middle) {
        open.push_back({node.left, at.begin, std::min(at.end, middle), at.shift});
    }
    if (at.end > middle) {
        open.push_back({node.right, std::max(at.begin, middle) - middle, at.end - middle, at.shift + middle});
    }
}

/// The ends of the pieces of a value with separate rows; the last one is its width. Follows the operands that the
/// kernel of the value computes itself: all except those whose rows can be read by then.
std::set<std::int32_t> pieceEnds(const OpBody& body, const BodyStages& stages, BodyId value) {
    std::set<std::int32_t> ends = {body.values[value].width};
    std::vector<Window> open = {{value, 0, body.values[value].width, 0}};
    std::set<Window> seen; // many paths may lead to one value
    while (!open.empty()) {
        const Window at = open.back();
        open.pop_back();
        const bool isRead =
            at.value != value && stages.ownRows[at.value] != 0 && stages.readableAt(at.value) <= stages.levels[value];
        if (isRead || !seen.insert(at).second) {
            continue;
        }
        const BodyValue& node = body.values[at.value];
        if (node.primitive == Primitive::Slice) {
            open.push_back({node.left, at.begin + node.begin, at.end + node.begin, at.shift - node.begin});
        } else if (node.primitive == Primitive::Concat) {
            openSides(body, at, open, ends);
        } else if (isElementwise(node.primitive)) {
            open.push_back({node.left, at.begin, at.end, at.shift});
            if (node.right.valid()) {
                open.push_back({node.right, at.begin, at.end, at.shift});
            }
        }
    }
    return ends;
}

// The block programs of compiled kernels: lowered formulas, or calls of functions of whole rows.

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

/// Marks the operands and spaces that the kernels read, and makes the forward programs.
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

// The backward program of each kernel: its formula's, by the chain rule, or the reverse of its row function. So no net
// needs a hand-written backward pass.

struct Columns {
    std::int32_t begin = 0;
    std::int32_t end = 0;
    auto operator<=>(const Columns&) const = default;
};

/// True if the pieces cover [0, width) exactly, without overlap.
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

/// True if the kernels of an op read each column of each operand, parameters aside, exactly once.
bool readsAllOnce(const CellCode& code) {
    std::map<OperandId, std::vector<Columns>> read;
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

    /// Loads the gradients of the outputs, which are inputs of the backward program after the forward inputs.
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

/// Fills CodeKernel::gradient and gradientInputs of every op, and NetCode::zeroGradients.
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

TermCode termCode(Primitive primitive) {
    switch (primitive) {
    case Primitive::Add: return TermCode::Add;
    case Primitive::Subtract: return TermCode::Subtract;
    case Primitive::Divide: return TermCode::Divide;
    case Primitive::Minimum: return TermCode::Minimum;
    case Primitive::Maximum: return TermCode::Maximum;
    case Primitive::Step: return TermCode::Step;
    case Primitive::Mask: return TermCode::Mask;
    default: return TermCode::Multiply;
    }
}

/// The kernels' function of the same name; Identity if there is none.
constexpr BlockFunction functionOf(Primitive primitive) {
    for (const BlockFunctionEntry& entry : kBlockFunctions) {
        if (std::string_view(entry.name) == primitiveName(primitive)) {
            return entry.function;
        }
    }
    return BlockFunction::Identity;
}
// Every function of one operand has an entry in block_functions.h.
static_assert(std::all_of(kPrimitives.begin(), kPrimitives.end(), [](const PrimitiveEntry& entry) {
    return isFunction(entry.primitive) == (functionOf(entry.primitive) != BlockFunction::Identity);
}));

/// The kernels' row function of the same name; None if there is none.
constexpr RowFunction rowFunctionOf(Primitive primitive) {
    for (const RowFunctionEntry& entry : kRowFunctions) {
        if (std::string_view(entry.name) == primitiveName(primitive)) {
            return entry.function;
        }
    }
    return RowFunction::None;
}
static_assert(std::all_of(kPrimitives.begin(), kPrimitives.end(), [](const PrimitiveEntry& entry) {
    return readsRows(entry.primitive) == (rowFunctionOf(entry.primitive) != RowFunction::None);
}));

/// Columns of a value, from `begin` on, that one kernel writes.
struct Piece {
    BodyId value;
    std::int32_t begin = 0;
};

/// Pieces of one level, domain and width become one kernel; a row function (the last entry) is a separate kernel.
using KernelKey = std::tuple<std::int32_t, RowsOf, std::int32_t, BodyId>;

/// Compiles one op from `body`, which the passes have rewritten; appends to the net's groups and spaces.
class OpCompiler {
public:
    OpCompiler(const OpSet& ops, OpId id, const OpBody& body, NetCode& net)
        : m_ops(ops), m_op(ops.ops[id]), m_id(id), m_net(net), m_body(body), m_stages(stagesOf(m_body, rulesOfOp())),
          m_spaces(m_body.values.size()) {}

    CellCode compile() {
        makeSpaces();
        collectGroups();
        for (const auto& [key, pieces] : piecesByKernel()) {
            compileKernel(key, pieces);
        }
        for (const BodyId output : m_body.outputs) {
            m_code.outputs.push_back(outputOf(output));
        }
        m_code.ofIntegersOnly = m_op.batchable == Batchable::Yes &&
                                std::all_of(m_op.arguments.begin(), m_op.arguments.end(), [](const ArgumentType& type) {
                                    return type.kind == ArgumentClass::Integer;
                                });
        m_code.usesItems = m_op.isVariadic();
        return std::move(m_code);
    }

private:
    /// An unbatchable op multiplies copies that are made when it runs, so its maps are not pushed.
    [[nodiscard]] CompileRules rulesOfOp() const {
        CompileRules rules = m_net.compileRules;
        rules.pushMaps = rules.pushMaps && m_op.batchable == Batchable::Yes;
        return rules;
    }

    void makeSpaces() {
        for (std::size_t index = 0; index < m_body.values.size(); ++index) {
            const BodyId value(index);
            if (m_stages.ownRows[value] != 0) {
                const BodyValue& node = m_body.values[value];
                m_spaces[value] = m_net.spaces.push_back({.op = m_id, .domain = node.rows, .width = node.width});
            }
        }
    }

    // ---- operands

    OperandId operandId(const CodeOperand& operand) {
        const auto found = std::find(m_code.operands.begin(), m_code.operands.end(), operand);
        if (found != m_code.operands.end()) {
            return OperandId(static_cast<std::size_t>(found - m_code.operands.begin()));
        }
        return m_code.operands.push_back(operand);
    }

    [[nodiscard]] CodeOperand rowsOfValue(BodyId value) const {
        const BodyValue& node = m_body.values[value];
        CodeOperand operand{.width = node.width};
        if (m_stages.ownRows[value] != 0) {
            operand.source = OperandSource::Space;
            operand.space = m_spaces[value];
        } else if (node.primitive == Primitive::Lookup) {
            operand.source = OperandSource::Lookup;
            operand.slot = node.argument;
            operand.param = node.weight;
        } else if (node.primitive == Primitive::Fill) {
            operand.source = OperandSource::Fill;
            operand.number = node.number;
        } else {
            BATCHSCOPE_CHECK(node.primitive == Primitive::Argument);
            operand.slot = node.argument;
        }
        return operand;
    }

    // ---- groups

    /// All weights that are applied to an operand form its group; without packing, each weight is a separate group.
    void collectGroups() {
        std::vector<std::pair<CodeOperand, std::vector<GroupWeight>>> met;
        for (std::size_t index = 0; index < m_body.values.size(); ++index) {
            const BodyValue& value = m_body.values[BodyId(index)];
            if (value.primitive != Primitive::Linear) {
                continue;
            }
            for (const LinearPart& part : linearParts(m_body, BodyId(index), m_stages)) {
                addMeeting(met, rowsOfValue(part.input), {value.weight, part.inputColumn, 0, value.width});
            }
        }
        for (auto& [operand, weights] : met) {
            addGroups(operand, weights);
        }
    }

    static void addMeeting(std::vector<std::pair<CodeOperand, std::vector<GroupWeight>>>& met,
                           const CodeOperand& operand, const GroupWeight& weight) {
        auto found = std::find_if(met.begin(), met.end(), [&](const auto& entry) { return entry.first == operand; });
        if (found == met.end()) {
            met.push_back({operand, {}});
            found = met.end() - 1;
        }
        if (std::find(found->second.begin(), found->second.end(), weight) == found->second.end()) {
            found->second.push_back(weight);
        }
    }

    void addGroups(const CodeOperand& operand, const std::vector<GroupWeight>& weights) {
        ProductGroup group{.inner = operand.width, .width = 0, .weights = {}};
        for (GroupWeight weight : weights) {
            weight.column = group.width;
            group.width += weight.width;
            group.weights.push_back(weight);
            if (!m_net.compileRules.packWeights) {
                m_groupsOf.emplace_back(operand, internGroup(group));
                group = {.inner = operand.width, .width = 0, .weights = {}};
            }
        }
        if (!group.weights.empty()) {
            m_groupsOf.emplace_back(operand, internGroup(group));
        }
    }

    GroupId internGroup(const ProductGroup& group) {
        for (std::size_t index = 0; index < m_net.groups.size(); ++index) {
            if (m_net.groups[GroupId(index)] == group) {
                return GroupId(index);
            }
        }
        return m_net.groups.push_back(group);
    }

    struct ProductPlace {
        GroupId group;
        std::int32_t column = 0;
    };
    [[nodiscard]] ProductPlace productPlace(const CodeOperand& operand, ParamId weight,
                                            std::int32_t inputColumn) const {
        for (const auto& [known, id] : m_groupsOf) {
            if (!(known == operand)) {
                continue;
            }
            for (const GroupWeight& part : m_net.groups[id].weights) {
                if (part.weight == weight && part.inputColumn == inputColumn) {
                    return {id, part.column};
                }
            }
        }
        BATCHSCOPE_CHECK(false);
        return {};
    }

    // ---- kernels

    [[nodiscard]] std::map<KernelKey, std::vector<Piece>> piecesByKernel() const {
        std::map<KernelKey, std::vector<Piece>> kernels;
        for (std::size_t index = 0; index < m_body.values.size(); ++index) {
            const BodyId value(index);
            if (m_stages.ownRows[value] == 0) {
                continue;
            }
            const BodyValue& node = m_body.values[value];
            const BodyId alone = readsRows(node.primitive) ? value : BodyId();
            std::int32_t begin = 0;
            for (const std::int32_t end : pieceEnds(m_body, m_stages, value)) {
                kernels[{m_stages.levels[value], node.rows, end - begin, alone}].push_back({value, begin});
                begin = end;
            }
        }
        return kernels;
    }

    void compileKernel(const KernelKey& key, const std::vector<Piece>& pieces) {
        const auto& [level, domain, width, alone] = key;
        CodeKernel kernel;
        kernel.level = level;
        kernel.domain = domain;
        if (alone.valid()) {
            compileRowFunction(kernel, alone);
            return;
        }
        FormulaBuilder formula(width);
        m_kernel = &kernel;
        m_formula = &formula;
        m_emitted.clear();
        for (const Piece& piece : pieces) {
            const SpaceId space = m_spaces[piece.value];
            const auto output = static_cast<std::uint32_t>(
                std::find(kernel.outputs.begin(), kernel.outputs.end(), space) - kernel.outputs.begin());
            if (output == kernel.outputs.size()) {
                kernel.outputs.push_back(space);
            }
            if (std::find(m_code.spaces.begin(), m_code.spaces.end(), space) == m_code.spaces.end()) {
                m_code.spaces.push_back(space);
            }
            formula.store(compute(piece.value, piece.begin), output, piece.begin);
        }
        kernel.formula = formula.take();
        m_code.kernels.push_back(std::move(kernel));
    }

    void compileRowFunction(CodeKernel& kernel, BodyId value) {
        const BodyValue& node = m_body.values[value];
        m_kernel = &kernel;
        kernel.row = {.function = rowFunctionOf(node.primitive), .number = node.number, .width = node.width};
        for (int side = 0; side < operandCount(node.primitive); ++side) {
            CodeOperand operand = rowsOfValue(side == 0 ? node.left : node.right);
            operand.rows = combinesItems(node.primitive) ? OperandRows::Segments : OperandRows::Own;
            kernel.row.operands[side] = static_cast<std::int32_t>(inputIndex(operand));
            kernel.row.widths[side] = operand.width;
        }
        kernel.row.output = static_cast<std::int32_t>(kernel.inputs.size());
        kernel.outputs = {m_spaces[value]};
        m_code.spaces.push_back(m_spaces[value]);
        m_code.kernels.push_back(std::move(kernel));
    }

    std::uint32_t inputIndex(const CodeOperand& operand) {
        const OperandId id = operandId(operand);
        std::vector<OperandId>& inputs = m_kernel->inputs;
        const auto found = std::find(inputs.begin(), inputs.end(), id);
        if (found != inputs.end()) {
            return static_cast<std::uint32_t>(found - inputs.begin());
        }
        inputs.push_back(id);
        return static_cast<std::uint32_t>(inputs.size() - 1);
    }

    Term loadRows(CodeOperand operand, OperandRows rows, std::int32_t column) {
        operand.rows = rows;
        const std::uint32_t input = inputIndex(operand);
        return rows == OperandRows::Segments ? m_formula->segmentSum(input, column) : m_formula->load(input, column);
    }

    /// Columns [column, column + width of the kernel) of a value, loaded if its rows exist, else computed.
    Term emit(BodyId value, std::int32_t column) {
        if (m_stages.ownRows[value] != 0 && m_stages.readableAt(value) <= m_kernel->level) {
            return loadRows(rowsOfValue(value), OperandRows::Own, column);
        }
        return compute(value, column);
    }

    Term compute(BodyId value, std::int32_t column) {
        const auto key = std::pair(value, column);
        if (const auto known = m_emitted.find(key); known != m_emitted.end()) {
            return known->second;
        }
        const Term term = computeNew(m_body.values[value], value, column);
        m_emitted.emplace(key, term);
        return term;
    }

    Term computeNew(const BodyValue& node, BodyId value, std::int32_t column) {
        switch (node.primitive) {
        case Primitive::Argument:
        case Primitive::Lookup: return loadGiven(value, column);
        case Primitive::Fill: return m_formula->number(node.number);
        case Primitive::Linear: return linear(node, value, column);
        case Primitive::Slice: return emit(node.left, column + node.begin);
        case Primitive::Concat: {
            const std::int32_t middle = m_body.values[node.left].width;
            return column < middle ? emit(node.left, column) : emit(node.right, column - middle);
        }
        case Primitive::SegmentSum: return loadRows(rowsOfValue(node.left), OperandRows::Segments, column);
        case Primitive::Spread: return loadRows(rowsOfValue(node.left), OperandRows::OfNode, column);
        default: {
            const Term left = emit(node.left, column);
            if (entryOf(node.primitive).hasNumber) {
                return withNumber(node, left);
            }
            if (!node.right.valid()) {
                return m_formula->apply(functionOf(node.primitive), left);
            }
            return m_formula->binary(termCode(node.primitive), left, emit(node.right, column));
        }
        }
    }

    Term withNumber(const BodyValue& node, Term left) {
        const Term number = m_formula->number(node.number);
        switch (node.primitive) {
        case Primitive::Scale: return m_formula->binary(TermCode::Multiply, left, number);
        case Primitive::Shift: return m_formula->binary(TermCode::Add, left, number);
        case Primitive::Power: return power(left, node.number);
        default: break;
        }
        BATCHSCOPE_CHECK(node.primitive == Primitive::LeakyRelu);
        // number · x + (1 - number) · relu(x): the derivative at 0 is `number`, because relu's is 0 there.
        const Term above = m_formula->apply(BlockFunction::Relu, left);
        return m_formula->binary(TermCode::Add, m_formula->binary(TermCode::Multiply, left, number),
                                 m_formula->binary(TermCode::Multiply, above, m_formula->number(1.0 - node.number)));
    }

    Term power(Term left, double exponent) {
        if (exponent == 0.0) {
            return m_formula->number(1.0);
        }
        if (exponent == 1.0 || exponent == 2.0) {
            return exponent == 1.0 ? left : m_formula->binary(TermCode::Multiply, left, left);
        }
        return m_formula->binary(TermCode::Power, left, m_formula->number(exponent));
    }

    Term loadGiven(BodyId value, std::int32_t column) { return loadRows(givenRows(value), OperandRows::Own, column); }
    /// The given row itself, even if the value has separate rows: the kernel then copies the given row to them.
    [[nodiscard]] CodeOperand givenRows(BodyId value) const {
        const BodyValue& node = m_body.values[value];
        CodeOperand operand{.slot = node.argument, .width = node.width};
        if (node.primitive == Primitive::Lookup) {
            operand.source = OperandSource::Lookup;
            operand.param = node.weight;
        }
        return operand;
    }

    Term linear(const BodyValue& node, BodyId value, std::int32_t column) {
        Term sum = kNoTerm;
        for (const LinearPart& part : linearParts(m_body, value, m_stages)) {
            CodeOperand operand = rowsOfValue(part.input);
            const ProductPlace place = productPlace(operand, node.weight, part.inputColumn);
            operand.group = place.group;
            operand.width = m_net.groups[place.group].width;
            const Term product = loadRows(operand, OperandRows::Own, place.column + column);
            sum = sum == kNoTerm ? product : m_formula->binary(TermCode::Add, sum, product);
        }
        if (!node.bias.valid()) {
            return sum;
        }
        const CodeOperand bias{
            .source = OperandSource::Parameter, .param = node.bias, .width = m_ops.params[node.bias].columns};
        return m_formula->binary(TermCode::Add, sum, loadRows(bias, OperandRows::Own, column));
    }

    CodeOutput outputOf(BodyId value) {
        if (m_stages.ownRows[value] != 0) {
            return {.space = m_spaces[value]};
        }
        return {.operand = operandId(rowsOfValue(value))};
    }

    const OpSet& m_ops;
    const Op& m_op;
    OpId m_id;
    NetCode& m_net;
    const OpBody& m_body;
    BodyStages m_stages;
    IdVector<BodyId, SpaceId> m_spaces; // invalid if the value has no separate rows
    std::vector<std::pair<CodeOperand, GroupId>> m_groupsOf;
    CellCode m_code;
    CodeKernel* m_kernel = nullptr; // the kernel being compiled
    FormulaBuilder* m_formula = nullptr;
    std::map<std::pair<BodyId, std::int32_t>, Term> m_emitted;
};

} // namespace

bool hasGradient(const CodeOperand& operand) {
    return operand.source != OperandSource::Fill;
}

std::size_t numbersWritten(const CodeKernel& kernel) {
    return kernel.row.function != RowFunction::None
               ? static_cast<std::size_t>(kernel.row.width)
               : kernel.formula.stores.size() * static_cast<std::size_t>(kernel.formula.width);
}

NetCode compileNet(const OpSet& ops, PassSet passes) {
    NetCode net;
    net.compileRules = compileRulesOf(passes);
    net.planRules = planRulesOf(passes);
    for (std::size_t index = 0; index < ops.ops.size(); ++index) {
        const OpId id(index);
        const OpBody body = rewrittenBody(ops.ops[id].body, passes);
        CellCode code = OpCompiler(ops, id, body, net).compile();
        lowerKernels(code, net);
        net.ops.push_back(std::move(code));
    }
    appendGradientPrograms(net);
    return net;
}

} // namespace batchscope
