// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document of bench_document.h as JSON values, for who adds to it or compares it key by key.
#pragma once

#include "core/records/bench_document.h"
#include "core/records/json.h"

#include <string>
#include <vector>

namespace batchscope {

[[nodiscard]] Json benchJson(const BenchDocument& document);
/// `context` of it: what was measured, on what, and how to measure it again.
[[nodiscard]] Json benchContextJson(const BenchDocument& document);

/// The keys in `context` that hold an option of the graph or of reading, besides `trees` and `classes`: "merge",
/// "rare_below".
[[nodiscard]] std::vector<std::string> graphOptionKeys();

} // namespace batchscope
