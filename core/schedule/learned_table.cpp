// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/learned_table.h"

#include "core/base/json_document.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace batchscope {

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

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "batchscope-learned-policy";
constexpr std::uint64_t kVersion = 1;

Json toJson(const LearnedState& state) {
    Json actions = Json::array();
    for (std::size_t action = 0; action < state.ready.size(); ++action) {
        if (state.visits[action] > 0) {
            actions.push_back(
                {{"signature", state.ready[action]}, {"q", state.values[action]}, {"visits", state.visits[action]}});
        }
    }
    return {{"ready", state.ready}, {"actions", actions}};
}

LearnedState readState(const JsonValue& json, std::size_t signatures) {
    LearnedState state;
    const JsonValue ready = json["ready"];
    ready.forEach([&](const JsonValue& each) {
        const std::uint64_t signature = each.count();
        if (signature >= signatures) {
            each.fail(fmt::format("there are {} signatures, numbered from 0; got {}", signatures, signature));
        } else if (!state.ready.empty() && signature <= state.ready.back()) { // so that one state has one spelling
            each.fail(
                fmt::format("signatures must be in ascending order, but {} follows {}", signature, state.ready.back()));
        }
        state.ready.push_back(static_cast<std::uint32_t>(signature));
    });
    if (state.ready.empty()) {
        ready.fail("a state needs at least one ready signature");
    }
    state.values.resize(state.ready.size(), 0.0);
    state.visits.resize(state.ready.size(), 0);
    json["actions"].forEach([&](const JsonValue& action) {
        const std::uint64_t signature = action["signature"].count();
        const auto slot = std::find(state.ready.begin(), state.ready.end(), signature);
        if (slot == state.ready.end()) {
            action["signature"].fail(fmt::format("signature {} is not ready in this state", signature));
            return;
        }
        state.values[static_cast<std::size_t>(slot - state.ready.begin())] = action["q"].number();
        state.visits[static_cast<std::size_t>(slot - state.ready.begin())] = action["visits"].count();
    });
    return state;
}

LearnedTable readTable(const JsonValue& json) {
    if (json["format"].text() != kFormat) {
        json["format"].failFound(fmt::format("\"{}\"", kFormat));
    }
    if (json["version"].count() != kVersion) {
        json["version"].failFound(std::to_string(kVersion));
    }
    LearnedTable table{.net = std::string(json["net"].text()),
                       .seed = json["seed"].count(),
                       .episodes = json["episodes"].count(),
                       .nodes = json["nodes"].count(),
                       .batches = json["batches"].count(),
                       .lowerBound = json["lower_bound"].count(),
                       .signatures = {}};
    std::set<std::string_view> names;
    json["signatures"].forEach([&](const JsonValue& name) {
        table.signatures.emplace_back(name.text());
        if (!names.insert(name.text()).second) {
            name.fail(fmt::format("duplicate signature '{}'; remove one", name.text()));
        }
    });
    std::set<std::vector<std::uint32_t>> seen;
    json["states"].forEach([&](const JsonValue& state) {
        table.states.push_back(readState(state, table.signatures.size()));
        if (!seen.insert(table.states.back().ready).second) { // two would leave open which one holds
            state.fail("duplicate state; remove one");
        }
    });
    return table;
}

} // namespace

std::string learnedTableJson(const LearnedTable& table) {
    Json states = Json::array();
    for (const LearnedState& state : table.states) {
        states.push_back(toJson(state));
    }
    const Json document = {{"format", kFormat},
                           {"version", kVersion},
                           {"net", table.net},
                           {"seed", table.seed},
                           {"episodes", table.episodes},
                           {"nodes", table.nodes},
                           {"batches", table.batches},
                           {"lower_bound", table.lowerBound},
                           {"signatures", table.signatures},
                           {"states", states}};
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<LearnedTable> parseLearnedTable(std::string_view text, const std::string& file) {
    const Result<JsonDocument> json = JsonDocument::parse(text, file);
    TRY(json);
    LearnedTable table = readTable(json->top());
    TRY(json->status());
    return table;
}

} // namespace batchscope
