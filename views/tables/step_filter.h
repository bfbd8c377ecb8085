// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds steps in a schedule of thousands, for example the small ones or those of one op. The filter line takes words
// and comparisons, all of which must match: `children size>8 level=3 bytes>0`. The word `sync` also finds the steps
// before which values are read.
#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace batchscope {

/// What a filter is held against.
struct StepFacts {
    QString op;
    std::uint64_t step = 0; ///< from 1, as shown
    std::uint64_t size = 0;
    std::uint64_t lowestLevel = 0;
    std::uint64_t highestLevel = 0;
    std::uint64_t bytes = 0;
    bool isSync = false; ///< values are read before it
};

class StepFilter {
public:
    /// None when a part of the text is neither a word nor a comparison such as size>=8.
    [[nodiscard]] static std::optional<StepFilter> parse(const QString& text);

    [[nodiscard]] bool keeps(const StepFacts& facts) const;
    [[nodiscard]] bool empty() const { return m_words.empty() && m_terms.empty(); }

private:
    enum class Field { Step, Size, Level, Bytes };
    enum class Relation { Less, LessEqual, Equal, GreaterEqual, Greater };
    struct Term {
        Field field = Field::Size;
        Relation relation = Relation::Equal;
        std::uint64_t number = 0;
    };
    [[nodiscard]] static std::optional<Term> parseTerm(const QString& text);
    [[nodiscard]] static bool holds(const Term& term, const StepFacts& facts);

    std::vector<QString> m_words;
    std::vector<Term> m_terms;
};

} // namespace batchscope
