// SPDX-License-Identifier: GPL-3.0-or-later
//
// `context` of a document as rows for people: what a run was measured on, with what, and how. Keys that have no name
// here are listed as they are, so a key that is added to the document is in every report.
#pragma once

#include "core/records/bench_document.h"

#include <string>
#include <vector>

namespace batchscope {

struct ContextRow {
    std::string name;
    std::string value;
    bool isKey = false; ///< `name` is that of the JSON
};

struct ContextGroup {
    std::string title;
    std::vector<ContextRow> rows; ///< never empty
};

/// All keys but `command` and what other rows repeat.
[[nodiscard]] std::vector<ContextGroup> reportContext(const BenchDocument& document);

} // namespace batchscope
