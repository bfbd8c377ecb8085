// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/label_classes.h"

#include "core/base/check.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace batchscope {

namespace {

/// Digits keep their numbers even if a file lacks some of them: a part of SST need not contain every label.
constexpr std::int32_t kDigits = 10;

const std::vector<std::uint64_t>& countsAt(const Treebank& bank, LabelsAt at) {
    switch (at) {
    case LabelsAt::Words: return bank.wordLabelCounts;
    case LabelsAt::Roots: return bank.rootLabelCounts;
    case LabelsAt::Nodes: break;
    }
    return bank.labelCounts;
}

/// The number in a label, in canonical form only, so that no two labels share a number: "07" and "+7" are names.
std::optional<std::int32_t> wholeNumber(std::string_view label) {
    std::int32_t number = 0;
    const auto [end, code] = std::from_chars(label.data(), label.data() + label.size(), number);
    const bool isNumber = code == std::errc() && end == label.data() + label.size() && number >= 0;
    const bool hasLeadingZero = label.size() > 1 && label.front() == '0';
    return isNumber && !hasLeadingZero && label != "-0" ? std::optional(number) : std::nullopt;
}

} // namespace

LabelClasses::LabelClasses(const Treebank& bank, LabelsAt at) {
    const std::vector<std::uint64_t>& counts = countsAt(bank, at);
    m_classes.assign(bank.labels.size(), kNoTarget);
    m_areOfModel = !bank.classLabels.empty();
    if (m_areOfModel) {
        m_size = static_cast<std::int32_t>(bank.classLabels.size());
        for (std::int32_t number = 0; number < m_size; ++number) {
            if (const SymbolId label = bank.labels.find(bank.classLabels[static_cast<std::size_t>(number)]);
                label.valid()) {
                m_classes[label.index()] = number;
            }
        }
        return;
    }
    std::int32_t largest = -1;
    m_areNumbers = true;
    for (std::size_t index = 0; index < counts.size(); ++index) {
        if (counts[index] == 0) { // occurs only in damaged trees or at other nodes
            continue;
        }
        m_classes[index] = m_size++;
        const std::optional<std::int32_t> number =
            m_areNumbers ? wholeNumber(bank.labels.text(SymbolId(index))) : std::nullopt;
        m_areNumbers = number.has_value();
        largest = std::max(largest, number.value_or(-1));
    }
    m_areNumbers = m_areNumbers && m_size > 0 && (largest < kDigits || largest == m_size - 1);
    if (!m_areNumbers) {
        return;
    }
    m_size = largest + 1;
    for (std::size_t index = 0; index < m_classes.size(); ++index) {
        if (m_classes[index] != kNoTarget) {
            m_classes[index] = *wholeNumber(bank.labels.text(SymbolId(index)));
        }
    }
}

bool LabelClasses::contains(SymbolId label) const {
    const bool isListed = label.index() < m_classes.size() && m_classes[label.index()] != kNoTarget;
    return label.valid() && (m_areOfModel || isListed);
}

std::int32_t LabelClasses::classOf(SymbolId label) const {
    if (!label.valid()) {
        return kNoTarget;
    }
    BATCHSCOPE_CHECK(contains(label));
    return label.index() < m_classes.size() ? m_classes[label.index()] : kNoTarget;
}

std::vector<LabelClass> labelTable(const Treebank& bank, LabelsAt at) {
    const LabelClasses classes(bank, at);
    const std::vector<std::uint64_t>& counts = countsAt(bank, at);
    std::vector<LabelClass> table(static_cast<std::size_t>(classes.size()));
    for (std::size_t number = 0; number < table.size(); ++number) {
        table[number].number = static_cast<std::int32_t>(number);
        table[number].label = bank.classLabels.empty() ? std::to_string(number) : bank.classLabels[number];
    }
    for (std::size_t index = 0; index < counts.size(); ++index) {
        const SymbolId label(index);
        if (classes.contains(label) && classes.classOf(label) != kNoTarget) {
            LabelClass& line = table[static_cast<std::size_t>(classes.classOf(label))];
            line.label = bank.labels.text(label);
            line.count = counts[index];
        }
    }
    return table;
}

} // namespace batchscope
