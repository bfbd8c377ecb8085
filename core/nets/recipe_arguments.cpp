// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/recipe_arguments.h"

#include "core/words/program_json_words.h"
#include "core/words/program_words.h"
#include "core/words/recipe_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace batchscope {

namespace {

constexpr std::string_view kChildName = "child";

std::optional<std::uint32_t> numberIn(std::string_view text) {
    std::uint32_t number = 0;
    const auto [stop, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = !text.empty() && code == std::errc() && stop == text.data() + text.size();
    return isNumber ? std::optional(number) : std::nullopt;
}

} // namespace

std::optional<std::uint32_t> childNumber(std::string_view name) {
    return name.starts_with(kChildName) ? numberIn(name.substr(kChildName.size())) : std::nullopt;
}

std::string childName(std::int32_t child) {
    return fmt::format("{}{}", kChildName, child);
}

std::optional<RuleArgument> RuleArgumentReader::read(const JsonPlace& place, const RuleScope& scope,
                                                     const RuleSlot& slot, std::int32_t& children) {
    if (!place.value.is_string()) {
        return given(place, slot);
    }
    std::optional<RuleArgument> argument = reference(place, scope, children);
    if (argument) {
        checkSlot(place, *argument, slot);
    }
    return argument;
}

std::optional<RuleArgument> RuleArgumentReader::reference(const JsonPlace& place, const RuleScope& scope,
                                                          std::int32_t& children) {
    if (!place.value.is_string()) {
        m_fault.addFound(place, words::referenceOfRule(scope.names));
        return std::nullopt;
    }
    const std::string_view text = place.value.get_ref<const std::string&>();
    const std::size_t dot = text.find('.');
    const std::string_view name = text.substr(0, dot);
    RuleArgument read;
    const std::uint32_t child = childNumber(name).value_or(UINT32_MAX);
    if (scope.word && text == "word") {
        return read;
    }
    if (scope.children && name == "children") {
        read.source = RuleSource::Children;
    } else if (scope.children && child < kMostRuleChildren) {
        read.source = RuleSource::Child;
        read.child = child;
        children = std::max(children, static_cast<std::int32_t>(child) + 1);
    } else if (!scope.own.empty() && name == scope.own) {
        read.source = RuleSource::Own;
    } else {
        m_fault.addFound(place, words::referenceOfRule(scope.names));
        return std::nullopt;
    }
    const std::optional<std::uint32_t> output = dot == std::string_view::npos
                                                    ? std::optional<std::uint32_t>(m_state.size() == 1 ? 0 : UINT32_MAX)
                                                    : numberIn(text.substr(dot + 1));
    if (!output || *output >= m_state.size()) {
        m_fault.addFound(place, words::outputOfState(m_state.size()));
        return std::nullopt;
    }
    read.output = *output;
    return read;
}

std::optional<RuleArgument> RuleArgumentReader::given(const JsonPlace& place, const RuleSlot& wanted) {
    const ArgumentType& slot = wanted.type;
    const bool isInteger = slot.kind == ArgumentClass::Integer;
    const std::string_view key = isInteger ? "integer" : "constant";
    const bool fits = (isInteger || slot.kind == ArgumentClass::Constant) && place.value.is_object() &&
                      place.value.size() == 1 && place.value.contains(key);
    if (!fits) {
        m_fault.addFound(place, isInteger ? std::string(words::kRowIsNoInteger)
                                : slot.kind == ArgumentClass::Constant
                                    ? words::ofArgumentClass("{\"constant\": [1, 2]}", "constant")
                                    : words::referenceOfRule(words::kNamesInInner));
        return std::nullopt;
    }
    RuleArgument read;
    const JsonPlace value = *place.member(key);
    if (isInteger) {
        read.source = RuleSource::Integer;
        read.integer = static_cast<std::uint32_t>(integerAt(value, {0, std::int64_t{wanted.integerEnd} - 1}, m_fault));
        return read;
    }
    read.source = RuleSource::Constant;
    if (!value.value.is_array() || value.value.size() != static_cast<std::size_t>(slot.width)) {
        m_fault.addFound(value, words::arrayOfNumbers(slot.width));
        return std::nullopt;
    }
    for (std::size_t index = 0; index < value.value.size() && !m_fault.found(); ++index) {
        read.constant.push_back(numberAt(value.element(index), m_fault));
    }
    return read;
}

void RuleArgumentReader::checkSlot(const JsonPlace& place, const RuleArgument& argument, const RuleSlot& wanted) {
    const ArgumentType& slot = wanted.type;
    const bool isWord = argument.source == RuleSource::Word;
    const bool areMany = argument.source == RuleSource::Children;
    if (slot.kind == ArgumentClass::Shared) {
        m_fault.add(place, words::kNoSharedInRule);
    } else if (slot.kind == ArgumentClass::Integer) {
        if (!isWord) {
            m_fault.addFound(place, words::kRowIsNoInteger);
        } else if (wanted.integerEnd < static_cast<std::uint32_t>(m_sizes.vocabulary)) {
            m_fault.add(place, words::tableTooSmall(wanted.integerEnd, m_sizes.vocabulary));
        }
    } else if (isWord) {
        m_fault.addFound(place, words::kWordIsInteger);
    } else if (slot.kind == ArgumentClass::Constant) {
        m_fault.addFound(place, words::ofArgumentClass("{\"constant\": [1, 2]}", "constant"));
    } else if (areMany != (slot.arity == Arity::Any)) {
        m_fault.addFound(place, areMany ? words::kChildrenAreItems : words::kItemsAreChildren);
    } else if (slot.width != m_state[argument.output]) {
        m_fault.addFound(place, words::rowOfWidth(slot.width, m_state[argument.output]));
    }
}

} // namespace batchscope
