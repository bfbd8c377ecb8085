// SPDX-License-Identifier: GPL-3.0-or-later
//
// What would bring two nodes into one batch, or need fewer batches: one changed choice, and what came of trying it.
#pragma once

#include <string>
#include <string_view>

namespace batchscope::words {

/// "Policy: Agenda". `title` as menus say it.
[[nodiscard]] std::string changedChoice(std::string_view title, std::string_view value);

// Where the two nodes are after the change; what follows the choice.
inline constexpr std::string_view kTogetherThen = "together";
inline constexpr std::string_view kOneNodeThen = "one node instead of two";
inline constexpr std::string_view kApartThen = "still apart";
inline constexpr std::string_view kGoneThen = "the two nodes do not exist there";

/// "26 batches instead of 43"; counts as text.
[[nodiscard]] std::string batchesInstead(std::string_view batches, std::string_view before);
[[nodiscard]] std::string asManyBatches(std::string_view batches);
/// A whole sentence; `pair` may be empty.
[[nodiscard]] std::string triedChange(std::string_view change, std::string_view pair, std::string_view batches);
/// Follows triedChange.
inline constexpr std::string_view kOtherResults = "The net then computes something else.";

[[nodiscard]] std::string noneHelps(std::size_t tried);
[[nodiscard]] std::string noneNeedsFewer(std::size_t tried);

inline constexpr std::string_view kTryingChanges = "trying changes"; ///< of progress

} // namespace batchscope::words
