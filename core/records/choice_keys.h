// SPDX-License-Identifier: GPL-3.0-or-later
//
// How documents spell choices and results: the choices of a session that affect measurements and their keys in
// documents, ranges of trees, and verdicts.
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

/// The choices with a command-line option, except those of the picture, in the order of the table.
[[nodiscard]] std::vector<const SessionChoice*> measuredChoices();

/// The option without its leading dashes, with "_" for "-".
[[nodiscard]] std::string keyOf(const SessionChoice& choice);

/// The choices of the measured run as a session's config.
[[nodiscard]] SessionConfig measuredConfig(const BenchDocument& document);

// A range of trees in the form of --trees and of documents: "2:10", "2:", ":10".

/// The expected value in errors about a range in a document.
inline constexpr std::string_view kKnownTreeRange = "a range of trees such as 0:100, or null";

/// "2:10", or "2:" for a range without an end.
[[nodiscard]] std::string treeRangeText(const TreeRange& range);
/// Parses a range; either end may be omitted. Config errors: malformed text, an empty range.
[[nodiscard]] Result<TreeRange> parseTreeRange(std::string_view text);

// The verdict on samples, as scripts read it.

/// "steady", "varying", "busy" or "few_runs". The verdict must not be Off.
[[nodiscard]] std::string_view speedVerdictKey(SpeedVerdict verdict);
/// Nullopt for any other text.
[[nodiscard]] std::optional<SpeedVerdict> parseSpeedVerdict(std::string_view key);

} // namespace batchscope
