// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document of bench_document.h as JSON values, for code that adds to it or compares it key by key.
#pragma once

#include "core/records/bench_document.h"
#include "core/records/json.h"

#include <string>
#include <vector>

namespace batchscope {

[[nodiscard]] Json benchJson(const BenchDocument& document);
/// The `context` object of benchJson(): what was measured, on which machine, and how to repeat it.
[[nodiscard]] Json benchContextJson(const BenchDocument& document);

/// The keys in `context` that hold options of the graph or of reading, except `trees` and `classes`: "merge",
/// "rare_below".
[[nodiscard]] std::vector<std::string> graphOptionKeys();

} // namespace batchscope
