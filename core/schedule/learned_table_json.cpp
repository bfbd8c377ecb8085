// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/learned_table.h"

#include "core/base/budget.h"
#include "core/base/source_text.h"
#include "core/words/format_words.h"
#include "core/words/json_words.h"
#include "core/words/program_json_words.h"
#include "core/words/schedule_words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace batchscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "batchscope-learned-policy";
constexpr std::uint64_t kVersion = 1;

/// As a message shows it; writing a list that holds lists a million deep would need as deep a stack.
std::string shown(const Json& value) {
    if (value.is_structured()) {
        return std::string(value.is_array() ? words::kJsonArray : words::kJsonObject);
    }
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Reads values of one document; keeps the first fault, after which nothing else is read.
class Reader {
public:
    explicit Reader(const std::string& file) : m_file(file) {}

    [[nodiscard]] bool failed() const { return m_error.has_value(); }
    [[nodiscard]] const Error& error() const { return *m_error; }
    void fail(const std::string& pointer, std::string_view message) {
        if (!m_error) {
            m_error = Error{ErrorCode::Parse, fmt::format("{}: {}", pointer.empty() ? "/" : pointer, message), m_file};
        }
    }
    /// A member of an object; null, with the fault noted, when it is not there. `expected` is what it should be.
    const Json& member(const Json& object, const std::string& pointer, const char* key, std::string_view expected) {
        if (!object.is_object()) {
            fail(pointer, words::foundInJson(shown(object), words::kJsonObject));
            return m_null;
        }
        const auto found = object.find(key);
        if (found == object.end()) {
            fail(pointer, words::missingKey(key, expected));
            return m_null;
        }
        return *found;
    }
    std::uint64_t count(const Json& value, const std::string& pointer) {
        if (!value.is_number_unsigned()) {
            fail(pointer, words::foundInJson(shown(value), words::kNonNegativeInteger));
            return 0;
        }
        return value.get<std::uint64_t>();
    }
    double number(const Json& value, const std::string& pointer) {
        if (!value.is_number() || !std::isfinite(value.get<double>())) {
            fail(pointer, words::foundInJson(shown(value), words::kJsonNumber));
            return 0.0;
        }
        return value.get<double>();
    }
    std::string text(const Json& value, const std::string& pointer) {
        if (!value.is_string()) {
            fail(pointer, words::foundInJson(shown(value), words::kJsonString));
            return {};
        }
        return value.get<std::string>();
    }
    const Json& list(const Json& value, const std::string& pointer) {
        if (!value.is_array()) {
            fail(pointer, words::foundInJson(shown(value), words::kJsonArray));
            return m_empty;
        }
        return value;
    }
    std::uint64_t count(const Json& object, const std::string& pointer, const char* key) {
        return failed() ? 0 : count(member(object, pointer, key, words::kNonNegativeInteger), pointer + "/" + key);
    }

private:
    const std::string& m_file;
    const Json m_null;
    const Json m_empty = Json::array();
    std::optional<Error> m_error;
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

/// Position of the action's signature among those that are ready; notes a fault when it is not one of them.
std::size_t slotOf(Reader& reader, const LearnedState& state, std::uint64_t signature, const std::string& pointer) {
    const auto found = std::find(state.ready.begin(), state.ready.end(), signature);
    if (found == state.ready.end()) {
        reader.fail(pointer, words::signatureNotReady(signature));
        return 0;
    }
    return static_cast<std::size_t>(found - state.ready.begin());
}

LearnedState readState(Reader& reader, const Json& json, const std::string& pointer, std::size_t signatures) {
    LearnedState state;
    for (const Json& ready :
         reader.list(reader.member(json, pointer, "ready", words::kJsonArray), pointer + "/ready")) {
        const std::string here = fmt::format("{}/ready/{}", pointer, state.ready.size());
        const std::uint64_t signature = reader.count(ready, here);
        if (signature >= signatures) {
            reader.fail(here, words::noSuchSignature(signatures, signature));
        }
        if (!state.ready.empty() && signature <= state.ready.back()) { // so that one state has one spelling
            reader.fail(here, words::signatureOutOfOrder(signature, state.ready.back()));
        }
        state.ready.push_back(static_cast<std::uint32_t>(signature));
    }
    if (state.ready.empty()) {
        reader.fail(pointer + "/ready", words::kStateNeedsSignature);
    }
    state.values.resize(state.ready.size(), 0.0);
    state.visits.resize(state.ready.size(), 0);
    std::size_t index = 0;
    for (const Json& action :
         reader.list(reader.member(json, pointer, "actions", words::kJsonArray), pointer + "/actions")) {
        const std::string here = fmt::format("{}/actions/{}", pointer, index++);
        const std::uint64_t signature = reader.count(action, here, "signature");
        const double value = reader.number(reader.member(action, here, "q", words::kJsonNumber), here + "/q");
        const std::uint64_t visits = reader.count(action, here, "visits");
        const std::size_t slot = reader.failed() ? 0 : slotOf(reader, state, signature, here + "/signature");
        if (reader.failed()) {
            break;
        }
        state.values[slot] = value;
        state.visits[slot] = visits;
    }
    return state;
}

LearnedTable readTable(Reader& reader, const Json& json) {
    LearnedTable table;
    const std::string format = reader.text(reader.member(json, "", "format", words::kJsonString), "/format");
    if (format != kFormat) {
        reader.fail("/format", words::foundInJson(shown(format), shown(kFormat)));
    }
    if (const std::uint64_t version = reader.count(json, "", "version"); version != kVersion) {
        reader.fail("/version", words::foundInJson(std::to_string(version), std::to_string(kVersion)));
    }
    table.net = reader.text(reader.member(json, "", "net", words::kJsonString), "/net");
    table.seed = reader.count(json, "", "seed");
    table.episodes = reader.count(json, "", "episodes");
    table.nodes = reader.count(json, "", "nodes");
    table.batches = reader.count(json, "", "batches");
    table.lowerBound = reader.count(json, "", "lower_bound");
    for (const Json& name : reader.list(reader.member(json, "", "signatures", words::kJsonArray), "/signatures")) {
        const std::string here = fmt::format("/signatures/{}", table.signatures.size());
        table.signatures.push_back(reader.text(name, here));
        if (std::find(table.signatures.begin(), table.signatures.end() - 1, table.signatures.back()) !=
            table.signatures.end() - 1) {
            reader.fail(here, words::duplicateSignature(table.signatures.back()));
        }
    }
    std::set<std::vector<std::uint32_t>> seen;
    for (const Json& state : reader.list(reader.member(json, "", "states", words::kJsonArray), "/states")) {
        if (reader.failed()) {
            break;
        }
        const std::string here = fmt::format("/states/{}", table.states.size());
        table.states.push_back(readState(reader, state, here, table.signatures.size()));
        if (!seen.insert(table.states.back().ready).second) { // two would leave open which one holds
            reader.fail(here, words::kDuplicateState);
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
    if (const Status fits = checkJsonFits(text, file, inputLimit()); !fits) {
        return fits.error();
    }
    Json document;
    try { // the library says where it stopped only in what it throws
        document = Json::parse(text);
    } catch (const Json::parse_error& fault) {
        const std::size_t byte = fault.byte == 0 ? 0 : fault.byte - 1;
        return Error{ErrorCode::Parse, std::string(words::kTableIsNotJson), file, positionAt(text, byte)};
    } catch (const Json::out_of_range&) { // it does not say where
        return Error{ErrorCode::Parse, std::string(words::kNumberBeyond64Bits), file};
    }
    Reader reader(file);
    LearnedTable table = readTable(reader, document);
    if (reader.failed()) {
        return reader.error();
    }
    return table;
}

} // namespace batchscope
