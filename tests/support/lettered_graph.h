// SPDX-License-Identifier: GPL-3.0-or-later
//
// Graphs of a few calls, written as one line, and schedules of them read as one line: for goldens that fit on a screen
// and can be worked out by hand.
//
//     lettered("a a B(0) B(1) c(2,3)")      five calls: two leaves, two calls that take one each, one that takes two
//     batchesOf(graph, schedule)            "a0,1 B2,3 c4": one word per batch, its op and its nodes by row
#pragma once

#include "core/schedule/schedule.h"

#include <string>
#include <string_view>

namespace batchscope::testing {

/// Makes one call per word: the letter of its op and, in brackets, the earlier calls that it takes, counted from 0.
/// Every letter is a different op with one signature, numbered in order of first appearance. Capitals are ops with a
/// product, small letters ops without; `x`, `y`, `z` and their capitals cannot batch. All values are rows of width 2.
/// `|` is a sync point: the calls after it belong to the next round. Nothing is requested. The calls must be valid.
[[nodiscard]] OpGraph lettered(std::string_view calls);

/// The batches in step order.
[[nodiscard]] std::string batchesOf(const OpGraph& graph, const Schedule& schedule);
/// The batches that a policy of the registry makes.
[[nodiscard]] std::string batchesOf(const OpGraph& graph, std::string_view policy);

/// The inverse: makes a schedule from "0,1 2,3 4", one word per batch with its nodes by row. Nothing is checked.
[[nodiscard]] Schedule batchedAs(const OpGraph& graph, std::string_view batches);

/// The candidates of a step, in the order in which they were recorded: `op:ready@lowestLevel=score`, one word per
/// candidate; scores have three digits.
[[nodiscard]] std::string weighedAt(const OpGraph& graph, const Schedule& schedule, std::size_t step);

} // namespace batchscope::testing
