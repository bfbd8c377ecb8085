// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures that lessons speak of, by name. They are told from the trees that are shown, so no lesson can state a
// number that the program would not.
//
//     trees  nodes  levels  signatures  batches  bound  largest  saved       of the graph and its schedule
//     viewed  gathered  syncs                                                rows read in place, rows copied, sync
//     points batches:agenda                                                         that this policy would need
//     count:QUERY                                                            nodes that a query finds (node_search.h)
//     speed-up                                                               measured, with its range; in texts only
#pragma once

#include "core/base/result.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope {

/// Ok, or a Config error that says what figures there are.
[[nodiscard]] Status checkFigure(std::string_view name);
/// A Config error for an unknown figure, for one that only texts have, and before it can be told.
[[nodiscard]] Result<std::size_t> lessonFigure(const Snapshot& snapshot, std::string_view name);

/// Every {figure} of the text is known and closed; else a Config error.
[[nodiscard]] Status checkText(std::string_view text);
/// The text with the numbers in it. "…" where one cannot be told yet.
[[nodiscard]] std::string filledIn(std::string_view text, const Snapshot& snapshot);

} // namespace batchscope
