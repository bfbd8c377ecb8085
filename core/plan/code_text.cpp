// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/cell_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace batchscope {

namespace {

constexpr std::string_view kIndent = "  ";
constexpr std::size_t kLongest = 60; // a term whose text is longer gets a name

/// `[100:200]`, nothing where that is all of it.
std::string columnsText(std::int32_t begin, std::int32_t width, std::int32_t of) {
    return begin == 0 && width == of ? std::string() : fmt::format("[{}:{}]", begin, begin + width);
}

/// Writes the code of one op. Spaces and product groups have the net's numbers.
class CodeWriter {
public:
    CodeWriter(const OpSet& ops, const NetCode& net, OpId op) : m_ops(ops), m_net(net), m_cell(net.ops[op]) {
        m_text = ops.ops[op].name + "\n";
    }

    std::string write() {
        for (const CodeOperand& operand : m_cell.operands) {
            writeGroup(operand);
        }
        for (const CodeKernel& kernel : m_cell.kernels) {
            writeKernel(kernel);
        }
        m_text += kIndent;
        m_text += "return";
        m_text += ' ';
        for (std::size_t output = 0; output < m_cell.outputs.size(); ++output) {
            const CodeOutput& of = m_cell.outputs[output];
            m_text += output == 0 ? "" : ", ";
            m_text += of.space.valid() ? spaceName(of.space) : rowsName(m_cell.operands[of.operand]);
        }
        m_text += "\n";
        return std::move(m_text);
    }

private:
    static std::string spaceName(SpaceId space) { return fmt::format("row{}", space.value); }

    /// What is read, or multiplied: without its product.
    [[nodiscard]] std::string rowsName(const CodeOperand& operand) const {
        switch (operand.source) {
        case OperandSource::Slot: return fmt::format("arg{}", operand.slot);
        case OperandSource::Lookup: return fmt::format("{}[arg{}]", m_ops.params[operand.param].name, operand.slot);
        case OperandSource::Fill: return fmt::format("{}", operand.number);
        case OperandSource::Space: return spaceName(operand.space);
        case OperandSource::Parameter: return m_ops.params[operand.param].name;
        }
        return {};
    }

    static std::string productName(GroupId group) { return fmt::format("P{}", group.value); }

    [[nodiscard]] std::string operandName(const CodeOperand& operand) const {
        std::string name = operand.group.valid() ? fmt::format("{}({})", productName(operand.group), rowsName(operand))
                                                 : rowsName(operand);
        return operand.rows == OperandRows::OfNode ? fmt::format("spread({})", name) : name;
    }

    /// `P2(x) = x · [U_i | U_o]   100 → 200`
    void writeGroup(const CodeOperand& operand) {
        if (!operand.group.valid() || !m_written.insert(operand.group.value).second) {
            return;
        }
        const ProductGroup& group = m_net.groups[operand.group];
        std::string weights;
        for (const GroupWeight& weight : group.weights) {
            const ParamSpec& param = m_ops.params[weight.weight];
            weights += weights.empty() ? "" : " | ";
            weights += param.name + columnsText(weight.inputColumn, group.inner, param.columns);
        }
        m_text += fmt::format("  {}(x) = x · [{}]   {} → {}\n", productName(operand.group), weights, group.inner,
                              group.width);
    }

    /// `row3 = softmax(row2)`
    void writeRowFunction(const CodeKernel& kernel) {
        const SpaceId space = kernel.outputs.front();
        m_text += fmt::format("{}{}\n    {} = {}(", kIndent, kernelHead(kernel.domain, kernel.row.width),
                              spaceName(space), nameOf(kernel.row.function));
        for (std::size_t side = 0; side < 2 && kernel.row.operands[side] != RowCall::kNoBinding; ++side) {
            const auto input = static_cast<std::size_t>(kernel.row.operands[side]);
            m_text += fmt::format("{}{}", side == 0 ? "" : ", ", operandName(m_cell.operands[kernel.inputs[input]]));
        }
        m_text += kernel.row.number == 0.0 ? ")\n" : fmt::format(", {:g})\n", kernel.row.number);
    }

    static std::string kernelHead(RowsOf domain, int columns) {
        return fmt::format("kernel: each {}, {} columns", domain == RowsOf::Items ? "item" : "node", columns);
    }

    static std::string_view nameOf(RowFunction function) {
        const auto* const found =
            std::find_if(std::begin(kRowFunctions), std::end(kRowFunctions),
                         [function](const RowFunctionEntry& entry) { return entry.function == function; });
        return found->name;
    }

    void writeKernel(const CodeKernel& kernel) {
        if (kernel.row.function != RowFunction::None) {
            writeRowFunction(kernel);
            return;
        }
        const Formula& formula = kernel.formula;
        m_text += fmt::format("{}{}\n", kIndent, kernelHead(kernel.domain, formula.width));
        std::vector<int> uses(formula.terms.size(), 0);
        for (const TermNode& term : formula.terms) {
            for (const Term operand : {term.left, term.right}) {
                if (operand != kNoTerm) {
                    ++uses[operand];
                }
            }
        }
        for (const TermStore& store : formula.stores) {
            ++uses[store.term];
        }
        // A term that is used once, and is not too long, stands where it is used.
        std::vector<std::string> names;
        for (Term term = 0; term < formula.terms.size(); ++term) {
            std::string text = termText(kernel, formula.terms[term], names);
            const TermCode code = formula.terms[term].code;
            const bool isAtom = code == TermCode::Load || code == TermCode::SegmentSum || code == TermCode::Number;
            if (!isAtom && uses[term] > 0 && (uses[term] > 1 || text.size() > kLongest)) {
                m_text += fmt::format("    t{} = {}\n", term, bare(text));
                text = fmt::format("t{}", term);
            }
            names.push_back(std::move(text));
        }
        for (const TermStore& store : formula.stores) {
            const SpaceId space = kernel.outputs[store.output];
            const std::string to =
                spaceName(space) + columnsText(store.column, formula.width, m_net.spaces[space].width);
            m_text += fmt::format("    {} = {}\n", to, bare(names[store.term]));
        }
    }

    /// Without the brackets around all of it, where a sum or a product has them.
    static std::string bare(const std::string& text) {
        if (text.size() < 2 || text.front() != '(') {
            return text;
        }
        int depth = 0;
        for (std::size_t place = 0; place + 1 < text.size(); ++place) {
            depth += text[place] == '(' ? 1 : text[place] == ')' ? -1 : 0;
            if (depth == 0) {
                return text; // the first bracket ends before the last character
            }
        }
        return text.substr(1, text.size() - 2);
    }

    [[nodiscard]] std::string termText(const CodeKernel& kernel, const TermNode& term,
                                       const std::vector<std::string>& names) const {
        const auto left = [&] { return names[term.left]; };
        const auto right = [&] { return names[term.right]; };
        const auto load = [&] {
            const CodeOperand& operand = m_cell.operands[kernel.inputs[term.input]];
            return operandName(operand) + columnsText(term.column, kernel.formula.width, operand.width);
        };
        switch (term.code) {
        case TermCode::Load: return load();
        case TermCode::SegmentSum: return fmt::format("sum({})", load());
        case TermCode::Number: return fmt::format("{}", term.number);
        case TermCode::Add: return fmt::format("({} + {})", addend(left()), right());
        case TermCode::Subtract: return fmt::format("({} - {})", left(), right());
        case TermCode::Multiply: return fmt::format("({} * {})", left(), right());
        case TermCode::Divide: return fmt::format("({} / {})", left(), right());
        case TermCode::Minimum: return fmt::format("min({}, {})", bare(left()), bare(right()));
        case TermCode::Maximum: return fmt::format("max({}, {})", bare(left()), bare(right()));
        case TermCode::Step: return fmt::format("step({}, {})", bare(left()), bare(right()));
        case TermCode::Mask: return fmt::format("mask({}, {})", bare(left()), bare(right()));
        case TermCode::Power: return fmt::format("({} ^ {})", left(), right());
        case TermCode::Function: return fmt::format("{}({})", entryOf(term.function).name, bare(left()));
        case TermCode::Gradient:
            return fmt::format("{}_gradient({}, {})", entryOf(term.function).name, bare(left()), bare(right()));
        }
        return {};
    }

    /// The left side of a sum needs no brackets: sums run from left to right.
    static std::string addend(const std::string& text) { return bare(text); }

    const OpSet& m_ops;
    const NetCode& m_net;
    const CellCode& m_cell;
    std::string m_text;
    std::set<std::uint32_t> m_written; // groups
};

} // namespace

std::string codeText(const OpSet& ops, const NetCode& code, OpId op) {
    return CodeWriter(ops, code, op).write();
}

std::string codeText(const OpSet& ops, const NetCode& code) {
    std::string text;
    for (std::size_t op = 0; op < ops.ops.size(); ++op) {
        text += codeText(ops, code, OpId(op));
    }
    return text;
}

} // namespace batchscope
