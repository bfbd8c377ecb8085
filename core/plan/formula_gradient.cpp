// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/formula.h"

namespace batchscope {

namespace {

/// Reverse mode over one formula. Forward terms that a derivative needs are computed again: even six functions per
/// column cost less than writing their values in the forward pass and reading them back.
class Reverse {
public:
    Reverse(const Formula& forward, FormulaBuilder& builder)
        : m_forward(forward), m_builder(builder), m_again(forward.terms.size(), kNoTerm),
          m_gradients(forward.terms.size(), kNoTerm) {}

    std::vector<LoadGradient> run(const std::vector<Term>& storeGradients) {
        for (std::size_t store = 0; store < storeGradients.size(); ++store) {
            accumulate(m_forward.stores[store].term, storeGradients[store]);
        }
        std::vector<LoadGradient> loads;
        for (std::size_t index = m_forward.terms.size(); index-- > 0;) {
            const Term gradient = m_gradients[index];
            const TermNode& node = m_forward.terms[index];
            if (node.code == TermCode::Load || node.code == TermCode::SegmentSum) {
                // If no gradient reaches the load (a step has none), zero must still be written.
                const Term known = gradient == kNoTerm ? m_builder.number(0.0) : gradient;
                loads.push_back({node.input, node.column, node.code, known});
            } else if (gradient != kNoTerm) {
                propagate(node, static_cast<Term>(index), gradient);
            }
        }
        return loads;
    }

private:
    void accumulate(Term to, Term gradient) {
        Term& sum = m_gradients[to];
        sum = sum == kNoTerm ? gradient : m_builder.binary(TermCode::Add, sum, gradient);
    }

    /// The forward value of a term, in the new formula.
    Term again(Term term) {
        if (m_again[term] != kNoTerm) {
            return m_again[term];
        }
        const TermNode& node = m_forward.terms[term];
        Term copy = kNoTerm;
        switch (node.code) {
        case TermCode::Load: copy = m_builder.load(node.input, node.column); break;
        case TermCode::SegmentSum: copy = m_builder.segmentSum(node.input, node.column); break;
        case TermCode::Number: copy = m_builder.number(node.number); break;
        case TermCode::Function: copy = m_builder.apply(node.function, again(node.left)); break;
        default: {
            const Term left = again(node.left);
            copy = m_builder.binary(node.code, left, again(node.right));
        }
        }
        m_again[term] = copy;
        return copy;
    }

    Term times(Term gradient, Term value) { return m_builder.binary(TermCode::Multiply, gradient, again(value)); }

    void propagate(const TermNode& node, Term self, Term gradient) {
        switch (node.code) {
        case TermCode::Add:
            accumulate(node.left, gradient);
            accumulate(node.right, gradient);
            break;
        case TermCode::Subtract:
            accumulate(node.left, gradient);
            accumulate(node.right, m_builder.binary(TermCode::Subtract, m_builder.number(0.0), gradient));
            break;
        case TermCode::Multiply:
            accumulate(node.left, times(gradient, node.right));
            accumulate(node.right, times(gradient, node.left));
            break;
        case TermCode::Function: accumulate(node.left, throughFunction(node, self, gradient)); break;
        case TermCode::Divide: throughQuotient(node, self, gradient); break;
        case TermCode::Minimum:
        case TermCode::Maximum: throughExtreme(node, gradient); break;
        case TermCode::Mask:
            accumulate(node.left, m_builder.binary(TermCode::Mask, gradient, again(node.right)));
            break;
        case TermCode::Power: throughPower(node, gradient); break;
        default: break; // numbers and steps have no gradient; the caller handles loads
        }
    }

    /// For l / r: the gradient of l is g / r, that of r is -g · (l / r) / r.
    void throughQuotient(const TermNode& node, Term self, Term gradient) {
        const Term right = again(node.right);
        accumulate(node.left, m_builder.binary(TermCode::Divide, gradient, right));
        const Term scaled = m_builder.binary(TermCode::Divide, times(gradient, self), right);
        accumulate(node.right, m_builder.binary(TermCode::Subtract, m_builder.number(0.0), scaled));
    }

    /// The chosen side gets the gradient; at a tie each side gets half.
    void throughExtreme(const TermNode& node, Term gradient) {
        const Term left = again(node.left);
        const Term right = again(node.right);
        const bool isMaximum = node.code == TermCode::Maximum;
        const Term takesLeft = m_builder.binary(TermCode::Step, isMaximum ? left : right, isMaximum ? right : left);
        const Term takesRight = m_builder.binary(TermCode::Step, isMaximum ? right : left, isMaximum ? left : right);
        accumulate(node.left, m_builder.binary(TermCode::Multiply, gradient, takesLeft));
        accumulate(node.right, m_builder.binary(TermCode::Multiply, gradient, takesRight));
    }

    /// For l^n: the gradient of l is g · n · l^(n - 1).
    void throughPower(const TermNode& node, Term gradient) {
        const double exponent = m_forward.terms[node.right].number;
        const Term scaled = m_builder.binary(TermCode::Multiply, gradient, m_builder.number(exponent));
        const Term lower = m_builder.binary(TermCode::Power, again(node.left), m_builder.number(exponent - 1.0));
        accumulate(node.left, m_builder.binary(TermCode::Multiply, scaled, lower));
    }

    Term throughFunction(const TermNode& node, Term self, Term gradient) {
        switch (entryOf(node.function).derivative) {
        case Derivative::OfValue: return m_builder.gradient(node.function, gradient, again(self));
        case Derivative::OfArgument: return m_builder.gradient(node.function, gradient, again(node.left));
        case Derivative::IsValue: break;
        }
        return times(gradient, self);
    }

    const Formula& m_forward;
    FormulaBuilder& m_builder;
    std::vector<Term> m_again;     // by forward term
    std::vector<Term> m_gradients; // by forward term
};

} // namespace

std::vector<LoadGradient> appendGradients(const Formula& forward, const std::vector<Term>& storeGradients,
                                          FormulaBuilder& builder) {
    return Reverse(forward, builder).run(storeGradients);
}

} // namespace batchscope
