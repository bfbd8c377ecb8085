// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/json.h"

template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace batchscope {

std::string jsonText(const Json& document) {
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string jsonLine(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json toJson(const Cell::Value& value) {
    return std::visit(
        [](const auto& held) -> Json {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
                return nullptr;
            } else {
                return held;
            }
        },
        value);
}

Json toJson(const PhaseSeconds& seconds) {
    return {{"parse", seconds.parse},     {"build", seconds.build},     {"schedule", seconds.schedule},
            {"plan", seconds.plan},       {"gather", seconds.gather},   {"compute", seconds.compute},
            {"scatter", seconds.scatter}, {"readout", seconds.readout}, {"backward", seconds.backward},
            {"update", seconds.update},   {"total", seconds.total()}};
}

Error wrongValue(const std::string& file, std::string_view place, std::string_view expected) {
    return Error{ErrorCode::Parse, fmt::format("{} is missing or is not {}", place, expected), file};
}

std::string JsonReader::pathOf(std::string_view key) const {
    return m_place.path.empty() ? std::string(key) : fmt::format("{}.{}", m_place.path, key);
}

const Json* JsonReader::find(const char* key) const {
    const auto found = m_object.find(key);
    return found == m_object.end() ? nullptr : &*found;
}

void JsonReader::fail(const char* key, std::string_view expected) {
    if (!m_fault) {
        m_fault = wrongValue(m_place.file, pathOf(key), expected);
    }
}

JsonReader JsonReader::inside(const char* key) const {
    static const Json kNothing;
    const Json* const found = find(key);
    return {found == nullptr ? kNothing : *found, {m_place.file, pathOf(key)}, m_fault};
}

} // namespace batchscope
