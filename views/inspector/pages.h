// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector's pages about a node, a batch and a whole run, as pure functions of a snapshot, so that tests can read
// the pages without a window. Links: `node:12`, `batch:3` (from 0), `tree:5`, `speed:0` (the parts of the speed-up),
// `slow:0` (why a step takes so long).
#pragma once

#include "core/session/snapshot.h"
#include "core/story/cursor.h"
#include "views/inspector/page_writer.h"

namespace batchscope {

/// The first values of a row, one cell each: one hue below zero, another above, pale at zero, deepest at the row's
/// largest magnitude, so that strips of one row are to scale. Not finite: hatched in the warning color.
[[nodiscard]] QImage heatStrip(const TensorSummary& summary, const Theme& theme, double pixelRatio);

/// Needs snapshot.schedule; `consumers` must belong to snapshot.graph.
void writeNodePage(PageWriter& page, const Snapshot& snapshot, const ConsumerIndex& consumers, NodeId node);

/// Needs snapshot.schedule.
void writeBatchPage(PageWriter& page, const Snapshot& snapshot, BatchId batch);

struct Diagnosis;
struct PairExplanation;
struct Remedies;

/// The current knowledge about changes that could help.
struct Help {
    const Remedies* remedies = nullptr; ///< null: unknown, perhaps not yet tried
    QString fault;                      ///< the reason why they are unknown; empty: they are being tried
};
/// Writes paragraphs with links `apply:2` (a remedy, by its index among the helping ones).
void writeRemedies(PageWriter& page, const Help& help);
/// Shows two nodes of snapshot.graph and why they run together or do not. Additional links: `find:0` (marks the path in
/// the picture), and the links of remedies.
void writePairPage(PageWriter& page, const Snapshot& snapshot, const PairExplanation& pair, const Help& help);
/// Tells the user how to mark a pair of nodes.
void writeNoPairPage(PageWriter& page, const Focus& focus);

/// The current knowledge about a slow step.
struct SlowFindings {
    const Diagnosis* diagnosis = nullptr;
    Help help;
};
/// Explains why a step takes as long as it does. Additional links: `chain:3` (marks the chain of that signature in the
/// picture), and the links of remedies.
void writeSlowPage(PageWriter& page, const Snapshot& snapshot, const SlowFindings& found);
/// Shows why the explanation is not available yet: what to wait for, or what to do first.
void writeNotRunPage(PageWriter& page, const QString& reason);

/// States whether missing figures are still being computed.
enum class Awaited { No, Yes };

/// Works with any snapshot, even an empty one.
void writeOverviewPage(PageWriter& page, const Snapshot& snapshot, Awaited awaited);

} // namespace batchscope
