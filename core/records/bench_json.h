// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document of bench_document.h as JSON values, for who adds to it or compares it key by key.
#pragma once

#include "core/records/bench_document.h"
#include "core/records/json.h"
#include "core/records/run_conditions.h"

#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

[[nodiscard]] Json benchJson(const BenchDocument& document);
/// `context` of it: what was measured, on what, and how to measure it again.
[[nodiscard]] Json benchContextJson(const BenchDocument& document);

/// Of a `context` as it stands in a file: keys that it lacks differ from any value but null.
[[nodiscard]] RunConditions conditionsIn(const Json& context);

/// What is sure of the JSON of a document before it is read: an object `context` and an array `results`. Parse errors:
/// no JSON, not written by bench, another schema.
[[nodiscard]] Result<Json> parseBenchJson(std::string_view text, const std::string& file);
/// The same from a file; Io errors as readFileBytes.
[[nodiscard]] Result<Json> readBenchJson(const std::string& file, const RunControl& control);

/// The document that such JSON holds. Parse errors as parseBenchDocument().
[[nodiscard]] Result<BenchDocument> benchDocumentOf(const Json& json, const std::string& file);

/// The Parse error that a value of the document is missing or is not `expected`, such as "an array of words".
[[nodiscard]] Error wrongValue(const std::string& file, std::string_view place, std::string_view expected);

/// The keys in `context` that hold an option of the graph or of reading, besides `trees` and `classes`: "merge",
/// "rare_below".
[[nodiscard]] std::vector<std::string> graphOptionKeys();

} // namespace batchscope
