// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/step_filter.h"

#include <QRegularExpression>

#include <algorithm>

namespace batchscope {

std::optional<StepFilter> StepFilter::parse(const QString& text) {
    static const QRegularExpression kComparison(QStringLiteral("[<>=]"));
    static const QRegularExpression kSpaces(QStringLiteral("\\s+"));
    static const QRegularExpression kSpacedComparison(QStringLiteral("\\s*([<>=]+)\\s*"));
    QString tight = text;
    tight.replace(kSpacedComparison, QStringLiteral("\\1")); // `size > 8` is one part
    StepFilter filter;
    for (const QString& part : tight.split(kSpaces, Qt::SkipEmptyParts)) {
        if (!part.contains(kComparison)) {
            filter.m_words.push_back(part);
            continue;
        }
        const std::optional<Term> term = parseTerm(part);
        if (!term) {
            return std::nullopt;
        }
        filter.m_terms.push_back(*term);
    }
    return filter;
}

std::optional<StepFilter::Term> StepFilter::parseTerm(const QString& text) {
    static const QRegularExpression kTerm(QStringLiteral("^(step|size|level|bytes)(<=|>=|<|>|=)(\\d+)$"),
                                          QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = kTerm.match(text);
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    const QString field = match.captured(1).toLower();
    const QString relation = match.captured(2);
    Term term;
    term.field = field == QStringLiteral("step")    ? Field::Step
                 : field == QStringLiteral("size")  ? Field::Size
                 : field == QStringLiteral("level") ? Field::Level
                                                    : Field::Bytes;
    term.relation = relation == QStringLiteral("<")    ? Relation::Less
                    : relation == QStringLiteral("<=") ? Relation::LessEqual
                    : relation == QStringLiteral("=")  ? Relation::Equal
                    : relation == QStringLiteral(">=") ? Relation::GreaterEqual
                                                       : Relation::Greater;
    bool fits = false;
    term.number = match.captured(3).toULongLong(&fits);
    return fits ? std::optional<Term>(term) : std::nullopt;
}

bool StepFilter::holds(const Term& term, const StepFacts& facts) {
    // A batch may hold several levels; the comparison holds if it holds for one of them.
    std::uint64_t low = facts.size;
    std::uint64_t high = facts.size;
    switch (term.field) {
    case Field::Step: low = high = facts.step; break;
    case Field::Size: break;
    case Field::Level:
        low = facts.lowestLevel;
        high = facts.highestLevel;
        break;
    case Field::Bytes: low = high = facts.bytes; break;
    }
    switch (term.relation) {
    case Relation::Less: return low < term.number;
    case Relation::LessEqual: return low <= term.number;
    case Relation::Equal: return low <= term.number && term.number <= high;
    case Relation::GreaterEqual: return high >= term.number;
    case Relation::Greater: return high > term.number;
    }
    return false;
}

bool StepFilter::keeps(const StepFacts& facts) const {
    return std::all_of(m_words.begin(), m_words.end(),
                       [&facts](const QString& word) {
                           const bool isSync = facts.isSync && word.compare(u"sync", Qt::CaseInsensitive) == 0;
                           return isSync || facts.op.contains(word, Qt::CaseInsensitive);
                       }) &&
           std::all_of(m_terms.begin(), m_terms.end(), [&facts](const Term& term) { return holds(term, facts); });
}

} // namespace batchscope
