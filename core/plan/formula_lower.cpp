// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/check.h"
#include "core/plan/formula.h"

#include <algorithm>
#include <optional>

namespace batchscope {

namespace {

constexpr std::size_t kMostSummands = 4;

/// An instruction over terms; operands and target get their slots once all drafts are known.
struct Draft {
    BlockInstruction instruction;
    std::vector<Term> operands;
    Term result = kNoTerm;          ///< the target, if it is a register
    std::optional<TermStore> store; ///< the target, if it is memory
};

class Lowering {
public:
    Lowering(const Formula& formula, const FormulaSlots& slots)
        : m_formula(formula), m_slots(slots), m_uses(formula.terms.size(), 0), m_inlined(formula.terms.size(), 0),
          m_operandsOf(formula.terms.size()), m_drafted(formula.terms.size(), 0) {}

    BlockProgram run() {
        countUses();
        for (std::size_t index = m_formula.terms.size(); index-- > 0;) {
            if (m_uses[index] > 0 && m_inlined[index] == 0) {
                chooseOperands(static_cast<Term>(index));
            }
        }
        for (const TermStore& store : m_formula.stores) {
            draftStore(store);
        }
        return assemble();
    }

private:
    [[nodiscard]] const TermNode& node(Term term) const { return m_formula.terms[term]; }
    [[nodiscard]] bool isSingle(Term term, TermCode code) const { return node(term).code == code && m_uses[term] == 1; }

    void countUses() {
        for (const TermStore& store : m_formula.stores) {
            ++m_uses[store.term];
        }
        for (std::size_t index = m_formula.terms.size(); index-- > 0;) {
            if (m_uses[index] == 0) {
                continue;
            }
            for (const Term operand : {m_formula.terms[index].left, m_formula.terms[index].right}) {
                if (operand != kNoTerm) {
                    ++m_uses[operand];
                }
            }
        }
    }

    /// The summands of a sum and of sums nested in it, as operands of one instruction; at most kMostSummands.
    std::vector<Term> summands(Term sum) {
        std::vector<Term> terms = {node(sum).left, node(sum).right};
        for (std::size_t index = 0; index < terms.size();) {
            const Term term = terms[index];
            if (terms.size() < kMostSummands && isSingle(term, TermCode::Add)) {
                m_inlined[term] = 1;
                terms[index] = node(term).left;
                terms.insert(terms.begin() + static_cast<std::ptrdiff_t>(index) + 1, node(term).right);
            } else {
                ++index;
            }
        }
        return terms;
    }

    void inlineProduct(Term product, std::vector<Term>& operands) {
        m_inlined[product] = 1;
        operands.push_back(node(product).left);
        operands.push_back(node(product).right);
    }

    void chooseOperands(Term term) {
        const TermNode& at = node(term);
        std::vector<Term>& operands = m_operandsOf[term];
        if (at.code == TermCode::Add) {
            const bool left = isSingle(at.left, TermCode::Multiply);
            const bool right = isSingle(at.right, TermCode::Multiply);
            if (!left && !right) {
                operands = summands(term);
                return;
            }
            inlineProduct(left ? at.left : at.right, operands);
            if (left && right) {
                inlineProduct(at.right, operands);
            } else {
                operands.push_back(left ? at.right : at.left);
            }
        } else if (at.code == TermCode::Function && isSingle(at.left, TermCode::Add)) {
            m_inlined[at.left] = 1;
            operands = summands(at.left);
        } else if (at.left != kNoTerm) {
            operands.push_back(at.left);
            if (at.right != kNoTerm) {
                operands.push_back(at.right);
            }
        }
    }

    [[nodiscard]] BlockCode codeOf(Term term) const {
        const TermNode& at = node(term);
        switch (at.code) {
        case TermCode::Subtract: return BlockCode::Subtract;
        case TermCode::Multiply: return BlockCode::Product;
        case TermCode::Divide: return BlockCode::Quotient;
        case TermCode::Minimum: return BlockCode::Minimum;
        case TermCode::Maximum: return BlockCode::Maximum;
        case TermCode::Step: return BlockCode::Step;
        case TermCode::Mask: return BlockCode::Mask;
        case TermCode::Power: return BlockCode::Power;
        case TermCode::Gradient: return BlockCode::Gradient;
        case TermCode::SegmentSum: return BlockCode::SegmentSum;
        case TermCode::Add:
            if (isSingle(at.left, TermCode::Multiply) || isSingle(at.right, TermCode::Multiply)) {
                return m_operandsOf[term].size() == 4 ? BlockCode::TwoProducts : BlockCode::ProductPlus;
            }
            return BlockCode::Sum;
        default: return BlockCode::Sum;
        }
    }

    [[nodiscard]] Draft draftOf(Term term) const {
        Draft draft;
        draft.operands = m_operandsOf[term];
        draft.instruction.code = codeOf(term);
        draft.instruction.function = node(term).function;
        if (node(term).code == TermCode::SegmentSum) {
            draft.operands = {term};
        }
        draft.instruction.count = static_cast<std::uint8_t>(draft.operands.size());
        return draft;
    }

    [[nodiscard]] bool isMemory(Term term) const {
        return node(term).code == TermCode::Load || node(term).code == TermCode::Number;
    }

    /// Drafts a term and its missing operands, depth first: operands come right before their term, which keeps few
    /// registers alive. The stack is explicit, because a body may be long.
    void draftRegister(Term wanted) {
        std::vector<Term> open = {wanted};
        while (!open.empty()) {
            const Term term = open.back();
            if (m_drafted[term] != 0 || isMemory(term)) {
                open.pop_back();
                continue;
            }
            const std::size_t before = open.size();
            pushMissing(term, open);
            if (open.size() > before) {
                continue;
            }
            open.pop_back();
            m_drafted[term] = 1;
            Draft draft = draftOf(term);
            draft.result = term;
            m_drafts.push_back(std::move(draft));
        }
    }

    void pushMissing(Term term, std::vector<Term>& open) const {
        const std::vector<Term>& operands = m_operandsOf[term];
        for (std::size_t index = operands.size(); index-- > 0;) {
            if (m_drafted[operands[index]] == 0 && !isMemory(operands[index])) {
                open.push_back(operands[index]);
            }
        }
    }

    void draftStore(const TermStore& store) {
        const Term term = store.term;
        Draft draft;
        if (m_uses[term] == 1 && !isMemory(term) && node(term).code != TermCode::SegmentSum) {
            for (const Term operand : m_operandsOf[term]) {
                draftRegister(operand);
            }
            draft = draftOf(term);
        } else {
            draftRegister(term);
            draft.operands = {term};
        }
        draft.store = store;
        m_drafts.push_back(std::move(draft));
    }

    BlockProgram assemble() {
        assignRegisters();
        BlockProgram program;
        program.width = m_formula.width;
        program.registers = m_registers;
        program.bindings = static_cast<std::uint16_t>(m_slots.inputs.size() + m_slots.outputs.size());
        program.slotTable.resize(m_registers);
        for (std::size_t input = 0; input < m_slots.inputs.size(); ++input) {
            program.slotTable.push_back({m_slots.inputs[input], static_cast<std::int32_t>(input)});
        }
        for (std::size_t output = 0; output < m_slots.outputs.size(); ++output) {
            program.slotTable.push_back(
                {m_slots.outputs[output], static_cast<std::int32_t>(m_slots.inputs.size() + output)});
        }
        for (const Draft& draft : m_drafts) {
            program.instructions.push_back(instructionOf(draft, program));
        }
        return program;
    }

    BlockInstruction instructionOf(const Draft& draft, BlockProgram& program) {
        BlockInstruction instruction = draft.instruction;
        instruction.count = static_cast<std::uint8_t>(draft.operands.size());
        for (std::size_t index = 0; index < draft.operands.size(); ++index) {
            instruction.operands[index] = draft.instruction.code == BlockCode::SegmentSum
                                              ? inputOperand(draft.operands[index])
                                              : operandOf(draft.operands[index], program);
        }
        if (draft.store) {
            const std::size_t slot = m_registers + m_slots.inputs.size() + draft.store->output;
            instruction.target = {static_cast<std::uint16_t>(slot), draft.store->column};
            instruction.accumulate = draft.store->mode == StoreMode::Add;
        } else {
            instruction.target = {m_registerOf[draft.result], 0};
        }
        return instruction;
    }

    [[nodiscard]] BlockOperand inputOperand(Term term) const {
        return {static_cast<std::uint16_t>(m_registers + node(term).input), node(term).column};
    }

    BlockOperand operandOf(Term term, BlockProgram& program) {
        if (node(term).code == TermCode::Load) {
            return inputOperand(term);
        }
        if (node(term).code != TermCode::Number) {
            return {m_registerOf[term], 0};
        }
        const auto slot = static_cast<std::uint16_t>(program.slotTable.size());
        program.slotTable.push_back({SlotKind::Number, 0, node(term).number});
        return {slot, 0};
    }

    /// Linear scan: a register is free after the last draft that reads it; that draft may write to it.
    void assignRegisters() {
        std::vector<std::size_t> lastUse(m_formula.terms.size(), 0);
        for (std::size_t index = 0; index < m_drafts.size(); ++index) {
            for (const Term operand : m_drafts[index].operands) {
                lastUse[operand] = index;
            }
        }
        m_registerOf.assign(m_formula.terms.size(), 0);
        std::vector<std::uint16_t> free;
        for (std::size_t index = 0; index < m_drafts.size(); ++index) {
            releaseOperands(index, lastUse, free);
            const Term result = m_drafts[index].result;
            if (result == kNoTerm) {
                continue;
            }
            if (free.empty()) {
                free.push_back(m_registers++);
            }
            m_registerOf[result] = free.back();
            free.pop_back();
        }
    }

    void releaseOperands(std::size_t index, const std::vector<std::size_t>& lastUse, std::vector<std::uint16_t>& free) {
        const std::vector<Term>& operands = m_drafts[index].operands;
        for (std::size_t place = 0; place < operands.size(); ++place) {
            const Term term = operands[place];
            const bool again = std::find(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(place),
                                         term) != operands.begin() + static_cast<std::ptrdiff_t>(place);
            if (lastUse[term] == index && !again && m_drafted[term] != 0 && term != m_drafts[index].result) {
                free.push_back(m_registerOf[term]);
            }
        }
    }

    const Formula& m_formula;
    const FormulaSlots& m_slots;
    std::vector<std::uint32_t> m_uses;           // by term: uses by live terms and stores
    std::vector<std::uint8_t> m_inlined;         // by term: part of its reader's instruction
    std::vector<std::vector<Term>> m_operandsOf; // by term
    std::vector<std::uint8_t> m_drafted;         // by term: has a register
    std::vector<Draft> m_drafts;
    std::vector<std::uint16_t> m_registerOf; // by term
    std::uint16_t m_registers = 0;
};

} // namespace

BlockProgram lowerFormula(const Formula& formula, const FormulaSlots& memory) {
    BATCHSCOPE_CHECK(formula.width > 0);
    return Lowering(formula, memory).run();
}

} // namespace batchscope
