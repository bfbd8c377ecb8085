// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads what `bench --json` or `bench --out` wrote, for --repeat-from and --compare. Such a file may have been edited,
// cut or written by another version, so nothing in it is taken for granted.
#pragma once

#include "app/cli/json.h"
#include "core/base/progress.h"
#include "core/base/result.h"

#include <string>

namespace batchscope {

/// The document, with an object `context` and an array `results`. Io errors as readFileBytes. Parse errors: no JSON,
/// not written by bench, another schema than kBenchSchema.
[[nodiscard]] Result<Json> readRunFile(const std::string& file, const RunControl& control);

/// The Parse error that a value of the document is missing or is not `expected`, such as "an array of words".
[[nodiscard]] Error wrongValue(const std::string& file, std::string_view place, std::string_view expected);

} // namespace batchscope
