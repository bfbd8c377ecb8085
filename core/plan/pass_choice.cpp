// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/pass_choice.h"

#include "core/words/pass_words.h"

namespace batchscope {

Result<PassChoice> parsePassChoice(std::string_view text) {
    if (text == "off") {
        return PassChoice();
    }
    if (text.empty() || text.ends_with(',')) {
        return Error{ErrorCode::Config, words::noPassChoice(text)};
    }
    const Result<PassSet> set = parsePassSet(text);
    if (!set) {
        return set.error();
    }
    return PassChoice(*set);
}

std::string passChoiceText(PassChoice choice) {
    return choice ? passSetText(*choice) : "off";
}

std::vector<PassSet> ablationSets() {
    std::vector<PassSet> sets = {PassSet()};
    for (const PassEntry& entry : passEntries()) {
        sets.push_back(sets.back().with(entry.pass));
    }
    return sets;
}

} // namespace batchscope
