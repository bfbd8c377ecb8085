// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/choice_keys.h"

#include <algorithm>

namespace batchscope {

std::vector<const SessionChoice*> measuredChoices() {
    std::vector<const SessionChoice*> list;
    for (const SessionChoice& choice : sessionChoices()) {
        if (choice.group != SessionChoice::Group::Picture && !choice.option.empty()) {
            list.push_back(&choice);
        }
    }
    return list;
}

std::string keyOf(const SessionChoice& choice) {
    std::string key = choice.option.substr(2);
    std::replace(key.begin(), key.end(), '-', '_');
    return key;
}

SessionConfig measuredConfig(const BenchDocument& document) {
    SessionConfig config;
    config.read = document.read;
    config.graph = document.config.graph;
    config.run = document.config.run;
    return config;
}

} // namespace batchscope
