// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: how choices are made of the names that core gives and the words that people read. Only for choices*.cpp.
#pragma once

#include "app/choices.h"

#include <QCoreApplication>

#include <span>
#include <string_view>
#include <vector>

namespace batchscope::choice_parts {

inline QString tr(const char* text) {
    return QCoreApplication::translate("batchscope::choices", text);
}

inline QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// What a choice is called, before its values.
struct Words {
    const char* id;
    const char* title;
    const char* tip;
    const char* brief;
    Choice::Place place;
    std::vector<const char*> tips;
};

inline Choice described(const Words& words) {
    Choice choice;
    choice.id = QString::fromLatin1(words.id);
    choice.title = tr(words.title);
    choice.tip = tr(words.tip);
    choice.brief = tr(words.brief);
    choice.place = words.place;
    for (const char* tip : words.tips) {
        choice.tips.append(tr(tip));
    }
    return choice;
}

/// An enumeration of the config: `names` in its order, `parse` of core, `member` a function that gives the reference.
template <typename Parse, typename Member>
Choice enumeration(const Words& words, std::span<const std::string_view> names, Parse parse, Member member) {
    Choice choice = described(words);
    for (const std::string_view name : names) {
        choice.names.append(fromView(name));
    }
    choice.apply = [parse, member](SessionConfig& config, const std::string& name) -> Status {
        const auto value = parse(name);
        if (!value) {
            return value.error();
        }
        member(config) = *value;
        return Ok{};
    };
    choice.present = [list = choice.names, member](const SessionConfig& config) {
        return list[static_cast<qsizetype>(member(config))];
    };
    return choice;
}

/// How text becomes trees.
void addReadChoices(std::vector<Choice>& list);

} // namespace batchscope::choice_parts
