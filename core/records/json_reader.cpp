// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/json_reader.h"

#include "core/records/bench_json.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

std::string pathOf(const std::string& path, const char* key) {
    return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

} // namespace

const Json* JsonReader::find(const char* key) const {
    const auto found = m_object.find(key);
    return found == m_object.end() ? nullptr : &*found;
}

void JsonReader::fail(const char* key, std::string_view expected) {
    if (!m_fault) {
        m_fault = wrongValue(m_place.file, pathOf(m_place.path, key), expected);
    }
}

JsonReader JsonReader::inside(const char* key) const {
    static const Json kNothing;
    const Json* const found = find(key);
    return {found == nullptr ? kNothing : *found, {m_place.file, pathOf(m_place.path, key)}, m_fault};
}

} // namespace batchscope
