// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/pass_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace batchscope {

namespace {

Result<PassSet> parsePassSet(std::string_view text) {
    if (text == "all") {
        return PassSet::all();
    }
    if (text == "none") {
        return PassSet();
    }
    PassSet set = text.starts_with('-') ? PassSet::all() : PassSet();
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(','));
        const bool off = word.starts_with('-');
        const std::string_view name = word.substr(off ? 1 : 0);
        const auto entries = passEntries();
        const auto found =
            std::find_if(entries.begin(), entries.end(), [name](const PassEntry& entry) { return name == entry.name; });
        if (found == entries.end()) {
            std::vector<std::string_view> names;
            for (const PassEntry& entry : entries) {
                names.emplace_back(entry.name);
            }
            return Error{ErrorCode::Config, fmt::format("unknown pass '{}'; expected all, none, off, or passes from {}",
                                                        name, fmt::join(names, ", "))};
        }
        set = off ? set.without(found->pass) : set.with(found->pass);
        text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
    return set;
}

} // namespace

Result<PassChoice> parsePassChoice(std::string_view text) {
    if (text == "off") {
        return PassChoice();
    }
    if (text.empty() || text.ends_with(',')) {
        return Error{ErrorCode::Config,
                     fmt::format("expected all, none, off, pass names separated by commas, or -NAME; got '{}'", text)};
    }
    const Result<PassSet> set = parsePassSet(text);
    TRY(set);
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
