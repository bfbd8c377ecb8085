// SPDX-License-Identifier: GPL-3.0-or-later
//
// A schedule changed by hand: split a batch, delay it, join two, move a node. Each change gives a new schedule, or says
// why it is not possible: what is given can always be executed (validate.h), and undoing a change is keeping the value
// from before. Each change is linear in the nodes of the graph.
//
// The schedule passes validate() for the graph. What comes back is named words::kEditedByHand, with Reason::AsGiven for
// each batch. Errors are Schedule errors.
#pragma once

#include "core/base/result.h"
#include "core/schedule/schedule.h"

namespace batchscope {

/// Rows 0 to `row` stay; those behind it become a batch of their own, which runs next. Error: no row is behind it.
[[nodiscard]] Result<Schedule> splitAfterRow(const OpGraph& graph, const Schedule& schedule, BatchId batch,
                                             std::uint32_t row);

/// The batch runs right after `after`, which runs later than it. Error: a batch in between needs one of its nodes.
[[nodiscard]] Result<Schedule> delayAfter(const OpGraph& graph, const Schedule& schedule, BatchId batch, BatchId after);

/// The nodes of `batch` become the last rows of `into`. Error: another signature, or a node would run too early or too
/// late.
[[nodiscard]] Result<Schedule> joinBatches(const OpGraph& graph, const Schedule& schedule, BatchId batch, BatchId into);

/// The node becomes the last row of `into`; a batch that it leaves empty is gone. Errors as joinBatches.
[[nodiscard]] Result<Schedule> moveNode(const OpGraph& graph, const Schedule& schedule, NodeId node, BatchId into);

} // namespace batchscope
