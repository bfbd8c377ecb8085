// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/choice.h"
#include "core/session/choice_rows.h"
#include "core/words/choice_words.h"

#include <algorithm>
#include <array>

namespace batchscope::choice_rows {

namespace {

SessionChoice tracesChoice() {
    return enumeration(
        worded({.id = "traces",
                .group = SessionChoice::Group::Read,
                .from = Interface::Learn,
                .redoes = Stage::Treebank,
                .option = "--traces",
                .needs = {.format = &FormatTraits::constituents}},
               words::kTracesChoice),
        [](auto& config) -> auto& { return config.read.traces; });
}

SessionChoice labelsChoice() {
    return enumeration(
        worded({.id = "labels",
                .group = SessionChoice::Group::Read,
                .redoes = Stage::Treebank,
                .option = "--labels",
                .needs = {.format = &FormatTraits::labels}},
               words::kLabelsChoice),
        [](auto& config) -> auto& { return config.read.labels; });
}

SessionChoice letterCaseChoice() {
    return enumeration(
        worded({.id = "case",
                .group = SessionChoice::Group::Read,
                .redoes = Stage::Treebank,
                .option = "--case",
                .needs = {.format = &FormatTraits::words}},
               words::kLetterCaseChoice),
        [](auto& config) -> auto& { return config.read.letterCase; });
}

SessionChoice escapesChoice() {
    return enumeration(
        worded({.id = "escapes",
                .group = SessionChoice::Group::Read,
                .redoes = Stage::Treebank,
                .option = "--escapes",
                .needs = {.format = &FormatTraits::words}},
               words::kEscapesChoice),
        [](auto& config) -> auto& { return config.read.escapes; });
}

SessionChoice encodingChoice() {
    return enumeration(
        worded({.id = "encoding",
                .group = SessionChoice::Group::Read,
                .redoes = Stage::Treebank,
                .option = "--encoding",
                .needs = {.format = &FormatTraits::words}},
               words::kEncodingChoice),
        [](auto& config) -> auto& { return config.read.encoding; });
}

constexpr std::array<std::string_view, 5> kRareNames = {"keep", "2", "3", "5", "10"};
constexpr std::array<std::uint32_t, kRareNames.size()> kRareBelow = {0, 2, 3, 5, 10};

/// The number of ReadOptions::rareBelow, as one of a few.
SessionChoice rareWordsChoice() {
    SessionChoice choice = worded({.id = "rare-words", .group = SessionChoice::Group::Read, .redoes = Stage::Treebank},
                                  words::kRareWordsChoice);
    choice.names.assign(kRareNames.begin(), kRareNames.end());
    for (std::size_t place = 1; place < kRareNames.size(); ++place) {
        choice.tips.push_back(words::rareWordsTip(kRareNames.at(place)));
    }
    choice.apply = [](SessionConfig& config, std::string_view name) -> Status {
        const Result<std::size_t> place = indexOfName(name, kRareNames, words::kRareWordsLimit);
        config.read.rareBelow = place ? kRareBelow.at(*place) : config.read.rareBelow;
        return place ? Status(Ok{}) : Status(place.error());
    };
    choice.present = [](const SessionConfig& config) {
        const auto* const found = std::find(kRareBelow.begin(), kRareBelow.end(), config.read.rareBelow);
        return found == kRareBelow.end()
                   ? std::to_string(config.read.rareBelow)
                   : std::string(kRareNames.at(static_cast<std::size_t>(found - kRareBelow.begin())));
    };
    return choice;
}

} // namespace

void addReadingChoices(std::vector<SessionChoice>& list) {
    list.push_back(tracesChoice());
    list.push_back(labelsChoice());
    list.push_back(letterCaseChoice());
    list.push_back(escapesChoice());
    list.push_back(encodingChoice());
    list.push_back(rareWordsChoice());
}

} // namespace batchscope::choice_rows
