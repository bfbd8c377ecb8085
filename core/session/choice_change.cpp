// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/choice_change.h"

#include "core/session/session_choice.h"
#include "core/words/choice_words.h"
#include "core/words/remedy_words.h"

namespace batchscope {

namespace {

/// The title of the value, where people know it by one.
std::string shownValue(const SessionChoice& choice, const std::string& name) {
    for (std::size_t index = 0; index < choice.titles.size(); ++index) {
        if (choice.names[index] == name) {
            return choice.titles[index];
        }
    }
    return name;
}

} // namespace

SessionConfig withChoicesOf(const SessionConfig& choices, const SessionConfig& present) {
    SessionConfig config = choices;
    config.aspect = present.aspect;
    config.threads = present.threads;
    return config;
}

bool sameChoices(const SessionConfig& left, const SessionConfig& right) {
    return withChoicesOf(left, right) == right;
}

std::string choiceChangeText(const SessionConfig& before, const SessionConfig& after) {
    std::vector<std::string> changes;
    const auto note = [&changes](bool differs, std::string text) {
        if (differs) {
            changes.push_back(std::move(text));
        }
    };
    if (before.files != after.files) {
        return std::string(words::kFilesChoice);
    }
    for (const SessionChoice& choice : sessionChoices()) {
        const std::string value = choice.present(after);
        note(choice.present(before) != value, words::changedChoice(choice.title, shownValue(choice, value)));
    }
    note(before.given != after.given && before.policy == after.policy, std::string(words::kScheduleChoice));
    note(before.graph.trees != after.graph.trees || before.graph.picked != after.graph.picked,
         std::string(words::kTreesChoice));
    note(before.graph.dim != after.graph.dim, std::string(words::kDimChoice));
    note(before.seed != after.seed, std::string(words::kSeedChoice));
    note(before.weights != after.weights, std::string(words::kWeightsChoice));
    if (changes.size() == 1) {
        return changes.front();
    }
    return changes.empty() && sameChoices(before, after) ? std::string() : std::string(words::kSeveralChoices);
}

} // namespace batchscope
