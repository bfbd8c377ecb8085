// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the inspector says about a node, a batch and a whole run, as pure functions of a snapshot, so that tests can
// read the pages without a window. Links: `node:12`, `batch:3` (from 0), `tree:5`, `speed:0` (what the speed-up
// is made of), `slow:0` (why a step takes so long).
#pragma once

#include "core/session/snapshot.h"
#include "core/story/cursor.h"
#include "views/inspector/page_writer.h"

namespace batchscope {

/// The first values of a row, one cell each: one hue below zero, one above, pale at zero; deepest at the largest
/// magnitude of the whole row (so strips of one row are to scale). Not finite: hatched in the warning color.
[[nodiscard]] QImage heatStrip(const TensorSummary& summary, const Theme& theme, double pixelRatio);

/// Needs snapshot.schedule; `consumers` are those of snapshot.graph.
void writeNodePage(PageWriter& page, const Snapshot& snapshot, const ConsumerIndex& consumers, NodeId node);

/// Needs snapshot.schedule.
void writeBatchPage(PageWriter& page, const Snapshot& snapshot, BatchId batch);

struct Diagnosis;
struct PairExplanation;
struct Remedies;

/// What is known of the changes that could help.
struct Help {
    const Remedies* remedies = nullptr; ///< null: not known (yet)
    QString fault;                      ///< why they are not known; empty: they are being tried
};
/// As paragraphs with links `apply:2` (a remedy, by its place among those that help).
void writeRemedies(PageWriter& page, const Help& help);
/// Two nodes of snapshot.graph and why they run together or do not. Further links: `find:0` (mark the path in the
/// picture), and those of remedies.
void writePairPage(PageWriter& page, const Snapshot& snapshot, const PairExplanation& pair, const Help& help);
/// What to do where there is no pair.
void writeNoPairPage(PageWriter& page, const Focus& focus);

/// What is known of a slow step.
struct SlowFindings {
    const Diagnosis* diagnosis = nullptr;
    Help help;
};
/// Why a step takes as long as it does. Further links: `chain:3` (mark the chain of that signature in the picture), and
/// those of remedies.
void writeSlowPage(PageWriter& page, const Snapshot& snapshot, const SlowFindings& found);
/// What to wait for, or to do, before that can be told.
void writeNotRunPage(PageWriter& page, const QString& reason);

/// Whether missing figures are still being computed.
enum class Awaited { No, Yes };

/// Any snapshot, also an empty one.
void writeOverviewPage(PageWriter& page, const Snapshot& snapshot, Awaited awaited);

} // namespace batchscope
