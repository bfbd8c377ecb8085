// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/learned_table.h"

#include "core/base/budget.h"
#include "core/base/counted.h"
#include "core/base/source_text.h"
#include "core/words/json_words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

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
    std::string out =
        fmt::format("learned on {}, {}: {} after {} (seed {}); lower bound {}\n", table.net,
                    counted(table.nodes, words::kNode), counted(table.batches, words::kBatch),
                    counted(table.episodes, {"episode", "episodes"}), table.seed, withThousands(table.lowerBound));
    const std::vector<std::string> names = shortNames(table.signatures);
    TextTable rows({{"ready", Align::Left}, {"", Align::Left}, {"runs", Align::Left}, {"Q"}, {"visits"}});
    const std::size_t shown = std::min(table.states.size(), mostStates);
    for (std::size_t index = 0; index < shown; ++index) {
        addState(table.states[index], names, rows);
    }
    out += rows.text();
    if (shown < table.states.size()) {
        const std::size_t more = table.states.size() - shown;
        out += fmt::format("… {} more {}\n", withThousands(more), more == 1 ? "state" : "states");
    }
    return out;
}

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "batchscope-learned-policy";
constexpr std::uint64_t kVersion = 1;

/// What is wrong with a document: thrown by TableValue, caught by parseLearnedTable.
struct TableFault {
    std::string message;
};

/// A value of the document, and the path to it.
class TableValue {
public:
    TableValue(const Json& value, std::string path) : m_value(value), m_path(std::move(path)) {}

    [[noreturn]] void fail(std::string_view message) const {
        throw TableFault{fmt::format("{}: {}", m_path.empty() ? "/" : m_path, message)};
    }
    [[nodiscard]] TableValue member(const char* key) const {
        require(m_value.is_object(), words::kJsonObject);
        const auto found = m_value.find(key);
        if (found == m_value.end()) {
            fail(words::missingKey(key, words::kJsonValue));
        }
        return {*found, fmt::format("{}/{}", m_path, key)};
    }
    [[nodiscard]] std::uint64_t count() const {
        require(m_value.is_number_unsigned(), words::kNonNegativeInteger);
        return m_value.get<std::uint64_t>();
    }
    [[nodiscard]] double number() const {
        require(m_value.is_number() && std::isfinite(m_value.get<double>()), words::kJsonNumber);
        return m_value.get<double>();
    }
    [[nodiscard]] std::string text() const {
        require(m_value.is_string(), words::kJsonString);
        return m_value.get<std::string>();
    }
    [[nodiscard]] std::vector<TableValue> elements() const {
        require(m_value.is_array(), words::kJsonArray);
        std::vector<TableValue> places;
        for (const Json& element : m_value) {
            places.emplace_back(element, fmt::format("{}/{}", m_path, places.size()));
        }
        return places;
    }

private:
    /// Lists and objects are not written out: they may be deep.
    void require(bool isRight, std::string_view expected) const {
        if (!isRight) {
            fail(words::foundInJson(m_value.is_array() ? std::string(words::kJsonArray)
                                    : m_value.is_object()
                                        ? std::string(words::kJsonObject)
                                        : m_value.dump(-1, ' ', false, Json::error_handler_t::replace),
                                    expected));
        }
    }

    const Json& m_value;
    std::string m_path;
};

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

LearnedState readState(const TableValue& json, std::size_t signatures) {
    LearnedState state;
    const TableValue ready = json.member("ready");
    for (const TableValue& each : ready.elements()) {
        const std::uint64_t signature = each.count();
        if (signature >= signatures) {
            each.fail(fmt::format("there are {} signatures, numbered from 0; got {}", signatures, signature));
        }
        if (!state.ready.empty() && signature <= state.ready.back()) { // so that one state has one spelling
            each.fail(
                fmt::format("signatures must be in ascending order, but {} follows {}", signature, state.ready.back()));
        }
        state.ready.push_back(static_cast<std::uint32_t>(signature));
    }
    if (state.ready.empty()) {
        ready.fail("a state needs at least one ready signature");
    }
    state.values.resize(state.ready.size(), 0.0);
    state.visits.resize(state.ready.size(), 0);
    for (const TableValue& action : json.member("actions").elements()) {
        const TableValue signature = action.member("signature");
        const auto slot = std::find(state.ready.begin(), state.ready.end(), signature.count()) - state.ready.begin();
        if (static_cast<std::size_t>(slot) == state.ready.size()) {
            signature.fail(fmt::format("signature {} is not ready in this state", signature.count()));
        }
        state.values[static_cast<std::size_t>(slot)] = action.member("q").number();
        state.visits[static_cast<std::size_t>(slot)] = action.member("visits").count();
    }
    return state;
}

LearnedTable readTable(const TableValue& json) {
    if (const TableValue format = json.member("format"); format.text() != kFormat) {
        format.fail(words::foundInJson(fmt::format("\"{}\"", format.text()), fmt::format("\"{}\"", kFormat)));
    }
    if (const TableValue version = json.member("version"); version.count() != kVersion) {
        version.fail(words::foundInJson(std::to_string(version.count()), std::to_string(kVersion)));
    }
    LearnedTable table{.net = json.member("net").text(),
                       .seed = json.member("seed").count(),
                       .episodes = json.member("episodes").count(),
                       .nodes = json.member("nodes").count(),
                       .batches = json.member("batches").count(),
                       .lowerBound = json.member("lower_bound").count(),
                       .signatures = {}};
    std::set<std::string> names;
    for (const TableValue& name : json.member("signatures").elements()) {
        table.signatures.push_back(name.text());
        if (!names.insert(name.text()).second) {
            name.fail(fmt::format("duplicate signature '{}'; remove one", name.text()));
        }
    }
    std::set<std::vector<std::uint32_t>> seen;
    for (const TableValue& state : json.member("states").elements()) {
        table.states.push_back(readState(state, table.signatures.size()));
        if (!seen.insert(table.states.back().ready).second) { // two would leave open which one holds
            state.fail("duplicate state; remove one");
        }
    }
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
    TRY(checkJsonFits(text, file, inputLimit()));
    try { // the library says where it stopped only in what it throws
        return readTable(TableValue(Json::parse(text), {}));
    } catch (const Json::parse_error& fault) {
        const std::size_t byte = fault.byte == 0 ? 0 : fault.byte - 1;
        return Error{ErrorCode::Parse, "this is not JSON", file, positionAt(text, byte)};
    } catch (const Json::out_of_range&) { // it does not say where
        return Error{ErrorCode::Parse, std::string(words::kNumberBeyond64Bits), file};
    } catch (const TableFault& fault) {
        return Error{ErrorCode::Parse, fault.message, file};
    }
}

} // namespace batchscope
