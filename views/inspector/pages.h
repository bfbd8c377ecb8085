// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the inspector says about a node, a batch and a whole run, as pure functions of a snapshot, so that tests can
// read the pages without a window. Links: `node:12`, `batch:3` (from 0), `tree:5`, `speed:0` (what the speed-up
// is made of).
#pragma once

#include "core/session/snapshot.h"
#include "views/inspector/page_writer.h"

namespace batchscope {

/// Needs snapshot.plan; `consumers` are those of snapshot.graph.
void writeNodePage(PageWriter& page, const Snapshot& snapshot, const ConsumerIndex& consumers, NodeId node);

/// Needs snapshot.plan.
void writeBatchPage(PageWriter& page, const Snapshot& snapshot, BatchId batch);

/// Whether missing figures are still being computed.
enum class Awaited { No, Yes };

/// Any snapshot, also an empty one.
void writeOverviewPage(PageWriter& page, const Snapshot& snapshot, Awaited awaited);

} // namespace batchscope
