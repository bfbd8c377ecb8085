// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/choice.h"
#include "core/session/choice_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace batchscope::choice_rows {

namespace {

using Group = SessionChoice::Group;

constexpr std::array<std::string_view, 5> kRareNames = {"keep", "2", "3", "5", "10"};
constexpr std::array<std::uint32_t, kRareNames.size()> kRareBelow = {0, 2, 3, 5, 10};

/// The number of ReadOptions::rareBelow, as one of a few.
SessionChoice rareWordsChoice() {
    SessionChoice choice{.id = "rare-words",
                         .title = "Rare &words",
                         .tip = "Choose whether rare words become <unk>.",
                         .brief = "rare words: below %1",
                         .group = Group::Read,
                         .redoes = Stage::Treebank,
                         .tips = {"Every word has its own row of the embedding."}};
    choice.names.assign(kRareNames.begin(), kRareNames.end());
    for (std::size_t place = 1; place < kRareNames.size(); ++place) {
        choice.tips.push_back(fmt::format("Words that occur fewer than {} times become <unk>.", kRareNames.at(place)));
    }
    choice.apply = [](SessionConfig& config, std::string_view name) -> Status {
        const Result<std::size_t> place = indexOfName(name, kRareNames, "limit for rare words");
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
    list.push_back(enumeration(
        {.id = "traces",
         .title = "&Traces",
         .tip = "Choose whether empty elements of the Penn Treebank (-NONE-) are kept as leaves.",
         .brief = "traces: %1",
         .group = Group::Read,
         .redoes = Stage::Treebank,
         .option = "--traces",
         .help = "keep or remove leaves labeled -NONE-",
         .needs = {.format = &FormatTraits::constituents, .formatLacks = "empty elements (-NONE-)"},
         .tips = {"Leaves labeled -NONE- are kept.",
                  "Leaves labeled -NONE- are removed, and so are constituents that become empty."}},
        tracesNames(), parseTraces, [](auto& config) -> auto& { return config.read.traces; }));
    list.push_back(enumeration(
        {.id = "labels",
         .title = "&Labels",
         .tip = "Choose how much of each label is used.",
         .brief = "labels: %1",
         .group = Group::Read,
         .redoes = Stage::Treebank,
         .option = "--labels",
         .help = "use whole labels, or only their category (NP of NP-SBJ=1)",
         .needs = {.format = &FormatTraits::labels, .formatLacks = "text labels"},
         .tips = {"Labels as written, for example NP-SBJ-1.",
                  "Labels without function tags and numbers: NP-SBJ-1 becomes NP."}},
        labelTextNames(), parseLabelText, [](auto& config) -> auto& { return config.read.labels; }));
    list.push_back(enumeration(
        {.id = "case",
         .title = "Letter &case",
         .tip = R"(Whether "The" and "the" are the same word.)",
         .brief = "case: %1",
         .group = Group::Read,
         .redoes = Stage::Treebank,
         .option = "--case",
         .help = "letter case of words",
         .needs = {.format = &FormatTraits::words, .formatLacks = "words"},
         .tips = {"Words as written.", "All words in lowercase."}},
        letterCaseNames(), parseLetterCase, [](auto& config) -> auto& { return config.read.letterCase; }));
    list.push_back(enumeration(
        {.id = "escapes",
         .title = "&Escapes",
         .tip = "Whether -LRB- and \\/ in words are decoded.",
         .brief = "escapes: %1",
         .group = Group::Read,
         .redoes = Stage::Treebank,
         .option = "--escapes",
         .help = "keep or decode escapes such as -LRB- and \\/ in words",
         .needs = {.format = &FormatTraits::words, .formatLacks = "words"},
         .tips = {"Escapes as written, for example -LRB-.", "-LRB- becomes (, and \\/ becomes /."}},
        escapesNames(), parseEscapes, [](auto& config) -> auto& { return config.read.escapes; }));
    list.push_back(enumeration(
        {.id = "encoding",
         .title = "E&ncoding",
         .tip = "Choose the character encoding of the files.",
         .brief = "%1",
         .group = Group::Read,
         .redoes = Stage::Treebank,
         .option = "--encoding",
         .help = "encoding of the text",
         .needs = {.format = &FormatTraits::words, .formatLacks = "encoding setting"},
         .tips = {"UTF-8; invalid bytes are errors, reported with their positions.",
                  "ISO 8859-1: every byte is a character."}},
        encodingNames(), parseEncoding, [](auto& config) -> auto& { return config.read.encoding; }));
    list.push_back(rareWordsChoice());
}

} // namespace batchscope::choice_rows
