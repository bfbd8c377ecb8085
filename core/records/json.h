// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON as this program writes it: keys in the order in which they were added, two spaces, and a line end behind it.
#pragma once

#include "core/base/table.h"
#include "core/trace/phase_seconds.h"

#include <nlohmann/json.hpp>

#include <string>

extern template class nlohmann::basic_json<nlohmann::ordered_map>; // in json.cpp, once

namespace batchscope {

using Json = nlohmann::ordered_json;

/// The text of a document. File names may hold any bytes; what is not UTF-8 becomes U+FFFD.
[[nodiscard]] std::string jsonText(const Json& document);
/// The same in one line, for messages.
[[nodiscard]] std::string jsonLine(const Json& value);

/// null where there is none.
[[nodiscard]] Json toJson(const Cell::Value& value);
/// An object with a key for each column.
template <typename Row>
[[nodiscard]] Json rowJson(std::span<const Column<Row>> columns, const Row& row) {
    Json json = Json::object();
    for (const Column<Row>& column : columns) {
        json[column.key] = toJson(column.cell(row).value);
    }
    return json;
}

/// A key for each phase, and their total.
[[nodiscard]] Json toJson(const PhaseSeconds& seconds);

} // namespace batchscope
