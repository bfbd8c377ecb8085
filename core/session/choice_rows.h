// SPDX-License-Identifier: GPL-3.0-or-later
//
// How rows of the table of choices are made. Only for the files that hold rows.
#pragma once

#include "core/base/choice.h"
#include "core/session/session_choice.h"
#include "core/words/choice_words.h"

#include <type_traits>
#include <utility>

namespace batchscope::choice_rows {

/// The row, with what is said of it.
template <std::size_t Values>
SessionChoice worded(SessionChoice row, const words::ChoiceWords<Values>& said) {
    row.title = said.title;
    row.tip = said.tip;
    row.brief = said.brief;
    row.help = said.help;
    row.needs.formatLacks = said.formatLacks;
    row.needs.netReason = said.netReason;
    row.needs.programReason = said.programReason;
    row.tips.assign(said.tips.begin(), said.tips.end());
    return row;
}

/// A row for an enumeration of the config: `names` in its order, `parse` of the room that owns it, `member` a function
/// that gives the reference. Fills names, apply and present.
template <typename Parse, typename Member>
SessionChoice enumeration(SessionChoice row, std::span<const std::string_view> names, Parse parse, Member member) {
    row.names.assign(names.begin(), names.end());
    row.apply = [parse, member](SessionConfig& config, std::string_view name) -> Status {
        const auto value = parse(name);
        if (!value) {
            return value.error();
        }
        member(config) = *value;
        return Ok{};
    };
    row.present = [list = row.names, member](const SessionConfig& config) {
        return list[static_cast<std::size_t>(member(config))];
    };
    return row;
}

template <typename Member>
SessionChoice enumeration(SessionChoice row, Member member) {
    using Enum = std::remove_cvref_t<decltype(member(std::declval<SessionConfig&>()))>;
    return enumeration(std::move(row), enumNames<Enum>(), parseEnum<Enum>, member);
}

/// How text becomes trees.
void addReadingChoices(std::vector<SessionChoice>& list);

} // namespace batchscope::choice_rows
