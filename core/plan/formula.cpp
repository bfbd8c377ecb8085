// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/formula.h"

#include <utility>

namespace batchscope {

bool FormulaBuilder::isNumber(Term term, double value) const {
    const TermNode& node = m_formula.terms[term];
    return node.code == TermCode::Number && node.number == value;
}

Term FormulaBuilder::binary(TermCode code, Term left, Term right) {
    if (code == TermCode::Add && isNumber(left, 0.0)) {
        return right;
    }
    if ((code == TermCode::Add || code == TermCode::Subtract) && isNumber(right, 0.0)) {
        return left;
    }
    if (code == TermCode::Multiply && isNumber(left, 1.0)) {
        return right;
    }
    if ((code == TermCode::Multiply || code == TermCode::Divide) && isNumber(right, 1.0)) {
        return left;
    }
    return push({.code = code, .left = left, .right = right});
}

Term FormulaBuilder::push(const TermNode& node) {
    const Key key{node.code, node.function, node.left, node.right, node.input, node.column, node.number};
    const auto next = static_cast<Term>(m_formula.terms.size());
    const auto [known, isNew] = m_known.try_emplace(key, next);
    if (isNew) {
        m_formula.terms.push_back(node);
    }
    return known->second;
}

} // namespace batchscope
