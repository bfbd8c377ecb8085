// SPDX-License-Identifier: GPL-3.0-or-later
//
// The user's place in the animation and the selection, which every view follows, and the ways to move. Moving is pure
// arithmetic over a storyboard and a schedule, so it is tested without a window.
#pragma once

#include "core/base/id.h"
#include "core/story/storyboard.h"

namespace batchscope {

/// What is looked at. Selecting a node also names its batch and its tree; a batch names no node. Invalid ids: nothing.
struct Focus {
    NodeId node;
    BatchId batch;
    TreeId tree;
    NodeId second = {}; ///< marked in addition to `node`, for what is asked of two; only where there is one
    bool operator==(const Focus&) const = default;
};

/// What one step moves over.
enum class StepUnit { Stage, Batch, Level, Node };

/// The stop at or before t.
[[nodiscard]] std::size_t stopBefore(double t);
/// The next stop after t (strictly), at most the last.
[[nodiscard]] double nextStop(const Storyboard& story, double t);
/// The last stop before t (strictly), at least 0.
[[nodiscard]] double previousStop(const Storyboard& story, double t);
/// The end of the stage that is in progress at t, or of the next one where one ends at t.
[[nodiscard]] double nextStageEnd(const Storyboard& story, double t);
[[nodiscard]] double previousStageEnd(const Storyboard& story, double t);
/// The stop at which the next level begins: the first batch after t whose lowest level differs from the present one.
[[nodiscard]] double nextLevelStop(const OpGraph& graph, const Schedule& schedule, const Storyboard& story, double t);
[[nodiscard]] double previousLevelStop(const OpGraph& graph, const Schedule& schedule, const Storyboard& story,
                                       double t);
/// The batch that is shown as current at t; invalid outside the batches' stages.
[[nodiscard]] BatchId batchAt(const Storyboard& story, double t);
/// The second batch, or a later one, is being made or complete, and the folded graph is not yet on its way.
[[nodiscard]] bool isAfterFirstBatch(const Storyboard& story, double t);
/// The stage that is in progress at t; a stop belongs to the stage that ends there.
[[nodiscard]] StoryStage stageAt(const Storyboard& story, double t);

/// What is kept of a place when the batches change.
enum class Keep {
    Share, ///< the share of the batches that are done: another policy
    Step,  ///< the number of the step, as far as there are so many: the same file, read again
};
/// The moment of `story` that corresponds to moment t of a story with `batchesBefore` batches. The stage stays the
/// same, and so does the part of it that is done; a stop becomes a stop, the end stays the end.
[[nodiscard]] double correspondingTime(const Storyboard& story, std::size_t batchesBefore, double t, Keep keep);

/// The moment at which row `row` of the batch is computed: rows are, one after the other, during Run.
[[nodiscard]] double timeOfRow(const Schedule& schedule, const Storyboard& story, Place place);
/// Rows of the present batch that are computed at t; 0 outside Run.
[[nodiscard]] std::size_t rowsComputed(const Schedule& schedule, const Storyboard& story, double t);
/// The row that is computed next, or was computed before the last one. Invalid batch at the ends.
[[nodiscard]] Place nextRow(const Schedule& schedule, const Storyboard& story, double t);
[[nodiscard]] Place previousRow(const Schedule& schedule, const Storyboard& story, double t);

} // namespace batchscope
