// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/choice_parts.h"
#include "core/base/choice.h"

#include <algorithm>
#include <array>

namespace batchscope::choice_parts {

namespace {

constexpr std::array<std::string_view, 5> kRareNames = {"keep", "2", "3", "5", "10"};
constexpr std::array<std::uint32_t, kRareNames.size()> kRareBelow = {0, 2, 3, 5, 10};

/// The number of ReadOptions::rareBelow, as one of a few.
Choice rareWordsChoice() {
    Choice choice = described({"rare-words",
                               QT_TR_NOOP("Rare &words"),
                               QT_TR_NOOP("Whether rare words become <unk>."),
                               QT_TR_NOOP("words below %1 rare"),
                               Choice::Place::Read,
                               {QT_TR_NOOP("Every word has a row of the embedding.")}});
    for (const std::string_view name : kRareNames) {
        choice.tips.append(choice.names.isEmpty()
                               ? choice.tips.takeFirst()
                               : tr("Words that occur fewer than %1 times become <unk>.").arg(fromView(name)));
        choice.names.append(fromView(name));
    }
    choice.apply = [](SessionConfig& config, const std::string& name) -> Status {
        const Result<std::size_t> place = indexOfName(name, kRareNames, "limit for rare words");
        config.read.rareBelow = place ? kRareBelow.at(*place) : config.read.rareBelow;
        return place ? Status(Ok{}) : Status(place.error());
    };
    choice.present = [](const SessionConfig& config) {
        const auto* const found = std::find(kRareBelow.begin(), kRareBelow.end(), config.read.rareBelow);
        return found == kRareBelow.end()
                   ? QString::number(config.read.rareBelow)
                   : fromView(kRareNames.at(static_cast<std::size_t>(found - kRareBelow.begin())));
    };
    return choice;
}

} // namespace

void addReadChoices(std::vector<Choice>& list) {
    list.push_back(enumeration(
        {"traces",
         QT_TR_NOOP("&Traces"),
         QT_TR_NOOP("Whether empty elements of the Penn Treebank (-NONE-) are kept as leaves."),
         QT_TR_NOOP("traces: %1"),
         Choice::Place::Read,
         {QT_TR_NOOP("Leaves labeled -NONE- are kept."),
          QT_TR_NOOP("Leaves labeled -NONE- are removed, and so are constituents that become empty.")}},
        tracesNames(), parseTraces, [](auto& config) -> auto& { return config.read.traces; }));
    list.push_back(enumeration(
        {"labels",
         QT_TR_NOOP("&Labels"),
         QT_TR_NOOP("How much of each label is used."),
         QT_TR_NOOP("labels: %1"),
         Choice::Place::Read,
         {QT_TR_NOOP("NP-SBJ-1 as written."), QT_TR_NOOP("NP of NP-SBJ-1: without function tags and numbers.")}},
        labelTextNames(), parseLabelText, [](auto& config) -> auto& { return config.read.labels; }));
    list.push_back(enumeration(
        {"case",
         QT_TR_NOOP("Letter &case"),
         QT_TR_NOOP("Whether The and the are one word."),
         QT_TR_NOOP("case: %1"),
         Choice::Place::Read,
         {QT_TR_NOOP("Words as written."), QT_TR_NOOP("All words in lower case.")}},
        letterCaseNames(), parseLetterCase, [](auto& config) -> auto& { return config.read.letterCase; }));
    list.push_back(enumeration(
        {"escapes",
         QT_TR_NOOP("&Escapes"),
         QT_TR_NOOP("Whether -LRB- and \\/ in words are decoded."),
         QT_TR_NOOP("escapes: %1"),
         Choice::Place::Read,
         {QT_TR_NOOP("-LRB- as written."), QT_TR_NOOP("( for -LRB-, / for \\/.")}},
        escapesNames(), parseEscapes, [](auto& config) -> auto& { return config.read.escapes; }));
    list.push_back(enumeration(
        {"encoding",
         QT_TR_NOOP("E&ncoding"),
         QT_TR_NOOP("How the bytes of the files encode characters."),
         QT_TR_NOOP("%1"),
         Choice::Place::Read,
         {QT_TR_NOOP("UTF-8; invalid bytes are errors, reported with their positions."),
          QT_TR_NOOP("ISO 8859-1: every byte is a character.")}},
        encodingNames(), parseEncoding, [](auto& config) -> auto& { return config.read.encoding; }));
    list.push_back(rareWordsChoice());
}

} // namespace batchscope::choice_parts
