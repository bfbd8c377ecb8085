// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the inspector says about a node, a batch and a whole run, as pure functions of a snapshot, so that tests can
// read the pages without a window. Links: `node:12`, `batch:3` (from 0), `tree:5`, `speed:0` (what the speed-up
// is made of).
#pragma once

#include "core/session/snapshot.h"
#include "core/story/cursor.h"
#include "views/inspector/page_writer.h"

namespace batchscope {

/// Needs snapshot.plan; `consumers` are those of snapshot.graph.
void writeNodePage(PageWriter& page, const Snapshot& snapshot, const ConsumerIndex& consumers, NodeId node);

/// Needs snapshot.plan.
void writeBatchPage(PageWriter& page, const Snapshot& snapshot, BatchId batch);

struct PairExplanation;
struct Remedies;

/// What is known of the changes that could help a pair.
struct PairHelp {
    const Remedies* remedies = nullptr; ///< null: not known (yet)
    QString fault;                      ///< why they are not known; empty: they are being tried
};
/// Two nodes of snapshot.graph and why they run together or do not. Further links: `find:0` (mark the path in the
/// picture) and `apply:2` (a remedy, by its place among those that help).
void writePairPage(PageWriter& page, const Snapshot& snapshot, const PairExplanation& pair, const PairHelp& help);
/// What to do where there is no pair.
void writeNoPairPage(PageWriter& page, const Focus& focus);

/// Whether missing figures are still being computed.
enum class Awaited { No, Yes };

/// Any snapshot, also an empty one.
void writeOverviewPage(PageWriter& page, const Snapshot& snapshot, Awaited awaited);

} // namespace batchscope
