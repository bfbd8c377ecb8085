// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chooses the order of rows within each batch. If the rows that a later batch reads are adjacent and in its order, they
// are a view; otherwise they are copied. ED-Batch (ICML 2023) plans this with PQ-trees inside a static cell. Here the
// graph is new for every batch of trees, so ordering must cost less than the copies it saves: each batch is sorted
// once, from the last batch to the first, by where its consumers (whose order is known by then) read its nodes. A batch
// without consumers, such as logits, is ordered last and follows the order of the rows that it reads.
#pragma once

#include "core/base/choice.h"
#include "core/base/result.h"
#include "core/schedule/schedule.h"

#include <span>
#include <string_view>

namespace batchscope {

enum class RowOrder {
    Created,    ///< in the order in which the calls were recorded
    ByConsumer, ///< in the order in which their first consumer reads them
};
template <>
inline constexpr EnumNames<2> kEnumNames<RowOrder> = {"row order", {"created", "consumer"}};

/// Reorders the rows of a schedule; Created changes nothing. Batches and decisions stay the same. O(n log n).
[[nodiscard]] Schedule withRowOrder(const OpGraph& graph, Schedule schedule, RowOrder order);

} // namespace batchscope
