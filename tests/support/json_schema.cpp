// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/json_schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace batchscope::testing {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 8> kKeywords = {"$schema",  "title",      "description", "type",
                                                       "required", "properties", "items",       "enum"};

bool isOfType(const json& value, const std::string& type) {
    return type == "integer"   ? value.is_number_integer()
           : value.is_number() ? type == "number"
                               : value.type_name() == type;
}

class SchemaReader {
public:
    void check(const json& schema, const json& value, const std::string& place) {
        for (const auto& [keyword, rule] : schema.items()) {
            if (std::find(kKeywords.begin(), kKeywords.end(), keyword) == kKeywords.end()) {
                fault(place, fmt::format("the schema has the keyword {}, which is not known here", keyword));
            }
        }
        if (schema.contains("type")) {
            checkType(schema["type"], value, place);
        }
        if (schema.contains("enum") &&
            std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end()) {
            fault(place, fmt::format("{} is none of {}", value.dump(), schema["enum"].dump()));
        }
        if (value.is_object()) {
            checkKeys(schema, value, place);
        }
        for (std::size_t index = 0; value.is_array() && schema.contains("items") && index < value.size(); ++index) {
            check(schema["items"], value[index], fmt::format("{}[{}]", place, index));
        }
    }

    std::vector<std::string> faults;

private:
    void fault(const std::string& place, const std::string& text) {
        faults.push_back(fmt::format("{}: {}", place, text));
    }

    void checkType(const json& type, const json& value, const std::string& place) {
        const json types = type.is_array() ? type : json::array({type});
        if (std::none_of(types.begin(), types.end(), [&](const json& each) { return isOfType(value, each); })) {
            fault(place, fmt::format("expected {}, found {}", fmt::join(types.get<std::vector<std::string>>(), " or "),
                                     value.type_name()));
        }
    }

    void checkKeys(const json& schema, const json& value, const std::string& place) {
        for (const json& key : schema.value("required", json::array())) {
            if (!value.contains(key)) {
                fault(place, fmt::format("{} is missing", key.get<std::string>()));
            }
        }
        const json properties = schema.value("properties", json::object());
        for (const auto& [key, inner] : value.items()) {
            if (properties.contains(key)) {
                check(properties[key], inner, place.empty() ? key : fmt::format("{}.{}", place, key));
            } else {
                fault(place, fmt::format("{} is not described", key));
            }
        }
    }
};

} // namespace

std::vector<std::string> schemaFaults(const json& schema, const json& document) {
    SchemaReader reader;
    reader.check(schema, document, "");
    return reader.faults;
}

} // namespace batchscope::testing
