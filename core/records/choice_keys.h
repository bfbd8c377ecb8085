// SPDX-License-Identifier: GPL-3.0-or-later
//
// How documents spell what was chosen and found: which choices of a session decide what is measured and under which key
// the document has them, ranges of trees, and verdicts.
#pragma once

#include "core/base/result.h"
#include "core/nets/build_graph.h"
#include "core/records/bench_document.h"
#include "core/session/session_choice.h"
#include "core/trace/speed_report.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// Those with an option of the command line, except those of the picture; in the order of the table.
[[nodiscard]] std::vector<const SessionChoice*> measuredChoices();

/// "--tree-order" is "tree_order".
[[nodiscard]] std::string keyOf(const SessionChoice& choice);

/// As far as choices go, what was measured.
[[nodiscard]] SessionConfig measuredConfig(const BenchDocument& document);

// A range of trees as --trees takes it and as documents have it: "2:10", "2:", ":10".

/// What was expected in a document.
inline constexpr std::string_view kKnownTreeRange = "a range of trees such as 0:100, or null";

/// "2:10"; an end beyond all trees is left open: "2:".
[[nodiscard]] std::string treeRangeText(const TreeRange& range);
/// Either end may be left out. Config errors: another form, an empty range.
[[nodiscard]] Result<TreeRange> parseTreeRange(std::string_view text);

// What samples are worth, as scripts read it.

/// "steady", "varying", "busy", "few_runs".
[[nodiscard]] std::string_view speedVerdictKey(SpeedVerdict verdict);
/// None for any other text.
[[nodiscard]] std::optional<SpeedVerdict> parseSpeedVerdict(std::string_view key);

} // namespace batchscope
