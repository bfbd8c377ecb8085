// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a batch may write its rows in any order. Where the rows that a later batch reads lie together and in its order,
// they are a view; otherwise they are copied. ED-Batch (ICML 2023) plans this with PQ-trees inside a static cell; here
// the graph is new in every batch of trees, so the order must cost less than the copies it saves: one sort of each
// batch, from the last to the first, by where its consumers (whose order is then known) read its nodes.
// A batch that nobody reads, logits for example, has the last say, and then takes the order of what it reads itself.
#pragma once

#include "core/base/result.h"
#include "core/schedule/schedule.h"

#include <span>
#include <string_view>

namespace batchscope {

enum class RowOrder {
    Created,    ///< nodes of a batch stand in the order in which their calls were recorded
    ByConsumer, ///< as their first consumer reads them
};

/// Names as the command line spells them: created, consumer.
[[nodiscard]] std::span<const std::string_view> rowOrderNames();
[[nodiscard]] Result<RowOrder> parseRowOrder(std::string_view name);

/// The same batches and decisions with rows in another order. O(n log n).
[[nodiscard]] Schedule withRowOrder(const OpGraph& graph, Schedule schedule, RowOrder order);

} // namespace batchscope
