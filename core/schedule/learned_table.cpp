// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/learned_table.h"

#include "core/base/text.h"
#include "core/words/schedule_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace batchscope {

namespace {

/// `leaf(integer)` → `leaf`, unless two signatures would then read alike.
std::vector<std::string> shortNames(const std::vector<std::string>& names) {
    std::map<std::string, std::size_t> uses;
    std::vector<std::string> result;
    result.reserve(names.size());
    for (const std::string& name : names) {
        result.push_back(name.substr(0, name.find('(')));
        ++uses[result.back()];
    }
    for (std::size_t index = 0; index < names.size(); ++index) {
        if (uses[result[index]] > 1) {
            result[index] = names[index];
        }
    }
    return result;
}

std::string stateText(const LearnedState& state, const std::vector<std::string>& names) {
    std::string text;
    for (const std::uint32_t signature : state.ready) {
        text += (text.empty() ? "" : ", ") + names[signature];
    }
    return text;
}

void addState(const LearnedState& state, const std::vector<std::string>& names, TextTable& table) {
    const std::size_t best = state.best();
    std::vector<std::size_t> order(state.ready.size());
    for (std::size_t action = 0; action < order.size(); ++action) {
        order[action] = action;
    }
    std::stable_partition(order.begin(), order.end(), [&](std::size_t action) { return action == best; });
    bool isFirst = true;
    for (const std::size_t action : order) {
        const bool tried = state.visits[action] > 0;
        table.add({isFirst ? stateText(state, names) : "", isFirst ? "→" : "", names[state.ready[action]],
                   tried ? fmt::format("{:.3f}", state.values[action]) : "-", withThousands(state.visits[action])});
        isFirst = false;
    }
}

} // namespace

std::size_t LearnedState::best() const {
    std::size_t best = ready.size();
    for (std::size_t action = 0; action < ready.size(); ++action) {
        if (visits[action] > 0 && (best == ready.size() || values[action] > values[best])) {
            best = action;
        }
    }
    return best;
}

std::vector<std::string> signatureNames(const OpGraph& graph) {
    std::map<std::string, std::size_t> uses;
    std::vector<std::string> names;
    names.reserve(graph.signatures.size());
    for (std::size_t index = 0; index < graph.signatures.size(); ++index) {
        std::string name = signatureText(graph.signatures[SignatureId(index)], graph.ops);
        const std::size_t use = ++uses[name];
        names.push_back(use == 1 ? std::move(name) : fmt::format("{} #{}", name, use));
    }
    return names;
}

std::string learnedTableText(const LearnedTable& table, std::size_t mostStates) {
    std::string out = words::learnedTableHeading({.net = table.net,
                                                  .nodes = {table.nodes, withThousands(table.nodes)},
                                                  .batches = {table.batches, withThousands(table.batches)},
                                                  .episodes = {table.episodes, withThousands(table.episodes)},
                                                  .seed = table.seed,
                                                  .lowerBound = withThousands(table.lowerBound)});
    const std::vector<std::string> names = shortNames(table.signatures);
    TextTable rows({{"ready", Align::Left}, {"", Align::Left}, {"runs", Align::Left}, {"Q"}, {"visits"}});
    const std::size_t shown = std::min(table.states.size(), mostStates);
    for (std::size_t index = 0; index < shown; ++index) {
        addState(table.states[index], names, rows);
    }
    out += rows.text();
    if (shown < table.states.size()) {
        const std::size_t more = table.states.size() - shown;
        out += words::moreStates({more, withThousands(more)});
    }
    return out;
}

} // namespace batchscope
