// SPDX-License-Identifier: GPL-3.0-or-later
//
// Graphs of a few calls, written as one line, and schedules of them read as one line: for goldens that fit on a screen
// and can be worked out by hand.
//
//     lettered("a a B(0) B(1) c(2,3)")      five calls: two leaves, two calls that take one each, one that takes two
//     batchesOf(graph, schedule)            "a0,1 B2,3 c4": a batch a word, its op and its nodes by row
#pragma once

#include "core/schedule/schedule.h"

#include <string>
#include <string_view>

namespace batchscope::testing {

/// One call a word: the letter of its op, and in brackets the earlier calls that it takes, counted from 0. Every letter
/// is an op of its own, and one signature, numbered in order of first appearance. Capitals are ops with a product,
/// small letters ops without; `x`, `y`, `z` and their capitals cannot batch. All values are rows of 2. `|` is a sync
/// point: the calls behind it are of the next round. Nothing is requested. The calls must be right.
[[nodiscard]] OpGraph lettered(std::string_view calls);

/// The batches in order of steps.
[[nodiscard]] std::string batchesOf(const OpGraph& graph, const Schedule& schedule);
/// The same, as a policy of the registry makes them.
[[nodiscard]] std::string batchesOf(const OpGraph& graph, std::string_view policy);

/// The other way round, rows and all: "0,1 2,3 4", a batch a word. Nothing is checked; each number is a node.
[[nodiscard]] Schedule batchedAs(const OpGraph& graph, std::string_view batches);

/// What was weighed at a step, in the order in which it was recorded: `op:ready@lowestLevel=score`, a candidate a word;
/// scores with three digits.
[[nodiscard]] std::string weighedAt(const OpGraph& graph, const Schedule& schedule, std::size_t step);

} // namespace batchscope::testing
