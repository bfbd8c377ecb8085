// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which choices of a session decide what is measured, and under which key the document has them.
#pragma once

#include "core/records/bench_document.h"
#include "core/session/session_choice.h"

#include <string>
#include <vector>

namespace batchscope {

/// Those with an option of the command line, except those of the picture; in the order of the table.
[[nodiscard]] std::vector<const SessionChoice*> measuredChoices();

/// "--tree-order" is "tree_order".
[[nodiscard]] std::string keyOf(const SessionChoice& choice);

/// As far as choices go, what was measured.
[[nodiscard]] SessionConfig measuredConfig(const BenchDocument& document);

} // namespace batchscope
