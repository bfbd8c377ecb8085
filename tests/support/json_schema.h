// SPDX-License-Identifier: GPL-3.0-or-later
//
// Holds a JSON document against a JSON Schema, as far as our schemas go: type (one or several), required, properties,
// items and enum. Any other keyword in a schema is a fault, so that no rule goes unheeded.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace batchscope::testing {

/// One line for each fault: "results[0].median_s: expected number, found string". A key that the schema does not
/// describe is one, too: readers may meet keys they do not know, but what we write is to be described.
[[nodiscard]] std::vector<std::string> schemaFaults(const nlohmann::json& schema, const nlohmann::json& document);

} // namespace batchscope::testing
