// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks a JSON document against a JSON Schema, as far as our schemas go: type (one or several), required, properties,
// items and enum. Any other keyword in a schema is a fault, so that no rule is ignored.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace batchscope::testing {

/// One line per fault: "results[0].median_s: expected number, found string". A key that the schema does not describe is
/// a fault, too: readers may meet unknown keys, but every key that this program writes must be described.
[[nodiscard]] std::vector<std::string> schemaFaults(const nlohmann::json& schema, const nlohmann::json& document);

} // namespace batchscope::testing
